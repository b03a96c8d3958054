import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../answer.ts'
import type { AgentCall, AgentOperation, Setting } from '../call.ts'
import { currencies, currencyObject } from '../currencies.ts'
import { Refused } from '../errors.ts'
import { refusalAnswer } from '../refusal-answer.ts'
import { quoteBody } from '../representations.ts'
import type { Agent, Currency, Quote, QuoteDestination, QuoteSource } from '../resources/payments.ts'
import { priceQuote } from './price-quote.ts'
import { submitQuote } from './submit-quote.ts'

type Body = Readonly<Record<string, unknown>>

/** Contract: Endpoints 3. The same request identifier again gets the answer of the first request. */
export const createAgentQuote: AgentOperation = async (setting, call) => {
  const { rules, store, now } = setting
  const { agent, requestId } = call
  if (!rules.requestIdIsAcceptable(requestId)) throw new Refused(rules.unacceptableRequestId())
  const body = call.body()
  const fingerprint = rules.fingerprintOf(agent, body)
  const scope = rules.replayScope(agent, requestId ?? '', fingerprint)
  const earlier = rules.earlierRequest(store.requests, scope, now(), rules.requestIdLifetimeMs(agent))
  if (earlier && rules.isLookedUp(body)) {
    if (!rules.isSameRequest(earlier, fingerprint)) {
      throw new Refused(rules.requestIdUsedForAnotherRequest())
    }
    const refused = rules.replayRefused(earlier)
    if (refused) throw new Refused(refused)
    return rules.replayedAnswer(await earlier.answer)
  }
  const answer = answerFirst(setting, call, body)
  const request = { fingerprint, answer, receivedAt: now(), answered: false }
  rules.rememberRequest(store.requests, scope, request)
  answer.then(
    () => (request.answered = true),
    // What failed for a reason of ours is not an answer: the next request is judged anew.
    () => store.requests.delete(scope),
  )
  return answer
}

/** Refusals are answers too, and are remembered like any other. */
async function answerFirst(setting: Setting, call: AgentCall, body: Body): Promise<Answer> {
  const ms = setting.rules.quoteTakesMs()
  if (ms > 0) await sleep(ms)
  try {
    return {
      status: setting.rules.quoteCreated(),
      body: quoteBody(setting, newQuote(setting, call.agent, body)),
    }
  } catch (error) {
    if (error instanceof Refused) return refusalAnswer(setting.rules, call.operation, error.refusal)
    throw error
  }
}

function newQuote(setting: Setting, agent: Agent, body: Body): Quote {
  const { rules, store, now } = setting
  if (!rules.mayCreateQuotes(agent)) throw new Refused(rules.permissionMissing('CREATE_QUOTES'))
  const fieldErrors = fieldErrorsOf(rules, body)
  if (fieldErrors.length > 0) throw new Refused(rules.invalidFields(fieldErrors))
  const { source, sending } = sourceOf(setting, agent, body.source as Body)
  const { destination, receiving } = destinationOf(setting, agent, body)
  if ('accountId' in source && 'accountId' in destination && source.accountId === destination.accountId) {
    throw new Refused(rules.selfPayment())
  }
  const immediately = body.immediatelyExecute === true
  if (immediately && !rules.mayExecuteImmediately(source)) {
    throw new Refused(rules.immediateExecutionUnsupported())
  }
  if (immediately && !rules.mayExecuteQuotes(agent)) {
    throw new Refused(rules.permissionMissing('EXECUTE_QUOTES'))
  }

  const createdAt = now()
  const quote: Quote = {
    id: rules.newId('Quote'),
    agentId: agent.id,
    createdAt,
    expiresAt: createdAt + rules.quoteLifetimeMs(agent),
    source,
    destination,
    sendingCurrency: sending,
    receivingCurrency: receiving,
    ...priceQuote(setting, body, sending, receiving),
    description: body.description as string | undefined,
    status: 'PENDING',
    transactionId: undefined,
  }
  if (immediately && !rules.mayAwaitApproval(agent, quote))
    throw new Refused(rules.immediateExecutionUnsupported())
  store.quotes.set(quote.id, quote)
  if (rules.executesAtCreation(immediately)) submitQuote(setting, agent, quote, 'CREATION')
  return quote
}

/** One entry per invalid field, covering the whole request (contract: Errors). */
const fieldErrorsOf = (rules: Setting['rules'], body: Body) => [
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
  ...rules.paymentReferenceLengthErrors(body, rules.paymentReferenceMaximumLength()),
  ...rules.purposeErrors(body, rules.purposes()),
  ...rules.feeOverrideErrors(body),
  ...rules.scaFactorErrors(body),
  ...rules.senderInformationErrors(body),
]

function sourceOf(
  { rules, store }: Setting,
  agent: Agent,
  source: Body,
): { readonly source: QuoteSource; readonly sending: Currency } {
  const { customerId } = agent
  if (source.sourceType === 'REALTIME_FUNDING') {
    const currency = source.currency as string
    if (!currencies.has(currency)) throw new Refused(rules.rateUnavailable())
    return {
      source: { sourceType: 'REALTIME_FUNDING', currency, customerId },
      sending: currencyObject(currency),
    }
  }
  const accountId = source.accountId as string
  const external = store.externalAccounts.get(accountId)
  const account = store.internalAccounts.get(accountId) ?? external
  if (!account || !rules.sourceBelongsToCustomer(account, agent)) {
    throw new Refused(rules.accountNotFound(account))
  }
  if (external) throw new Refused(rules.sourceCannotBePulled())
  return {
    source: { sourceType: 'ACCOUNT', accountId, customerId },
    sending: currencyObject(account.currency),
  }
}

function destinationOf(
  { rules, store }: Setting,
  agent: Agent,
  { destination, lookupId }: Body,
): { readonly destination: QuoteDestination; readonly receiving: Currency } {
  // No receiver lookup is offered here, so there is none that an identifier could name.
  if (lookupId !== undefined) throw new Refused(rules.lookupNotFound())
  const { destinationType, umaAddress, currency, accountId, paymentRail } = destination as Readonly<
    Record<string, string>
  >
  if (destinationType === 'UMA_ADDRESS' && umaAddress !== undefined) {
    const receiving = currencyObject(currency !== undefined && currencies.has(currency) ? currency : 'USD')
    return { destination: { destinationType, umaAddress, currency: receiving.code }, receiving }
  }
  const account = store.internalAccounts.get(accountId ?? '') ?? store.externalAccounts.get(accountId ?? '')
  if (!account || !rules.destinationBelongsToCustomer(account, agent)) {
    throw new Refused(rules.accountNotFound(account))
  }
  const rail = typeof paymentRail === 'string' ? paymentRail : currencies.get(account.currency)?.paymentRail
  return {
    destination: { destinationType: 'ACCOUNT', accountId: account.id, paymentRail: rail ?? 'SWIFT' },
    receiving: currencyObject(account.currency),
  }
}

/** The agent's own quote; of others' no more is said than of one that does not exist. */
export const getAgentQuote: AgentOperation = (setting, { agent, parameter }) => {
  const { rules } = setting
  const quote = rules.storeToRead(setting.store).quotes.get(parameter('quoteId'))
  if (!quote || !rules.quoteIsVisible(quote, agent)) throw new Refused(rules.quoteNotFound())
  return { status: 200, body: quoteBody(setting, rules.quoteWhenRead(quote)) }
}
