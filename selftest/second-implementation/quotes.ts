/** Quotes: an agent requests them, and both sides read them. */
import { requirePermission, requireWithinLimit } from './agents.ts'
import type { HandlerResponse, AgentCall, Body, Call } from './call.ts'
import { isBody, ok } from './call.ts'
import { currency } from './currencies.ts'
import { submit } from './execution.ts'
import { shouted, timed } from './identifiers.ts'
import { inMicroseconds, inSeconds, wholeSecondAfter } from './instants.ts'
import type { PlatformFee } from './pricing.ts'
import { price } from './pricing.ts'
import { Rejection, invalidField, invalidFields, notFound } from './rejection.ts'
import { faultsOf } from './quote-request.ts'
import type { Agent, Ledger, Quote, World } from './world.ts'

/** Another service creates the quote; it takes long enough for a repeat of the same request to arrive. */
const MAKING_TAKES = 60
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const statusOf = (quote: Quote): string =>
  quote.status.startsWith('PENDING') && Date.now() >= quote.expires ? 'EXPIRED' : quote.status

export function presentQuote(quote: Quote): Body {
  const status = statusOf(quote)
  return {
    _self: `/quotes/${quote.id}`,
    id: quote.id,
    status,
    createdAt: inMicroseconds(quote.created),
    expiresAt: inSeconds(quote.expires),
    source: quote.source,
    destination: quote.destination,
    sendingCurrency: quote.sending,
    receivingCurrency: quote.receiving,
    totalSendingAmount: quote.price.sends,
    totalReceivingAmount: quote.price.receives,
    exchangeRate: quote.price.rate,
    feesIncluded: quote.price.fees,
    ...(quote.overridden && { platformFeesIncluded: quote.price.platformFees }),
    ...(quote.action && { transactionId: quote.action.transaction.id }),
    ...(status === 'PENDING_AUTHORIZATION' && { scaChallenge: scaChallenge(quote) }),
    ...(!quote.from && status === 'PENDING' && { paymentInstructions: [payInto(quote)] }),
  }
}

const scaChallenge = (quote: Quote): Body => ({
  id: quote.scaId,
  purpose: 'PAYOUT',
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  expiresAt: inSeconds(quote.expires),
})

const payInto = (quote: Quote): Body => ({
  instructionsNotes: 'Put the reference where your bank asks for a message.',
  accountOrWalletInfo: {
    accountType: 'USD_ACCOUNT',
    paymentRails: ['WIRE'],
    accountNumber: '000123456789',
    routingNumber: '021000021',
    bankName: 'Bank of Elsewhere',
    reference: quote.id.slice(-12),
  },
})

export function findQuote(world: World, id = ''): Quote {
  const quote = world.quotes.get(id)
  if (!quote) throw notFound()
  return quote
}

export const getQuote = (world: World, { path }: Call): HandlerResponse =>
  ok(presentQuote(findQuote(world, path[0])))

export function getOwnQuote(world: World, { path, agent }: AgentCall): HandlerResponse {
  const quote = findQuote(world, path[0])
  if (quote.agent !== agent) throw notFound()
  return ok(presentQuote(quote))
}

/** Contract: the quote then carries a challenge that must be authorized before execution. */
export function authorizeQuote(world: World, { path, body }: Call): HandlerResponse {
  const quote = findQuote(world, path[0])
  if (statusOf(quote) !== 'PENDING_AUTHORIZATION')
    throw new Rejection(409, 'CONFLICT', 'This quote awaits no authorization.')
  if (body()['code'] !== quote.agent.code) throw invalidField('code', {}, 'That is not the code.')
  quote.status = 'PENDING'
  return ok(presentQuote(quote))
}

/**
 * The same identifier gets the same response. While the first request is in progress, or with another body, it is
 * rejected.
 */
