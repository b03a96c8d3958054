import type { StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { newCounterparty, newUmaReceiver, type Counterparty, type UmaReceiver } from '../counterparty.ts'
import { currencies } from '../currencies.ts'
import { executeAction, newTransaction } from '../operations/submit-quote.ts'
import type { PayerDataField } from '../resources/cross-currency-transfers.ts'
import type { Quote } from '../resources/payments.ts'
import { newExternalAccount } from './external-account.ts'
import { named, oneOf, optionalSeconds, Unsupported, type Params } from './params.ts'
import { newPayer, newPlatformQuote } from './quote.ts'
import type { SetUps } from './states.ts'

function setUpUmaReceiver(setting: Setting, params: Params): StateValues['uma-receiver'] {
  const { exists = true } = params
  const receiver = newReceiver(setting, newCounterparty(setting.now()), demandedFields(params))
  if (exists === false) setting.store.umaReceivers.delete(receiver.umaAddress)
  return { umaAddress: receiver.umaAddress, currency: receiver.currency }
}

/** Somebody who is paid at an institution. */
export function newReceiver(
  { store }: Setting,
  counterparty: Counterparty,
  fields: readonly PayerDataField[] = [],
): UmaReceiver {
  const receiver = newUmaReceiver(counterparty, fields)
  store.counterparties.set(counterparty.domain, counterparty)
  store.umaReceivers.set(receiver.umaAddress, receiver)
  return receiver
}

function setUpExternalAccountReceiver(
  setting: Setting,
  params: Params,
): StateValues['external-account-receiver'] {
  const { id } = named(setting.store.customers, params, 'customerId')
  const { receiving } = setting.rules.ordinaryCorridor()
  const account = newExternalAccount(setting, id, receiving, {
    accountType: currencies.get(receiving)?.accountType ?? 'SWIFT_ACCOUNT',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
  })
  setting.store.payerDataDemands.set(account.id, demandedFields(params))
  return { accountId: account.id, currency: account.currency }
}

function demandedFields({ requiredPayerDataFields = [] }: Params): readonly PayerDataField[] {
  if (!Array.isArray(requiredPayerDataFields)) {
    throw new Unsupported('requiredPayerDataFields is an array of strings.')
  }
  return requiredPayerDataFields.map((name) => ({ name: String(name), mandatory: true }))
}

/** Bitcoin is funded into a Spark wallet, dollars into a bank account. */
function setUpRealtimeFunding(setting: Setting, params: Params): StateValues['realtime-funding'] {
  const { customerId, destinationAccountId } = newPayer(setting)
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

function setUpQuote(setting: Setting, params: Params): StateValues['quote'] {
  const status = oneOf(params, 'status', STATUSES)
  const quote = newPlatformQuote(setting, {
    balance: status === 'FAILED' ? 0n : 1_000_000_000_000n,
    expiresInSeconds:
      status === 'EXPIRED' ? SHORTEST_LIFETIME_SECONDS : optionalSeconds(params, 'expiresInSeconds'),
    // By SEPA Instant.
    ...(params.instantRail === true && { receivingCurrency: 'EUR' }),
  })
  bringTo(setting, quote, status)
  return {
    quoteId: quote.id,
    ...(quote.source.sourceType === 'ACCOUNT' && { sourceAccountId: quote.source.accountId }),
    expiresAt: String(setting.rules.serialiseTimestamp(setting.rules.statedExpiry(quote))),
  }
}

function bringTo(setting: Setting, quote: Quote, status: Quote['status']): void {
  switch (status) {
    case 'PENDING':
    case 'EXPIRED':
      return
    case 'PENDING_AUTHORIZATION':
      quote.status = status
      quote.scaChallenge = {
        id: setting.rules.newId('ScaChallenge'),
        expiresAt: quote.expiresAt,
        factor: 'SMS_OTP',
        availableFactors: ['SMS_OTP'],
        purpose: 'PAYOUT',
      }
      return
    case 'PROCESSING':
      newTransaction(setting, quote, setting.now())
      quote.status = status
      return
    default:
      executeAction(setting, undefined, newTransaction(setting, quote, setting.now()), quote, 'EXECUTION')
  }
}

function setUpCorridorLimit(setting: Setting): StateValues['corridor-limit'] {
  const { rules, store } = setting
  const payer = newPayer(setting, { receivingCurrency: 'GHS' })
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
