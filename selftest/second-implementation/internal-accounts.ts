/** Internal accounts of customers and of the platform, their test money, and the rates between currencies. */
import type { HandlerResponse, Body, Call } from './call.ts'
import { ok } from './call.ts'
import { currency, PAYABLE, rateBetween } from './currencies.ts'
import { customerAt } from './customers.ts'
import { shouted } from './identifiers.ts'
import { inSeconds } from './instants.ts'
import { Rejection, invalidField } from './rejection.ts'
import type { Ledger, World } from './world.ts'

/** The maximum of one request for test money, in the smallest unit. */
const MOST_TEST_MONEY = 2_000_000_000
/** Test money is booked some time after the request. */
const BOOKING_TAKES = 300

const present = ({ id, customerId, currency: of, balance }: Ledger): Body => ({
  id,
  ...(customerId === null ? { purpose: 'FEES' } : { customerId, purpose: 'MAIN' }),
  currency: of,
  balances: { available: balance, reserved: 0 },
  status: 'OPEN',
})

/** The account that receives fees. */
export function openPlatformAccount(world: World): void {
  const of = currency('USD')
  const id = shouted('InternalAccount')
  if (of) world.ledgers.set(id, { id, customerId: null, currency: of, internal: true, balance: 0 })
}

/** A bare list: a customer has as many accounts as currencies. */
export function listCustomerAccounts(world: World, { query }: Call): HandlerResponse {
  const customerId = query.get('customerId')
  if (customerId === null) throw invalidField('customerId', { minLength: 1 }, 'Whose accounts?')
  customerAt(world, customerId)
  const accounts = [...world.ledgers.values()].filter(
    (ledger) => ledger.internal && ledger.customerId === customerId,
  )
  return { status: 200, body: JSON.stringify(accounts.map(present)) }
}

export const listPlatformAccounts = (world: World): HandlerResponse =>
  ok({ accounts: [...world.ledgers.values()].filter(({ customerId }) => customerId === null).map(present) })

/** Test money: recorded at once, booked later. */
export function fundAccount(world: World, { path, body }: Call): HandlerResponse {
  const account = world.ledgers.get(path[0] ?? '')
  if (!account?.internal) throw new Rejection(404, 'ACCOUNT_NOT_FOUND', 'No account to put money into.')
  const { amount } = body()
  if (!Number.isSafeInteger(amount) || Number(amount) < 1)
    throw invalidField('amount', { type: 'integer', minimum: 1 }, 'Whole units of the smallest kind, please.')
  if (Number(amount) > MOST_TEST_MONEY)
    throw new Rejection(400, 'AMOUNT_OUT_OF_RANGE', 'Test money comes in smaller portions.')
  world.later(BOOKING_TAKES, () => {
    account.balance += Number(amount)
  })
  return { status: 202, body: { accountId: account.id, booking: 'PENDING' } }
}

function tradedOrRefuse(code: string): void {
  if (!currency(code)) throw new Rejection(400, 'INVALID_CURRENCY', 'That currency is not traded here.')
}

/** Pairs of held currencies with payout currencies, in either direction. */
export function listRates(_world: World, { query }: Call): HandlerResponse {
  const wanted = (name: string) => query.get(name) ?? undefined
  const [from, to] = [wanted('sourceCurrency'), wanted('destinationCurrency')]
  for (const code of [from, to]) if (code !== undefined) tradedOrRefuse(code)
  const pairs = PAYABLE.flatMap(([sell, buy]) => {
    if ((from ?? sell.code) !== sell.code || (to ?? buy.code) !== buy.code) return []
    return [{ sell, buy, rate: rateBetween(sell, buy), includesFees: false }]
  })
  const fiveMinutes = 300_000
  const since = Math.floor(Date.now() / fiveMinutes) * fiveMinutes
  return ok({ asOf: inSeconds(since), pairs })
}