export async function createOwnQuote(
  world: World,
  { agent, headers, body }: AgentCall,
): Promise<HandlerResponse> {
  requirePermission(agent, 'CREATE_QUOTES')
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !UUID.test(key))
    throw new Rejection(400, 'INVALID_INPUT', 'Every request for a quote needs a UUID of its own.')
  const request = body()
  const name = world.mistakes.everyRequestIsNew ? shouted('Key') : `${agent.id} ${key.toLowerCase()}`
  const print = canonical(request)
  const known = world.keys.get(name)
  if (known?.response && known.print === print) return { status: 200, body: known.response }
  if (known?.response)
    throw new Rejection(400, 'INVALID_INPUT', 'This identifier belongs to another request.')
  if (known) throw new Rejection(409, 'DUPLICATE_PAY_REQUEST', 'The first request is still being worked on.')

  const entry: { print: string; response?: string } = { print }
  world.keys.set(name, entry)
  try {
    await new Promise<void>((done) => world.later(MAKING_TAKES, done))
    const quote = make(world, agent, request)
    if (request['immediatelyExecute'] === true) submit(world, quote)
    entry.response = JSON.stringify(presentQuote(quote))
    return { status: 200, body: entry.response }
  } catch (error) {
    world.keys.delete(name)
    throw error
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isBody(value)) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`
}

function ledgerOf(world: World, agent: Agent, id: unknown, customerId?: unknown): Ledger {
  const ledger = world.ledgers.get(String(id))
  if (ledger?.customerId !== agent.customerId || (customerId ?? agent.customerId) !== agent.customerId)
    throw notFound()
  return ledger
}

function currencyOrRefuse(code: unknown) {
  const found = currency(String(code))
  if (!found) throw new Rejection(400, 'INVALID_CURRENCY', 'That currency is not traded here.')
  return found
}

function platformFee(request: Body, source: string): PlatformFee | undefined {
  const override = request['platformFeeOverride']
  if (!isBody(override)) return undefined
  const fixed = isBody(override['platformFixedFee']) ? override['platformFixedFee'] : { amount: 0 }
  const denominated = isBody(fixed['currency']) ? fixed['currency']['code'] : fixed['currency']
  if (source !== 'USD' || (denominated !== undefined && denominated !== 'USD'))
    throw invalidField(
      'platformFeeOverride',
      {},
      'Only transfers from US dollars take a fee of your own, in dollars.',
    )
  return {
    fixed: BigInt(Number(fixed['amount'])),
    basisPoints: BigInt(Number(override['platformVariableFeeBps'] ?? 0)),
  }
}

function make(world: World, agent: Agent, request: Body): Quote {
  const faults = faultsOf(request)
  if (faults.length > 0) throw invalidFields(faults)
  const source = request['source'] as Body
  const destination = request['destination'] as Body
  const realtime = source['sourceType'] === 'REALTIME_FUNDING'
  const uma = destination['destinationType'] === 'UMA_ADDRESS'
  const from = realtime ? undefined : ledgerOf(world, agent, source['accountId'], source['customerId'])
  const to = uma ? undefined : ledgerOf(world, agent, destination['accountId'])
  if (realtime && (source['customerId'] ?? agent.customerId) !== agent.customerId) throw notFound()
  if (from && !from.internal) throw invalidField('source.accountId', {}, 'Money cannot be pulled from there.')
  if (from && from === to) throw new Rejection(400, 'SELF_PAYMENT', 'From there to there is no transfer.')
  if (uma) throw new Rejection(404, 'NOT_FOUND', 'No lookup by that identifier.')
  if (realtime && request['immediatelyExecute'] === true)
    throw invalidField('immediatelyExecute', {}, 'What is yet to be paid in cannot be sent at once.')
  const guarded = realtime && agent.strictRegion
  if (guarded && request['scaFactor'] === 'TOTP')
    throw invalidField('scaFactor', { enum: ['SMS_OTP', 'PASSKEY'] }, 'TOTP cannot be linked to a payment.')
  const sending = from?.currency ?? currencyOrRefuse(source['currency'])
  const receiving = to?.currency ?? sending
  const fee = platformFee(request, sending.code)
  const created = Date.now()
  const quote: Quote = {
    id: timed('Quote'),
    agent,
    price: price(
      {
        side: request['lockedCurrencySide'] === 'SENDING' ? 'SENDING' : 'RECEIVING',
        amount: Number(request['lockedCurrencyAmount']),
      },
      sending,
      receiving,
      fee,
    ),
    sending,
    receiving,
    source: from
      ? { sourceType: 'ACCOUNT', accountId: from.id, customerId: from.customerId }
      : { sourceType: 'REALTIME_FUNDING', currency: sending.code },
    destination: { destinationType: 'ACCOUNT', accountId: to?.id },
    from,
    to,
    overridden: fee !== undefined,
    description: typeof request['description'] === 'string' ? request['description'] : undefined,
    created,
    expires: wholeSecondAfter(created + agent.quoteSeconds * 1000),
    scaId: guarded ? shouted('ScaChallenge') : undefined,
    status: guarded ? 'PENDING_AUTHORIZATION' : 'PENDING',
  }
  requireWithinLimit(agent.policy, sending.code, quote.price.sends)
  world.quotes.set(quote.id, quote)
  return quote
}
