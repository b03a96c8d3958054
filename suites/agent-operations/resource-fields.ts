/** Fields that an action embeds, and their types (contract: Resources and their fields). */
import type { FieldType } from './field-types.ts'

type Types = Readonly<Record<string, FieldType>>

const under = (path: string, types: Types): Types =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [`${path}.${name}`, type]))

/** Contract: Currency object. */
export const CURRENCY: Types = { code: 'text', name: 'text', symbol: 'text', decimals: 'integer' }

/** Where an action has currency objects. */
export const CURRENCY_PLACES = [
  'quote.sendingCurrency',
  'quote.receivingCurrency',
  'transaction.sentAmount.currency',
  'transaction.receivedAmount.currency',
] as const

export const CURRENCIES: Types = Object.assign(
  {},
  ...CURRENCY_PLACES.map((path) => under(path, CURRENCY)),
) as Types

/** Contract: agent action. CNV-02 judges the use of null. */
export const ACTION: Types = {
  id: 'text',
  agentId: 'text',
  customerId: 'text',
  platformCustomerId: 'text',
  status: 'text',
  type: 'text',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  quote: 'object',
}

/** Contract: Quote, the fields of a quote between two accounts. */
const QUOTE_FIELDS: Types = {
  id: 'text',
  status: 'text',
  createdAt: 'timestamp',
  expiresAt: 'timestamp',
  source: 'object',
  'source.sourceType': 'text',
  'source.accountId': 'text',
  'source.customerId': 'text',
  destination: 'object',
  'destination.destinationType': 'text',
  'destination.accountId': 'text',
  'destination.paymentRail': 'text',
  sendingCurrency: 'object',
  receivingCurrency: 'object',
  totalSendingAmount: 'integer',
  totalReceivingAmount: 'integer',
  exchangeRate: 'number',
  feesIncluded: 'integer',
  platformFeesIncluded: 'integer',
  counterpartyInformation: 'object',
  rateDetails: 'object',
  'rateDetails.counterpartyMultiplier': 'number',
  'rateDetails.counterpartyFixedFee': 'number',
  'rateDetails.serviceApiMultiplier': 'number',
  'rateDetails.serviceApiFixedFee': 'number',
  'rateDetails.serviceApiVariableFeeRate': 'number',
  'rateDetails.serviceApiVariableFeeAmount': 'number',
}

export const QUOTE: Types = under('quote', QUOTE_FIELDS)

/** Fields that depend on the parties and the deployment. */
const CONDITIONAL: readonly string[] = ['counterpartyInformation', 'rateDetails']

/** Names of the fields that every quote between two accounts can have. */
export const FIELDS_OF_ANY_QUOTE: readonly string[] = Object.keys(QUOTE_FIELDS).filter(
  (name) => !name.includes('.') && !CONDITIONAL.includes(name),
)

const ON_CHAIN: Types = { transactionHash: 'text', network: 'text' }

/**
 * Contract: Transaction. The contract does not show whether the currency of source and destination is a code or an
 * object.
 */
export const TRANSACTION: Types = under('transaction', {
  id: 'text',
  status: 'text',
  type: 'text',
  direction: 'text',
  source: 'object',
  'source.sourceType': 'text',
  'source.accountId': 'text',
  'source.onChainTransaction': 'object',
  ...under('source.onChainTransaction', ON_CHAIN),
  destination: 'object',
  'destination.destinationType': 'text',
  'destination.accountId': 'text',
  'destination.onChainTransaction': 'object',
  ...under('destination.onChainTransaction', ON_CHAIN),
  onChainTransaction: 'object',
  ...under('onChainTransaction', ON_CHAIN),
  customerId: 'text',
  platformCustomerId: 'text',
  pendingReason: 'text',
  settledAt: 'timestamp',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  receiptDeliveryConfirmedAt: 'timestamp',
  agentId: 'text',
  description: 'text',
  sentAmount: 'object',
  'sentAmount.amount': 'integer',
  'sentAmount.currency': 'object',
  receivedAmount: 'object',
  'receivedAmount.amount': 'integer',
  'receivedAmount.currency': 'object',
  exchangeRate: 'number',
  quoteId: 'text',
  counterpartyInformation: 'object',
  fees: 'integer',
  reconciliationInstructions: 'object',
  'reconciliationInstructions.reference': 'text',
  'reconciliationInstructions.transactionHash': 'text',
  failureReason: 'text',
})

/** Contract: Transaction, refund. */
export const REFUND: Types = {
  'transaction.refund': 'object',
  ...under('transaction.refund', {
    reference: 'text',
    initiatedAt: 'timestamp',
    status: 'text',
    settledAt: 'timestamp',
    reason: 'text',
  }),
}
