import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { newCounterparty, newUmaReceiver, type Counterparty, type UmaReceiver } from '../counterparty.ts'
import { currencies } from '../currencies.ts'
import { executeAction, newTransaction } from '../operations/submit-quote.ts'
import type { PayerDataField } from '../resources/cross-currency-transfers.ts'
import type { Quote } from '../resources/payments.ts'
import { newExternalAccount } from './external-account.ts'
import { named, oneOf, optionalSeconds, Unsupported, type Params } from './params.ts'
import { newPayer, newPlatformQuote } from './quote.ts'
import type { SetUps } from './states.ts'

function setUpUmaReceiver(server: ServerContext, params: Params): StateValues['uma-receiver'] {
  const { exists = true } = params
  const receiver = newReceiver(server, newCounterparty(server.now()), demandedFields(params))
  if (exists === false) server.store.umaReceivers.delete(receiver.umaAddress)
  return { umaAddress: receiver.umaAddress, currency: receiver.currency }
}

/** A receiver at an institution. */
export function newReceiver(
  { store }: ServerContext,
  counterparty: Counterparty,
  fields: readonly PayerDataField[] = [],
): UmaReceiver {
  const receiver = newUmaReceiver(counterparty, fields)
  store.counterparties.set(counterparty.domain, counterparty)
  store.umaReceivers.set(receiver.umaAddress, receiver)
  return receiver
}

function setUpExternalAccountReceiver(
  server: ServerContext,
  params: Params,
): StateValues['external-account-receiver'] {
  const { id } = named(server.store.customers, params, 'customerId')
  const { receiving } = server.rules.ordinaryCorridor()
  const account = newExternalAccount(server, id, receiving, {
    accountType: currencies.get(receiving)?.accountType ?? 'SWIFT_ACCOUNT',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
  })
  server.store.payerDataDemands.set(account.id, demandedFields(params))
  return { accountId: account.id, currency: account.currency }
}

function demandedFields({ requiredPayerDataFields = [] }: Params): readonly PayerDataField[] {
  if (!Array.isArray(requiredPayerDataFields)) {
    throw new Unsupported('requiredPayerDataFields is an array of strings.')
  }
  return requiredPayerDataFields.map((name) => ({ name: String(name), mandatory: true }))
}

/** Bitcoin is funded through a Spark wallet, dollars through a bank account. */
function setUpRealtimeFunding(server: ServerContext, params: Params): StateValues['realtime-funding'] {
  const { customerId, destinationAccountId } = newPayer(server)
  return {
    customerId,
    currency: params.instructions === 'SPARK_WALLET' ? 'BTC' : 'USD',
    destinationAccountId,
  }
}

const STATUSES = [
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const satisfies readonly Quote['status'][]

const SHORTEST_LIFETIME_SECONDS = 0.01

function setUpQuote(server: ServerContext, params: Params): StateValues['quote'] {
  const status = oneOf(params, 'status', STATUSES)
  const quote = newPlatformQuote(server, {
    balance: status === 'FAILED' ? 0n : 1_000_000_000_000n,
    expiresInSeconds:
      status === 'EXPIRED' ? SHORTEST_LIFETIME_SECONDS : optionalSeconds(params, 'expiresInSeconds'),
    // By SEPA Instant.
    ...(params.instantRail === true && { receivingCurrency: 'EUR' }),
  })
  bringTo(server, quote, status)
  return {
    quoteId: quote.id,
    ...(quote.source.sourceType === 'ACCOUNT' && { sourceAccountId: quote.source.accountId }),
    expiresAt: String(
      server.rules.serialiseTimestamp(server.rules.shown('Quote', quote, server.now()).expiresAt),
    ),
  }
}

function bringTo(server: ServerContext, quote: Quote, status: Quote['status']): void {
  switch (status) {
    case 'PENDING':
    case 'EXPIRED':
      return
    case 'PENDING_AUTHORIZATION':
      quote.status = status
      quote.scaChallenge = {
        id: server.rules.newId('ScaChallenge'),
        expiresAt: quote.expiresAt,
        factor: 'SMS_OTP',
        availableFactors: ['SMS_OTP'],
        purpose: 'PAYOUT',
      }
      return
    case 'PROCESSING':
      newTransaction(server, quote, server.now())
      quote.status = status
      return
    default:
      executeAction(server, undefined, newTransaction(server, quote, server.now()), quote, 'EXECUTION')
  }
}

function setUpCorridorLimit(server: ServerContext): StateValues['corridor-limit'] {
  const { rules, store } = server
  const payer = newPayer(server, { receivingCurrency: 'GHS' })
  const [source, destination] = [
    named(store.internalAccounts, payer, 'sourceAccountId'),
    named(store.externalAccounts, payer, 'destinationAccountId'),
  ]
  return { ...payer, maximumAmount: Number(rules.maximumOfCorridor(source.currency, destination.currency)) }
}

export const crossCurrencyTransfersStates = {
  'uma-receiver': setUpUmaReceiver,
  'external-account-receiver': setUpExternalAccountReceiver,
  'realtime-funding': setUpRealtimeFunding,
  quote: setUpQuote,
  'corridor-limit': setUpCorridorLimit,
} satisfies Partial<SetUps>
