import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { currencies } from '../../reference/currencies.ts'
import { quoteRules } from '../../reference/rules/quotes.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { neverAsked, startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

type Agent = StateValues['agent']

const requestOf = (agent: Agent, other: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId: agent.sourceAccountId },
  destination: { destinationType: 'ACCOUNT', accountId: agent.destinationAccountId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 100_000,
  ...other,
})
const create = (agent: Agent, body: unknown, requestId: string = crypto.randomUUID()) =>
  reference.agent(agent.accessToken, 'POST', '/agents/me/quotes', body, requestId)
const newAgent = (params: StateParams['agent'] = {}) => reference.arrange('agent', params)

test('amounts, fees and rate add up in every corridor, and the locked side is exact', async () => {
  const corridors = [
    'USD>MXN',
    'USD>EUR',
    'EUR>JPY',
    'JPY>KWD',
    'KWD>BTC',
    'BTC>NGN',
    'USDC>INR',
    'INR>USDC',
    'JPY>BTC',
    'USD>USD',
  ]
  const amounts = [1, 20, 999, 100_000, 123_456_789, 9_000_000_000_000_000]
  let priced = 0
  for (const corridor of corridors) {
    const [sendingCurrency = '', receivingCurrency = ''] = corridor.split('>')
    const agent = await newAgent({ sendingCurrency, receivingCurrency })
    for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
      for (const lockedCurrencyAmount of amounts) {
        const reply = await create(agent, requestOf(agent, { lockedCurrencySide, lockedCurrencyAmount }))
        if (reply.status === 400) {
          assert.equal(reply.json.code, 'AMOUNT_OUT_OF_RANGE')
          assert.ok(
            lockedCurrencyAmount <= 999 || lockedCurrencyAmount > 1e15,
            `${corridor} ${lockedCurrencyAmount}`,
          )
          continue
        }
        assert.equal(reply.status, 201, reply.text)
        assertAddsUp(reply.json, lockedCurrencySide, lockedCurrencyAmount, `${corridor} ${reply.text}`)
        priced += 1
      }
    }
  }
  assert.ok(priced > 70, `${priced} priced`)
})

function assertAddsUp(quote: Readonly<Record<string, unknown>>, side: string, amount: number, about: string) {
  const { totalSendingAmount, totalReceivingAmount, feesIncluded, platformFeesIncluded } = quote as Record<
    string,
    number
  >
  assert.equal(side === 'SENDING' ? totalSendingAmount : totalReceivingAmount, amount, about)
  for (const value of [totalSendingAmount, totalReceivingAmount, feesIncluded, platformFeesIncluded]) {
    assert.ok(Number.isSafeInteger(value) && Number(value) >= 0, about)
  }
  assert.ok(Number(platformFeesIncluded) <= Number(feesIncluded), about)

  // rate = digits / 10^scale, as printed; both sides of the equation in one integer unit.
  const [mantissa = '', exponent = '0'] = String(quote.exchangeRate).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  const decimals = (code: unknown) => currencies.get((code as { code: string }).code)?.decimals ?? 0
  const shift = 40
  const sendingUnit = 10n ** BigInt(shift - decimals(quote.sendingCurrency))
  const receivingUnit =
    10n ** BigInt(shift - decimals(quote.receivingCurrency) - Math.max(scale, 0)) *
    digits *
    10n ** BigInt(Math.max(-scale, 0))
  const net = BigInt(Number(totalSendingAmount) - Number(feesIncluded)) * sendingUnit
  const received = BigInt(Number(totalReceivingAmount)) * receivingUnit
  const difference = net > received ? net - received : received - net
  const coarser = sendingUnit > receivingUnit ? sendingUnit : receivingUnit
  assert.ok(difference <= coarser, about)
}

test('the platform fee is replaced by an override on a USD source, and refused on another', async () => {
  const platformFeeOverride = {
    platformFixedFee: { amount: 700, currency: 'USD' },
    platformVariableFeeBps: 0,
  }
  const usd = await newAgent()
  const eur = await newAgent({ sendingCurrency: 'EUR' })

  const applied = await create(usd, requestOf(usd, { platformFeeOverride }))
  const configured = await create(usd, requestOf(usd))
  const otherCurrency = await create(
    usd,
    requestOf(usd, { platformFeeOverride: { platformFixedFee: { amount: 1, currency: 'EUR' } } }),
  )
  const refused = await create(eur, requestOf(eur, { platformFeeOverride }))

  assert.equal(applied.json.platformFeesIncluded, 700)
  assert.notEqual(configured.json.platformFeesIncluded, 700)
  assert.equal(otherCurrency.json.code, 'INVALID_CURRENCY')
  assert.equal(refused.status, 400)
})

test('ten requests at once under one identifier make one quote, also after a pause and after expiry', async () => {
  const agent = await newAgent({ quoteExpiresInSeconds: 0.05 })
  const requestId = crypto.randomUUID()
  const body = requestOf(agent)

  const replies = await Promise.all(Array.from({ length: 10 }, () => create(agent, body, requestId)))
  await sleep(80)
  replies.push(await create(agent, { ...body, source: { ...body.source } }, requestId))

  assert.equal(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, 1)
  const { id } = replies[0]?.json ?? {}
  const read = await reference.agent(agent.accessToken, 'GET', `/agents/me/quotes/${String(id)}`)
  assert.equal(read.json.status, 'EXPIRED')
  assert.equal(
    (await create(agent, requestOf(agent, { lockedCurrencyAmount: 5_000 }), requestId)).status,
    409,
  )
  assert.notEqual((await create(agent, body)).json.id, id)
})

