/** Responses that the contract does not specify, and other interpretations of the rules for every response. */
import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import { isObject } from '../../reference/is-object.ts'
import {
  errorsChanged,
  isAction,
  isQuote,
  isTransaction,
  objectsChanged,
  successesChanged,
  without,
  type Json,
} from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Operations that change a resource and return no value that a check needs. */
const UPDATES: readonly OperationName[] = [
  'updateAgentPolicy',
  'pauseAgent',
  'resumeAgent',
  'updateCard',
  'updateCustomer',
  'updateConfiguration',
  'approveTransaction',
  'rejectTransaction',
]

/** Lists that checks request with a limit. */
const LIMITED: readonly OperationName[] = [
  'listCards',
  'listTokens',
  'listDocuments',
  'listStablecoins',
  'listStablecoinOperations',
  'listCustomerExternalAccounts',
  'listCustomerInternalAccounts',
]

/** Resource types that the contract names in its Conventions. */
const NAMED: ReadonlySet<string> = new Set([
  'ExternalAccount',
  'Quote',
  'Transaction',
  'Agent',
  'AgentAction',
  'Customer',
  'InternalAccount',
  'Lookup',
  'ScaChallenge',
])

/** Field errors have details.errors and 400 (contract: Errors; Endpoints, other endpoints). */
const SHOW_400: ReadonlySet<OperationName | undefined> = new Set<OperationName>([
  'createCustomer',
  'updateCustomer',
])

const isOfFields = ({ body }: ReferenceResponse) =>
  isObject(body) && isObject(body.details) && Array.isArray(body.details.errors)

/** The body of the action list contains the status too. */
const unstated = ({ body }: ReferenceResponse) => ({
  ...(body as Json),
  ...((body as Json).status !== undefined && { status: 422 }),
})

const absentAsNull = (object: Json): Json => {
  if (isQuote(object)) return { counterpartyInformation: null, paymentInstructions: null, ...object }
  if (isTransaction(object)) return { description: null, settledAt: null, refund: null, ...object }
  return isAction(object) ? { platformCustomerId: null, ...object } : object
}

/** Contract: Conventions; Errors; Resources and their fields. */
export const conventionsVariations: readonly Variant[] = [
  {
    id: 'updates-return-an-empty-object',
    alone: true,
    title: 'returns an empty object from every update, pause and decision',
    point: 'response to an update',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 200, body: {} }), UPDATES),
  },
  {
    id: 'updates-return-text',
    alone: true,
    title: 'returns a string from every update, pause and decision',
    point: 'response to an update',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 200, body: 'done' }), UPDATES),
  },
  {
    id: 'execution-returns-the-quote',
    alone: true,
    title: 'returns the quote from an execution by an agent',
    point: 'response to an execution by an agent',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { quote, transaction } = response.body as {
            readonly quote: Json
            readonly transaction?: Json
          }
          return { ...response, body: { ...quote, ...(transaction && { transactionId: transaction.id }) } }
        },
        ['executeAgentQuote'],
      ),
  },
  {
    id: 'execution-returns-nothing',
    alone: true,
    title: 'returns an empty object from an execution by an agent',
    point: 'response to an execution by an agent',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: {} }), ['executeAgentQuote']),
  },
  {
    id: 'absent-as-null',
    alone: true,
    title: 'returns null for optional fields without a value',
    point: 'optional fields without a value',
    interpretation: 'The contract requires only that scaChallenge is omitted.',
    warns: ['CNV-11'],
    replace: (rules) => objectsChanged(rules, absentAsNull),
  },
  {
    id: 'no-total-count',
    alone: true,
    title: 'omits totalCount from every list',
    point: 'totalCount of a list',
    interpretation: 'No field of the envelope is marked as required.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        'hasMore' in object ? { ...object, totalCount: undefined } : object,
      ),
  },
  {
    id: 'types-of-identifiers-with-digits',
    alone: true,
    title: 'uses digits in identifier types that the contract does not name',
    point: 'type in an identifier',
    interpretation: 'The form is <ResourceType>:<uuid>.',
    replace: (rules) => ({
      newId: (type) => (NAMED.has(type) ? rules.newId(type) : rules.newId(type).replace(':', 'V2:')),
    }),
  },
  {
    id: 'invalid-fields-as-422',
    alone: true,
    title: 'returns 422 for invalid fields',
    point: 'status of a rejection for an invalid field',
    interpretation: 'The contract lists the statuses, but rarely the one for an invalid field.',
    warns: ['CNV-09', 'QUO-63', 'QTE-49'],
    replace: (rules) =>
      errorsChanged(
        rules,
        (response, operation) =>
          isOfFields(response) && !SHOW_400.has(operation)
            ? { ...response, status: 422, body: unstated(response) }
            : response,
        400,
      ),
  },
  {
    id: 'lists-under-names-of-their-own',
    alone: true,
    title: "uses its own field name for every list but an agent's actions",
    point: 'envelope of lists',
    interpretation: 'The contract shows the name only for the list of actions.',
    replace: (rules) =>
      successesChanged(rules, (response, operation) => {
        const body = response.body as Json
        return operation !== 'listAgentActions' && Array.isArray(body?.data)
          ? { ...response, body: { ...without(body, 'data'), items: body.data } }
          : response
      }),
  },
  {
    id: 'lists-refuse-a-limit',
    title: "returns 400 for the query parameter limit of every list but an agent's actions",
    point: 'limit of other lists',
    alone: true,
    interpretation: 'The contract shows the parameter only for the list of actions.',
    blocks: ['EXT-41'],
    replace: (rules) => ({
      respond: (operation, response, request) =>
        LIMITED.some((list) => list === operation) && new URL(request.url).searchParams.has('limit')
          ? { status: 400, body: { code: 'INVALID_INPUT', reason: 'The list has no parameter limit.' } }
          : rules.respond(operation, response, request),
    }),
  },
]
