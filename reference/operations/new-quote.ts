import type { ServerContext } from '../call.ts'
import { currencies, currencyObject } from '../currencies.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { UmaReceiver } from '../counterparty.ts'
import type { PayerDataField } from '../resources/cross-currency-transfers.ts'
import type {
  Agent,
  Currency,
  Price,
  Quote,
  QuoteDestination,
  QuoteOwner,
  QuoteSource,
} from '../resources/payments.ts'
import { priceQuote } from './price-quote.ts'
import { requestPayment } from './receiver-lookups.ts'
import { scaChallengeFor } from './sca-challenge.ts'
import { executeForPlatform, moveMoney, submitQuote } from './submit-quote.ts'
import { isSignedByWallet } from './wallet-signature.ts'

export type Body = Readonly<Record<string, unknown>>

/** The requester of a quote, and its policy. */
export interface Requester {
  readonly owner: QuoteOwner
  /** undefined: the platform, which has no policy and can pay for any of its customers. */
  readonly agent: Agent | undefined
}

/** Contract: Endpoints 3; the platform's quotes are created in the same way. */
export function newQuote(server: ServerContext, { owner, agent }: Requester, body: Body): Quote {
  const { rules, store, now } = server
  if (agent && !rules.mayCreateQuotes(agent)) throw new Refused(rules.permissionMissing('CREATE_QUOTES'))
  const fieldErrors = fieldErrorsOf(rules, body)
  if (fieldErrors.length > 0) throw new Refused(rules.invalidFields(fieldErrors))
  const payer = agent ?? { ...owner, customerId: payingCustomer(server, body) }
  const { source, sending } = sourceOf(server, payer, body.source as Body)
  const { destination, receiving, receiver } = destinationOf(server, payer, agent, body)
  if ('accountId' in source && 'accountId' in destination && source.accountId === destination.accountId) {
    throw new Refused(rules.selfPayment)
  }
  const immediately = rules.asksForExecution(body)
  const isSigned = 'accountId' in source && isSignedByWallet(server, source.accountId)
  if (immediately && isSigned && !rules.mayExecuteSignedAtCreation(agent)) {
    throw new Refused(rules.immediateExecutionUnsigned)
  }
  if (immediately && !rules.mayExecuteImmediately(source)) {
    throw new Refused(rules.immediateExecutionUnsupported)
  }
  if (immediately && agent && !rules.mayExecuteQuotes(agent)) {
    throw new Refused(rules.permissionMissing('EXECUTE_QUOTES'))
  }

  const priced = priceQuote(server, body, sending, receiving)
  if (immediately || rules.limitsQuotes) refuseTooLarge(server, sending, receiving, priced.price)
  refuseUnverified(server, destination, priced.price)
  const counterpartyInformation = receiver && requestPayment(server, receiver, priced.price.receiving)

  const createdAt = now()
  const id = rules.newId('Quote')
  const scaChallenge = scaChallengeFor(server, payer.customerId, source, body)
  const quote: Quote = {
    id,
    agentId: agent?.id,
    customerId: payer.customerId,
    createdAt,
    expiresAt: createdAt + rules.quoteLifetimeMs(payer),
    source,
    destination,
    sendingCurrency: sending,
    receivingCurrency: receiving,
    ...priced,
    description: body.description as string | undefined,
    counterpartyInformation,
    status: scaChallenge ? 'PENDING_AUTHORIZATION' : 'PENDING',
    scaChallenge,
    payloadToSign: isSigned ? rules.payloadOfQuote(id) : undefined,
    transactionId: undefined,
  }
  if (immediately && agent && !rules.mayAwaitApproval(agent, quote))
    throw new Refused(rules.immediateExecutionUnsupported)
  store.quotes.set(quote.id, quote)
  if (rules.creationMovesMoney) moveMoney(server, quote)
  if (rules.executesAtCreation(immediately && source.sourceType === 'ACCOUNT' && !scaChallenge)) {
    if (agent) submitQuote(server, agent, quote, 'CREATION')
    else executeForPlatform(server, quote, 'CREATION')
  }
  return quote
}

/** One entry per invalid field, covering the whole request (contract: Errors). */
const fieldErrorsOf = (rules: ServerContext['rules'], body: Body) => [
  ...rules.sourceErrors(body),
  ...rules.destinationErrors(body),
  ...rules.lockedSideErrors(body),
  ...rules.lockedAmountErrors(body),
  ...rules.amountSignErrors(body),
  ...rules.excessiveAmountErrors(body, rules.maximumAmount()),
  ...rules.lookupIdErrors(body),
  ...rules.lookupRequirementErrors(body),
  ...rules.immediatelyExecuteErrors(body),
  ...rules.descriptionErrors(body),
  ...rules.paymentReferenceErrors(body),
  ...rules.paymentReferenceLengthErrors(body, rules.paymentReferenceMaximumLength),
  ...rules.purposeErrors(body, rules.purposes()),
  ...rules.feeOverrideErrors(body),
  ...rules.scaFactorErrors(body),
  ...rules.senderInformationErrors(body),
]