test('an identifier of another agent leads to a separate quote', async () => {
  const one = await newAgent()
  const other = await reference.arrange('sibling-agent', { agentId: one.agentId })
  const requestId = crypto.randomUUID()

  const first = await create(one, requestOf(one), requestId)
  const second = await create(other, requestOf(other), requestId)

  assert.equal(second.status, 201)
  assert.notEqual(second.json.id, first.json.id)
  const read = await reference.agent(other.accessToken, 'GET', `/agents/me/quotes/${String(first.json.id)}`)
  assert.equal(read.json.code, 'QUOTE_NOT_FOUND')
})

test('a missing identifier is refused', async () => {
  const agent = await newAgent()
  const reply = await reference.agent(agent.accessToken, 'POST', '/agents/me/quotes', requestOf(agent))
  assert.equal(reply.status, 400)
})

const invalid: readonly (readonly [object, string])[] = [
  [{ source: undefined }, 'source'],
  [{ source: { sourceType: 'CASH' } }, 'source.sourceType'],
  [{ destination: 'here' }, 'destination'],
  [{ destination: { destinationType: 'ACCOUNT' } }, 'destination.accountId'],
  [{ destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$ada@example.com' } }, 'lookupId'],
  [{ lockedCurrencySide: 'BOTH' }, 'lockedCurrencySide'],
  [{ lockedCurrencyAmount: undefined }, 'lockedCurrencyAmount'],
  [{ lockedCurrencyAmount: '100' }, 'lockedCurrencyAmount'],
  [{ lockedCurrencyAmount: 1.5 }, 'lockedCurrencyAmount'],
  [{ lockedCurrencyAmount: -1 }, 'lockedCurrencyAmount'],
  [{ lockedCurrencyAmount: 9_000_000_000_000_001 }, 'lockedCurrencyAmount'],
  [{ immediatelyExecute: 'yes' }, 'immediatelyExecute'],
  [{ description: 7 }, 'description'],
  [{ remittanceInformation: 'x'.repeat(81) }, 'remittanceInformation'],
  [{ purposeOfPayment: 'FUN' }, 'purposeOfPayment'],
  [{ platformFeeOverride: { platformFixedFee: { amount: 1.5 } } }, 'platformFeeOverride.platformFixedFee'],
  [{ senderCustomerInfo: [] }, 'senderCustomerInfo'],
]
test('a wrong field is named', async () => {
  const agent = await newAgent()
  for (const [other, field] of invalid) {
    const reply = await create(agent, requestOf(agent, other))
    assert.equal(reply.status, 400)
    const { errors } = reply.json.details as { readonly errors: readonly { readonly field: string }[] }
    assert.deepEqual(
      errors.map((error) => error.field),
      [field],
    )
  }
})

test('values at the limit are accepted', async () => {
  const agent = await newAgent()
  for (const other of [
    { remittanceInformation: 'x'.repeat(80) },
    ...quoteRules.purposes().map((purposeOfPayment) => ({ purposeOfPayment })),
    { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } },
    { immediatelyExecute: true },
  ]) {
    const reply = await create(agent, requestOf(agent, other))
    assert.equal(reply.status, 201, reply.text)
  }
})

test('requests without permission are refused', async () => {
  const agent = await newAgent()
  const reader = await newAgent({ permissions: [] })
  const wallet = await reference.arrange('embedded-wallet', { agentId: agent.agentId })
  const account = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId })
  const refusals: readonly (readonly [Agent, object, string])[] = [
    [reader, {}, 'INVALID_INPUT'],
    [agent, { source: account(agent.foreignAccountId) }, 'ACCOUNT_NOT_FOUND'],
    [
      agent,
      { destination: { destinationType: 'ACCOUNT', accountId: agent.foreignAccountId } },
      'ACCOUNT_NOT_FOUND',
    ],
    [agent, { source: account(agent.destinationAccountId) }, 'INVALID_BANK_ACCOUNT'],
    [
      agent,
      { destination: { destinationType: 'ACCOUNT', accountId: agent.sourceAccountId } },
      'SELF_PAYMENT',
    ],
    [agent, { lookupId: `Lookup:${crypto.randomUUID()}` }, 'LOOKUP_REQUEST_NOT_FOUND'],
    [agent, { source: { sourceType: 'REALTIME_FUNDING', currency: 'XXX' } }, 'QUOTE_RATE_UNAVAILABLE'],
    [
      agent,
      { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' }, immediatelyExecute: true },
      'INVALID_INPUT',
    ],
    [agent, { source: account(wallet.accountId), immediatelyExecute: true }, 'INVALID_INPUT'],
  ]
  for (const [who, other, code] of refusals) {
    const reply = await create(who, requestOf(who, other))
    assert.equal(reply.json.code, code, reply.text)
  }
})

test('immediatelyExecute moves the money once', async () => {
  const agent = await newAgent({ balance: 150_000 })
  const requestId = crypto.randomUUID()
  const body = requestOf(agent, { immediatelyExecute: true })

  const replies = await Promise.all([create(agent, body, requestId), create(agent, body, requestId)])

  assert.ok(replies.every(({ json }) => json.status === 'COMPLETED'))
  const { amount } = await reference.arrange('account-balance', { accountId: agent.sourceAccountId })
  assert.equal(amount, 50_000)
})

test("an agent's token creates no quote at the platform's address", async () => {
  const agent = await newAgent()
  const headers = { authorization: `Bearer ${agent.accessToken}`, 'idempotency-key': crypto.randomUUID() }

  const reply = await reference.platform('POST', '/quotes', requestOf(agent), headers)

  assert.equal(reply.status, 401, reply.text)
})

test('every quote rule has been asked', () => {
  assert.deepEqual(neverAsked(quoteRules, reference), [])
})
