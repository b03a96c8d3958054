import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { Refusal } from '../../reference/errors.ts'
import { rejectionResponse } from '../../reference/rejection-response.ts'
import type { ResourceType } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { errorsChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Another code, as long as the status is 404 and no other variant has changed it to 403 or 400. */
const coded = (refusal: Refusal, code: Refusal['code']): Refusal =>
  refusal.status === 404 ? { ...refusal, code } : refusal

/** Whether the header has the scheme Basic without a pair of identifier and secret, or Bearer without one token. */
const isMalformed = (authorization = ''): boolean =>
  /^Basic\b/.test(authorization)
    ? !Buffer.from(authorization.replace(/^Basic ?/, ''), 'base64')
        .toString('utf8')
        .includes(':')
    : /^Bearer(?: .* .*)?$/.test(authorization)

/** Resources that the platform creates for the customer in the body. */
const CREATED_BY_AGENTS: Partial<Readonly<Record<OperationName, ResourceType>>> = {
  createCard: 'Card',
  createDocument: 'Document',
  createVerification: 'Verification',
  createBeneficialOwner: 'BeneficialOwner',
  createCustomerExternalAccount: 'ExternalAccount',
}

/** Changes the response to an agent that calls an operation of the platform. */
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
    respond: async (operation, original, request) => {
      const response = await rules.respond(operation, original, request)
      return response.status === 401 && ofAgents.has(`${operation} ${request.authorization}`)
        ? change(operation, response)
        : response
    },
  }
}

/** Contract: Errors; for most codes it does not show which operation returns them. */
export const errorVariations: readonly Variant[] = [
  {
    id: 'errors-of-agents-like-those-of-the-list',
    title: 'uses the error shape of the action list in every agent operation',
    point: 'error shape of the operations of an agent',
    interpretation: 'The contract shows it for the list only.',
    replace: (rules) => ({
      errorShape: (operation) =>
        operation !== undefined && /^(create|get|execute)Agent(Quote|Action)$/.test(operation)
          ? 'AGENT_LIST'
          : rules.errorShape(operation),
    }),
  },
  {
    id: 'errors-with-both-texts',
    title: 'returns reason, message and status in every error',
    point: 'error shape of the operations of an agent',
    interpretation: 'The contract does not forbid additional fields.',
    replace: (rules) =>
      errorsChanged(rules, (original) => {
        const body = original.body as Json
        const text = body.reason ?? body.message
        return { ...original, body: { ...body, reason: text, message: text, status: original.status } }
      }),
  },
  {
    id: 'general-codes-of-404',
    title: 'returns NOT_FOUND for every unknown resource',
    point: 'which of several 404 codes',
    interpretation: 'Any code that fits.',
    unmet: ['TRANSACTION_NOT_FOUND', 'QUOTE_NOT_FOUND', 'ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      quoteNotFound: coded(rules.quoteNotFound, 'NOT_FOUND'),
      platformQuoteNotFound: coded(rules.platformQuoteNotFound, 'NOT_FOUND'),
      transactionNotFound: coded(rules.transactionNotFound, 'NOT_FOUND'),
      accountNotFound: (account) => coded(rules.accountNotFound(account), 'NOT_FOUND'),
    }),
  },
  {
    id: 'other-codes-of-404',
    title: 'returns the pending-request and reference codes for transactions, quotes and actions',
    point: 'which of several 404 codes',
    interpretation: 'Any code that fits.',
    unmet: ['TRANSACTION_NOT_FOUND', 'QUOTE_NOT_FOUND', 'NOT_FOUND'],
    replace: (rules) => ({
      quoteNotFound: coded(rules.quoteNotFound, 'REFERENCE_NOT_FOUND'),
      platformQuoteNotFound: coded(rules.platformQuoteNotFound, 'REFERENCE_NOT_FOUND'),
      transactionNotFound: coded(rules.transactionNotFound, 'REQUEST_NOT_FOUND'),
      actionNotFound: coded(rules.actionNotFound, 'REFERENCE_NOT_FOUND'),
    }),
  },
  {
    id: 'other-code-of-401',
    title: 'returns INVALID_SIGNATURE for an invalid agent token, except in the list',
    point: 'code of a 401 that the contract does not show',
    interpretation: 'Only the list requires UNAUTHORIZED.',
    replace: (rules) => ({
      unauthorized: (operation) =>
        /^(create|get|execute)Agent|^(approve|reject)/.test(operation)
          ? { ...rules.unauthorized(operation), code: 'INVALID_SIGNATURE' }
          : rules.unauthorized(operation),
    }),
  },
  {
    id: 'other-code-of-401-everywhere',
    title: 'returns INVALID_SIGNATURE for invalid credentials, except in the list',
    point: 'code of a 401 that the contract does not show',
    interpretation: 'Only the list requires UNAUTHORIZED.',
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
    title: 'returns 400 for an Authorization header that is neither Basic nor a token',
    point: 'how a malformed Authorization header is rejected',
    interpretation: '400 and 401 are both allowed.',
    replace: (rules) => ({
      respond: async (operation, original, request) => {
        const response = await rules.respond(operation, original, request)
        return response.status === 401 && isMalformed(request.authorization)
          ? rejectionResponse(rules, operation, rules.malformedBody)
          : response
      },
    }),
  },
  {
    id: 'platform-forbidden-to-agents',
    title: 'returns 403 when an agent calls a platform operation',
    point: '401 or 403 for a valid credential of the wrong kind',
    interpretation: 'The operation is forbidden to agents.',
    warns: ['CNV-09'],
    replace: (rules) => answeringAgents(rules, (_, rejection) => ({ ...rejection, status: 403 })),
  },
  {
    id: 'platform-not-found-by-agents',
    title: 'returns 404 when an agent calls a platform operation',
    point: '401 or 403 for a valid credential of the wrong kind',
    interpretation: 'Agents do not see platform resources.',
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
    title: "binds what an agent creates with a platform operation to the agent's customer",
    point: '401 or 403 for a valid credential of the wrong kind',
    interpretation: 'Every request of an agent is bound to its customer, for any body names.',
    replace: (rules) =>
      answeringAgents(rules, (operation, rejection) => {
        const type = operation === undefined ? undefined : CREATED_BY_AGENTS[operation]
        return type === undefined ? rejection : { status: 201, body: { id: rules.newId(type) } }
      }),
  },
  {
    id: 'other-codes-of-400',
    title: 'returns dedicated codes for invalid amounts, currencies and forms',
    point: 'which of several 400 codes',
    interpretation: 'The contract does not map codes to operations.',
    unmet: ['INVALID_INPUT', 'INVALID_REQUEST_FORMAT'],
    replace: (rules) => ({
      invalidFields: (fieldErrors) => ({
        ...rules.invalidFields(fieldErrors),
        code: fieldErrors.some(({ field }) => field === 'lockedCurrencyAmount')
          ? 'INVALID_AMOUNT'
          : 'INVALID_REQUEST_FORMAT',
      }),
      malformedBody: { ...rules.malformedBody, code: 'INVALID_INPUT' },
      feeOverrideRefused: { ...rules.feeOverrideRefused, code: 'INVALID_CURRENCY' },
      unacceptableRequestId: {
        ...rules.unacceptableRequestId,
        code: 'MISSING_MANDATORY_USER_INFO',
      },
    }),
  },
]
