import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { Refusal } from '../../reference/errors.ts'
import { rejectionResponse } from '../../reference/rejection-response.ts'
import type { ResourceType } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { errorsChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Another code, as long as it is a 404 and no other reading has made a 403 or 400 of it. */
const coded = (refusal: Refusal, code: Refusal['code']): Refusal =>
  refusal.status === 404 ? { ...refusal, code } : refusal

/** Whether the header has the scheme Basic without a pair of identifier and secret, or Bearer without one token. */
const isMalformed = (authorization = ''): boolean =>
  /^Basic\b/.test(authorization)
    ? !Buffer.from(authorization.replace(/^Basic ?/, ''), 'base64')
        .toString('utf8')
        .includes(':')
    : /^Bearer(?: .* .*)?$/.test(authorization)

/** What the platform creates for a customer whom the body names. */
const CREATED_BY_AGENTS: Partial<Readonly<Record<OperationName, ResourceType>>> = {
  createCard: 'Card',
  createDocument: 'Document',
  createVerification: 'Verification',
  createBeneficialOwner: 'BeneficialOwner',
  createCustomerExternalAccount: 'ExternalAccount',
}

/** Changes what an agent is answered that calls an operation of the platform. */
function answeringAgents(
  rules: Rules,
  change: (operation: OperationName | undefined, rejection: ReferenceResponse) => ReferenceResponse,
): Pick<Rules, 'mayCallAsPlatform' | 'respond'> {
  const ofAgents = new Set<string | undefined>()
  return {
    mayCallAsPlatform: (operation, authorization, credentials, agents) => {
      const all = [...agents]
      const mayCall = rules.mayCallAsPlatform(operation, authorization, credentials, all)
      if (!mayCall && rules.callingAgent('listAgentActions', authorization, all, credentials))
        ofAgents.add(`${operation} ${authorization}`)
      return mayCall
    },
    respond: async (operation, answer, request) => {
      const response = await rules.respond(operation, answer, request)
      return response.status === 401 && ofAgents.has(`${operation} ${request.authorization}`)
        ? change(operation, response)
        : response
    },
  }
}

/** Contract: Errors; which operation returns which code is not shown beyond a few. */
export const errorVariations: readonly Variant[] = [
  {
    id: 'errors-of-agents-like-those-of-the-list',
    title: 'has the error shape of the action list in every operation of an agent',
    point: 'error shape of the operations of an agent',
    reading: 'It is shown for the list only.',
    replace: (rules) => ({
      errorShape: (operation) =>
        operation !== undefined && /^(create|get|execute)Agent(Quote|Action)$/.test(operation)
          ? 'AGENT_LIST'
          : rules.errorShape(operation),
    }),
  },
  {
    id: 'errors-with-both-texts',
    title: 'has both reason and message in every error, and the status',
    point: 'error shape of the operations of an agent',
    reading: 'Further fields are not ruled out.',
    replace: (rules) =>
      errorsChanged(rules, (answer) => {
        const body = answer.body as Json
        const text = body.reason ?? body.message
        return { ...answer, body: { ...body, reason: text, message: text, status: answer.status } }
      }),
  },
  {
    id: 'general-codes-of-404',
    title: 'has NOT_FOUND for whatever is not found',
    point: 'which of several 404 codes',
    reading: 'Any that fits.',
    unmet: ['TRANSACTION_NOT_FOUND', 'QUOTE_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      quoteNotFound: () => coded(rules.quoteNotFound(), 'NOT_FOUND'),
      platformQuoteNotFound: () => coded(rules.platformQuoteNotFound(), 'NOT_FOUND'),
      transactionNotFound: () => coded(rules.transactionNotFound(), 'NOT_FOUND'),
      accountNotFound: (account) => coded(rules.accountNotFound(account), 'NOT_FOUND'),
    }),
  },
  {
    id: 'other-codes-of-404',
    title: 'has the codes of pending requests and of references for transactions, quotes and actions',
    point: 'which of several 404 codes',
    reading: 'Any that fits.',
    unmet: ['TRANSACTION_NOT_FOUND', 'QUOTE_NOT_FOUND', 'NOT_FOUND'],
    replace: (rules) => ({
      quoteNotFound: () => coded(rules.quoteNotFound(), 'REFERENCE_NOT_FOUND'),
      platformQuoteNotFound: () => coded(rules.platformQuoteNotFound(), 'REFERENCE_NOT_FOUND'),
      transactionNotFound: () => coded(rules.transactionNotFound(), 'REQUEST_NOT_FOUND'),
      actionNotFound: () => coded(rules.actionNotFound(), 'REFERENCE_NOT_FOUND'),
    }),
  },
  {
    id: 'other-code-of-401',
    title: 'has the code INVALID_SIGNATURE where the token of an agent is none, but for the list',
    point: 'code of a 401 where it is not shown',
    reading: 'Only the list names UNAUTHORIZED.',
    replace: (rules) => ({
      unauthorized: (operation) =>
        /^(create|get|execute)Agent|^(approve|reject)/.test(operation)
          ? { ...rules.unauthorized(operation), code: 'INVALID_SIGNATURE' }
          : rules.unauthorized(operation),
    }),
  },
  {
    id: 'other-code-of-401-everywhere',
    title: 'has the code INVALID_SIGNATURE for rejected credentials, but for the list',
    point: 'code of a 401 where it is not shown',
    reading: 'Only the list names UNAUTHORIZED.',
    warns: ['OWN-40'],
    replace: (rules) => ({
      unauthorized: (operation) =>
        operation === 'listAgentActions'
          ? rules.unauthorized(operation)
          : { ...rules.unauthorized(operation), code: 'INVALID_SIGNATURE' },
    }),
  },
  {
    id: 'malformed-credentials-invalid',
    title: 'rejects an Authorization header that is no Basic credentials or no token as a malformed request',
    point: 'how a malformed Authorization header is rejected',
    reading: '400 or 401.',
    replace: (rules) => ({
      respond: async (operation, answer, request) => {
        const response = await rules.respond(operation, answer, request)
        return response.status === 401 && isMalformed(request.authorization)
          ? rejectionResponse(rules, operation, rules.malformedBody())
          : response
      },
    }),
  },
  {
    id: 'platform-forbidden-to-agents',
    title: 'answers 403 where an agent calls an operation of the platform',
    point: '401 or 403 for a valid credential of the wrong kind',
    reading: '403.',
    warns: ['CNV-09'],
    replace: (rules) => answeringAgents(rules, (_, rejection) => ({ ...rejection, status: 403 })),
  },
  {
    id: 'platform-not-found-by-agents',
    title: 'answers 404 where an agent calls an operation of the platform',
    point: '401 or 403 for a valid credential of the wrong kind',
    reading: 'An agent does not see what is the platform’s.',
    replace: (rules) =>
      answeringAgents(rules, () => ({
        status: 404,
        body: rules.platformErrorBody({
          status: 404,
          code: 'NOT_FOUND',
          reason: 'There is no such resource.',
        }),
      })),
  },
  {
    id: 'creations-bound-to-the-customer-of-the-agent',
    title: 'binds what an agent creates by an operation of the platform to its own customer',
    point: '401 or 403 for a valid credential of the wrong kind',
    reading: 'Every request of an agent is bound to its customer, whichever the body names.',
    replace: (rules) =>
      answeringAgents(rules, (operation, rejection) => {
        const type = operation === undefined ? undefined : CREATED_BY_AGENTS[operation]
        return type === undefined ? rejection : { status: 201, body: { id: rules.newId(type) } }
      }),
  },
  {
    id: 'other-codes-of-400',
    title: 'has codes of their own for amounts, currencies and forms that it refuses',
    point: 'which of several 400 codes',
    reading: 'Which operation returns which is not shown.',
    unmet: ['INVALID_INPUT', 'INVALID_REQUEST_FORMAT'],
    replace: (rules) => ({
      invalidFields: (fieldErrors) => ({
        ...rules.invalidFields(fieldErrors),
        code: fieldErrors.some(({ field }) => field === 'lockedCurrencyAmount')
          ? 'INVALID_AMOUNT'
          : 'INVALID_REQUEST_FORMAT',
      }),
      malformedBody: () => ({ ...rules.malformedBody(), code: 'INVALID_INPUT' }),
      feeOverrideRefused: () => ({ ...rules.feeOverrideRefused(), code: 'INVALID_CURRENCY' }),
      unacceptableRequestId: () => ({
        ...rules.unacceptableRequestId(),
        code: 'MISSING_MANDATORY_USER_INFO',
      }),
    }),
  },
]
