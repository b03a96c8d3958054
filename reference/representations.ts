/** Resources as their JSON, in the contract's field names (contract: Resources and their fields). */
import type { Setting } from './call.ts'
import { currencyObject } from './currencies.ts'
import type { AgentAction, ExternalAccount, Quote, Refund, Transaction } from './resources/payments.ts'
import { stored } from './store.ts'

type Json = Readonly<Record<string, unknown>>

export const externalAccountBody = (account: ExternalAccount): Json => ({
  id: account.id,
  customerId: account.customerId,
  status: account.status,
  platformAccountId: account.platformAccountId,
  ownershipType: 'FIRST_PARTY',
  currency: account.currency,
  defaultUmaDepositAccount: false,
  beneficiaryVerificationStatus: 'UNSUPPORTED',
  accountInfo: account.accountInfo,
})

export function quoteBody({ rules, now }: Setting, quote: Quote): Json {
  const { price } = quote
  const transactionId = rules.shownTransactionId(quote)
  return {
    id: quote.id,
    status: rules.shownQuoteStatus(quote, rules.quoteHasExpired(quote, now())),
    createdAt: rules.serialiseTimestamp(rules.statedCreation(quote)),
    expiresAt: rules.serialiseTimestamp(rules.statedExpiry(quote)),
    source: rules.statedSource(quote),
    destination: rules.statedDestination(quote),
    ...rules.statedCurrencies(quote),
    totalSendingAmount: rules.serialiseAmount(price.sending),
    totalReceivingAmount: rules.serialiseAmount(price.receiving),
    exchangeRate: quote.exchangeRate,
    feesIncluded: rules.serialiseAmount(rules.feesIncluded(price)),
    platformFeesIncluded: rules.serialiseAmount(rules.platformFeesIncluded(price)),
    ...(transactionId !== undefined && { transactionId }),
    ...(quote.source.sourceType === 'REALTIME_FUNDING' && {
      paymentInstructions: paymentInstructions(quote),
    }),
    rateDetails: quote.rateDetails,
  }
}

/** Not required when the source is an internal account (paymentInstructions). */
const paymentInstructions = ({ id, sendingCurrency }: Quote): readonly Json[] => [
  {
    accountOrWalletInfo: {
      accountType: `${sendingCurrency.code}_ACCOUNT`,
      paymentRails: ['ACH', 'WIRE'],
      accountNumber: '1234567890',
      routingNumber: '021000021',
      bankName: 'Reference Bank',
      reference: id,
    },
    instructionsNotes: 'Name the reference in the memo of the payment.',
  },
]

export function transactionBody(setting: Setting, transaction: Transaction): Json {
  const { rules, store } = setting
  const quote = stored(store.quotes, transaction.quoteId)
  const agent = stored(store.agents, quote.agentId)
  return {
    id: transaction.id,
    status: transaction.status,
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: { ...quote.source, currency: quote.sendingCurrency.code },
    destination: { ...quote.destination, currency: quote.receivingCurrency.code },
    customerId: agent.customerId,
    platformCustomerId: agent.platformCustomerId,
    ...(transaction.settledAt !== undefined && {
      settledAt: rules.serialiseTimestamp(transaction.settledAt),
    }),
    createdAt: rules.serialiseTimestamp(transaction.createdAt),
    updatedAt: rules.serialiseTimestamp(transaction.updatedAt),
    agentId: agent.id,
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
    fees: rules.serialiseAmount(rules.feesIncluded(quote.price)),
    ...(transaction.failureReason !== undefined && { failureReason: transaction.failureReason }),
    ...(transaction.refund && { refund: refundBody(setting, transaction.refund) }),
  }
}

const refundBody = ({ rules }: Setting, { reference, initiatedAt, settledAt }: Refund): Json => ({
  reference,
  initiatedAt: rules.serialiseTimestamp(initiatedAt),
  status: 'COMPLETED',
  settledAt: rules.serialiseTimestamp(settledAt),
  reason: 'TRANSACTION_FAILED',
})

export function actionBody(setting: Setting, action: AgentAction): Json {
  const { rules, store } = setting
  const agent = stored(store.agents, action.agentId)
  return {
    id: action.id,
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: agent.platformCustomerId,
    status: rules.shownStatus(action),
    type: 'EXECUTE_QUOTE',
    createdAt: rules.serialiseTimestamp(action.createdAt),
    updatedAt: rules.serialiseTimestamp(action.updatedAt),
    quote: quoteBody(setting, stored(store.quotes, action.quoteId)),
    transaction: transactionBody(setting, stored(store.transactions, action.transactionId)),
    ...(action.rejectionReason !== undefined && { rejectionReason: action.rejectionReason }),
  }
}
