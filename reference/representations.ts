/** Resources as their JSON, in the contract's field names (contract: Resources and their fields). */
import type { ServerContext } from './call.ts'
import { currencyObject } from './currencies.ts'
import { paymentInstructions } from './payment-instructions.ts'
import type {
  AgentAction,
  Customer,
  ExternalAccount,
  Quote,
  Refund,
  ScaChallenge,
  Transaction,
} from './resources/payments.ts'
import { stored } from './store.ts'

type Json = Readonly<Record<string, unknown>>

/** The values that the platform gave, and the two identifiers. */
export const customerBody = ({ id, platformCustomerId, kycStatus, information }: Customer): Json => ({
  ...information,
  ...(kycStatus !== undefined && { kycStatus }),
  id,
  platformCustomerId,
})

export const externalAccountBody = (account: ExternalAccount): Json => ({
  id: account.id,
  customerId: account.customerId,
  status: account.status,
  platformAccountId: account.platformAccountId,
  ...(account.ownershipType !== undefined && { ownershipType: account.ownershipType }),
  currency: account.currency,
  defaultUmaDepositAccount: account.defaultUmaDepositAccount ?? false,
  beneficiaryVerificationStatus: account.beneficiaryVerificationStatus ?? 'UNSUPPORTED',
  ...(account.beneficiaryVerifiedData && { beneficiaryVerifiedData: account.beneficiaryVerifiedData }),
  accountInfo: account.accountInfo,
})

export function quoteBody({ rules, now }: ServerContext, stored: Quote): Json {
  const quote = rules.shown('Quote', stored, now())
  const { price, transactionId } = quote
  return {
    id: quote.id,
    status: rules.shownQuoteStatus(quote, rules.quoteHasExpired(stored, now())),
    createdAt: rules.serialiseTimestamp(quote.createdAt),
    expiresAt: rules.serialiseTimestamp(quote.expiresAt),
    source: quote.source,
    destination: quote.destination,
    sendingCurrency: quote.sendingCurrency,
    receivingCurrency: quote.receivingCurrency,
    totalSendingAmount: rules.serialiseAmount(price.sending),
    totalReceivingAmount: rules.serialiseAmount(price.receiving),
    exchangeRate: quote.exchangeRate,
    feesIncluded: rules.serialiseAmount(price.fees),
    platformFeesIncluded: rules.serialiseAmount(price.platformFees),
    ...(transactionId !== undefined && { transactionId }),
    ...(rules.showsPaymentInstructions(quote) && { paymentInstructions: paymentInstructions(quote) }),
    ...(quote.counterpartyInformation && { counterpartyInformation: quote.counterpartyInformation }),
    rateDetails: quote.rateDetails,
    ...(quote.payloadToSign !== undefined && rules.statedPayload(quote.payloadToSign)),
    ...(quote.scaChallenge &&
      rules.showsScaChallenge(quote) && { scaChallenge: scaChallengeBody(rules, quote.scaChallenge) }),
  }
}

const scaChallengeBody = (rules: ServerContext['rules'], challenge: ScaChallenge): Json => ({
  ...challenge,
  expiresAt: rules.serialiseTimestamp(challenge.expiresAt),
})

export function transactionBody(server: ServerContext, transaction: Transaction): Json {
  const { rules, store, now } = server
  const quote = stored(store.quotes, transaction.quoteId)
  const customer = stored(store.customers, quote.customerId)
  return {
    id: transaction.id,
    status: transaction.status,
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: { ...quote.source, currency: quote.sendingCurrency.code },
    destination: { ...quote.destination, currency: quote.receivingCurrency.code },
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    ...(transaction.settledAt !== undefined && {
      settledAt: rules.serialiseTimestamp(transaction.settledAt),
    }),
    createdAt: rules.serialiseTimestamp(transaction.createdAt),
    updatedAt: rules.serialiseTimestamp(transaction.updatedAt),
    ...(quote.agentId !== undefined && { agentId: quote.agentId }),
    ...(quote.description !== undefined && { description: quote.description }),
    sentAmount: {
      amount: rules.serialiseAmount(quote.price.sending),
      currency: currencyObject(quote.sendingCurrency.code),
    },
    receivedAmount: {
      amount: rules.serialiseAmount(quote.price.receiving),
      currency: currencyObject(quote.receivingCurrency.code),
    },
    exchangeRate: quote.exchangeRate,
    quoteId: quote.id,
    fees: rules.serialiseAmount(rules.shown('Quote', quote, now()).price.fees),
    ...(transaction.failureReason !== undefined && { failureReason: transaction.failureReason }),
    ...(transaction.refund && { refund: refundBody(server, transaction.refund) }),
  }
}

const refundBody = ({ rules }: ServerContext, { reference, initiatedAt, settledAt }: Refund): Json => ({
  reference,
  initiatedAt: rules.serialiseTimestamp(initiatedAt),
  status: 'COMPLETED',
  settledAt: rules.serialiseTimestamp(settledAt),
  reason: 'TRANSACTION_FAILED',
})

export function actionBody(server: ServerContext, action: AgentAction): Json {
  const { rules, store, now } = server
  const agent = stored(store.agents, action.agentId)
  return {
    id: action.id,
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: agent.platformCustomerId,
    status: rules.shown('AgentAction', action, now()).status,
    type: 'EXECUTE_QUOTE',
    createdAt: rules.serialiseTimestamp(action.createdAt),
    updatedAt: rules.serialiseTimestamp(action.updatedAt),
    quote: quoteBody(server, stored(store.quotes, action.quoteId)),
    transaction: transactionBody(server, stored(store.transactions, action.transactionId)),
    ...(action.rejectionReason !== undefined && { rejectionReason: action.rejectionReason }),
  }
}