/** The customer who pays. For real-time funding, the named customer, otherwise the payee. */
function payingCustomer(server: ServerContext, body: Body): string {
  const { store } = server
  const [source, destination] = [body.source as Body, body.destination as Body]
  if (source.sourceType === 'ACCOUNT') {
    const account = accountNamed(server, source.accountId)
    if (!account?.customerId) throw new Refused(server.rules.accountNotFound(account, source))
    return account.customerId
  }
  const customerId = source.customerId ?? accountNamed(server, destination.accountId)?.customerId
  if (typeof customerId !== 'string' || !store.customers.has(customerId)) {
    throw invalidField(server, 'source.customerId')
  }
  return customerId
}

const accountNamed = ({ store }: ServerContext, accountId: unknown) =>
  store.internalAccounts.get(String(accountId)) ?? store.externalAccounts.get(String(accountId))

function sourceOf(
  server: ServerContext,
  payer: QuoteOwner,
  source: Body,
): { readonly source: QuoteSource; readonly sending: Currency } {
  const { rules, store } = server
  const { customerId } = payer
  if (source.sourceType === 'REALTIME_FUNDING') {
    const currency = source.currency as string
    if (!currencies.has(currency)) throw new Refused(rules.rateUnavailable)
    return {
      source: { sourceType: 'REALTIME_FUNDING', currency, customerId },
      sending: currencyObject(currency),
    }
  }
  const accountId = source.accountId as string
  const account = accountNamed(server, accountId)
  if (!account || !rules.sourceBelongsToCustomer(account, payer, store.platformAccountIds)) {
    throw new Refused(rules.accountNotFound(account))
  }
  if (!store.internalAccounts.has(accountId)) throw new Refused(rules.sourceCannotBePulled)
  return {
    source: { sourceType: 'ACCOUNT', accountId, customerId },
    sending: currencyObject(account.currency),
  }
}

interface Receiving {
  readonly destination: QuoteDestination
  readonly receiving: Currency
  /** The payee at a UMA address. */
  readonly receiver?: UmaReceiver
}

function destinationOf(
  server: ServerContext,
  payer: QuoteOwner,
  agent: Agent | undefined,
  body: Body,
): Receiving {
  const { rules } = server
  const { destinationType, umaAddress, accountId, paymentRail } = body.destination as Body
  if (destinationType === 'UMA_ADDRESS') return umaDestination(server, String(umaAddress), body)
  const account = accountNamed(server, accountId)
  if (
    !account ||
    (agent && !rules.destinationBelongsToCustomer(account, payer, server.store.platformAccountIds))
  ) {
    throw new Refused(rules.accountNotFound(account))
  }
  refuseUnknownLookup(server, account.id, body)
  refuseWithoutPayerData(server, server.store.payerDataDemands.get(account.id) ?? [], body, 'ACCOUNT')
  if (!rules.referenceIsKnown(server.store.billerReferences.get(account.id), body.remittanceInformation)) {
    throw new Refused(rules.referenceNotFound)
  }
  const rail = typeof paymentRail === 'string' ? paymentRail : currencies.get(account.currency)?.paymentRail
  return {
    destination: { destinationType: 'ACCOUNT', accountId: account.id, paymentRail: rail ?? 'SWIFT' },
    receiving: currencyObject(account.currency),
  }
}

/** A UMA address is paid only after its lookup (lookupId). */
function umaDestination(server: ServerContext, umaAddress: string, body: Body): Receiving {
  const { rules, store } = server
  const { currency: asked } = body.destination as Body
  refuseUnknownLookup(server, umaAddress, body)
  const receiver = rules.umaReceiverNamed(store.umaReceivers, umaAddress)
  if (!receiver) throw new Refused(rules.umaNotFound)
  const { currency, requiredPayerDataFields } = receiver
  if (asked !== undefined && asked !== currency) throw new Refused(rules.currencyRefusedByReceiver)
  refuseWithoutPayerData(server, requiredPayerDataFields, body, 'UMA_ADDRESS')
  return {
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
    receiving: currencyObject(currency),
    receiver,
  }
}

function refuseUnknownLookup({ rules, store }: ServerContext, receiver: string, { lookupId }: Body): void {
  if (lookupId !== undefined && !rules.lookupNamed(store.lookups, lookupId as string, receiver)) {
    throw new Refused(rules.lookupNotFound)
  }
}

function refuseWithoutPayerData(
  { rules }: ServerContext,
  demanded: readonly PayerDataField[],
  { senderCustomerInfo }: Body,
  destination: QuoteDestination['destinationType'],
): void {
  const missing = rules.payerDataMissing(demanded, (senderCustomerInfo ?? {}) as Body, destination)
  if (missing.length > 0) throw new Refused(rules.payerDataRefused(missing))
}

/** Contract: External account status, PENDING_OWNERSHIP_VERIFICATION. */
function refuseUnverified(
  { rules, store }: ServerContext,
  destination: QuoteDestination,
  price: Price,
): void {
  const account =
    destination.destinationType === 'ACCOUNT' ? store.externalAccounts.get(destination.accountId) : undefined
  if (account && rules.needsOwnershipVerification(account, price)) {
    throw new Refused(rules.ownershipUnverified)
  }
}

/** Contract: Limits, single-transaction maximum. */
export function refuseTooLarge(
  { rules }: ServerContext,
  sending: Currency,
  receiving: Currency,
  price: Price,
): void {
  if (rules.exceedsMaximum(price, rules.maximumOfCorridor(sending.code, receiving.code))) {
    throw new Refused(rules.transactionTooLarge)
  }
}
