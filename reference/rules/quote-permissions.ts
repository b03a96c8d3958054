import type { OperationName } from '../../spec/index.ts'
import { refusal, type Refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type {
  Agent,
  Currency,
  ExternalAccount,
  InternalAccount,
  Quote,
  QuoteOwner,
} from '../resources/payments.ts'

type Body = Readonly<Record<string, unknown>>

/** Why requests are rejected. */
const refusals = {
  sourceCannotBePulled: refusal(
    400,
    'INVALID_BANK_ACCOUNT',
    'This external account does not support pull payments.',
  ),
  selfPayment: refusal(400, 'SELF_PAYMENT', 'Source and destination are the same account.'),
  lookupNotFound: refusal(404, 'LOOKUP_REQUEST_NOT_FOUND', 'There is no such receiver lookup.'),
  immediateExecutionUnsupported: refusal(
    400,
    'INVALID_INPUT',
    'immediatelyExecute is not possible for this source.',
  ),
  immediateExecutionUnsigned: refusal(
    400,
    'INVALID_INPUT',
    'immediatelyExecute is not possible for an embedded wallet.',
  ),
  feeOverrideRefused: refusal(
    400,
    'INVALID_INPUT',
    'The platform fee can be overridden only when the source currency is USD.',
  ),
  overrideCurrencyRefused: refusal(
    400,
    'INVALID_CURRENCY',
    'The fixed platform fee is in the source currency.',
  ),
}

/** Contract: Endpoints 3, introduction and rules of single fields. */
export const quotePermissionRules = {
  ...refusals,

  /** The agent's operation at the address of a platform operation, for callers with an agent's token. */
  agentOperationAt: (
    _operation: OperationName,
  ): 'createAgentQuote' | 'getAgentQuote' | 'executeAgentQuote' | undefined => undefined,

  /** The agent's policy must grant `CREATE_QUOTES`. */
  mayCreateQuotes: ({ policy }: Agent): boolean => policy.permissions.includes('CREATE_QUOTES'),

  /** The contract does not name the rejection: a 401 would mean invalid credentials, and it has no 403. */
  permissionMissing: (permission: string): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: `The agent's policy does not grant ${permission}.`,
  }),

  /** The source must be an account of the agent's customer. */
  sourceBelongsToCustomer: (
    account: ExternalAccount | InternalAccount,
    agent: QuoteOwner,
    _platformAccountIds: ReadonlySet<string>,
  ): boolean => account.customerId === agent.customerId,

  /** The destination must be an account of the agent's customer. */
  destinationBelongsToCustomer: (
    account: ExternalAccount | InternalAccount,
    agent: QuoteOwner,
    _platformAccountIds: ReadonlySet<string>,
  ): boolean => account.customerId === agent.customerId,

  /** Another customer's account gives the same rejection as a nonexistent one. */
  accountNotFound: (
    _account: ExternalAccount | InternalAccount | undefined,
    _source?: Readonly<Record<string, unknown>>,
  ): Refusal => ({
    status: 404,
    code: 'ACCOUNT_NOT_FOUND',
    reason: 'There is no such account of the customer.',
  }),

  /** Default false; a boolean. */
  asksForExecution: ({ immediatelyExecute }: Body): boolean => immediatelyExecute === true,

  /** Only for sources that are an internal account or have direct pull (immediatelyExecute). */
  mayExecuteImmediately: (source: Quote['source']): boolean => source.sourceType === 'ACCOUNT',

  /** A quote that needs approval awaits it, also with immediatelyExecute. */
  mayAwaitApproval: (_agent: Agent, _quote: Quote): boolean => true,

  /** `immediatelyExecute`: the quote is executed at creation. */
  executesAtCreation: (immediatelyExecute: boolean): boolean => immediatelyExecute,

  /** Supported only when the source currency is USD (platform fee override; Limits). */
  feeOverrideAllowed: (sending: Currency): boolean => sending.code === 'USD',

  /** The fixed fee is denominated in the source currency. */
  overrideCurrencyFits(override: Body, sending: Currency): boolean {
    const fixed = override.platformFixedFee
    if (!isObject(fixed) || fixed.currency === undefined) return true
    const code = isObject(fixed.currency) ? fixed.currency.code : fixed.currency
    return code === sending.code
  },
}
