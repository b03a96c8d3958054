/** Create a transfer quote as an agent (contract: Endpoints 3, request header): one identifier, one quote. */
import { check, CONSISTENCY_MS, expect, valueAt } from '../../fixtures/index.ts'
import { balanceOf, taken } from './balance.ts'
import { createdQuote, quoteIds, quoteTerms } from './created-quote.ts'
import { ORDINARY_AMOUNT, quoteRequest } from './quote-request.ts'
import { disagreements } from './where-given.ts'

check(
  'QUO-21',
  'after a second the same identifier gets the first quote',
  { waits: true },
  async ({ arrange, agent, random, pause }) => {
    const arranged = await arrange('agent', {})
    const requestId = random.uuid()
    const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
    const first = createdQuote(await create())
    await pause(1_000)

    const again = await create()

    expect(again).toSucceed()
    expect(quoteTerms(again)).toEqual(first)
  },
)

check(
  'QUO-30',
  'executed at creation, a request sent again moves money once',
  { waits: true },
  async ({ arrange, agent, random, poll, pause, maxWaitMs }) => {
    const arranged = await arrange('agent', {})
    const balance = () => balanceOf(arrange, arranged.sourceAccountId)
    const before = await balance()
    const requestId = random.uuid()
    const create = () =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { immediatelyExecute: true }), requestId)
    const { totalSendingAmount } = createdQuote(await create())
    taken(await poll(balance, (now) => now < before, maxWaitMs), before)

    await create()

    await pause(CONSISTENCY_MS / 2)
    expect(before - (await balance())).toBeLessThan(2 * totalSendingAmount)
  },
)

check('QUO-20', 'the same identifier at once gets the first quote', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})
  const requestId = random.uuid()
  const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
  const first = createdQuote(await create())

  const again = await create()

  expect(again).toSucceed()
  expect(quoteTerms(again)).toEqual(first)
})

check(
  'QUO-20',
  'the same identifier gets the first quote when other quotes came between',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const requestId = random.uuid()
    const create = (identifier: string) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged), identifier)
    const first = createdQuote(await create(requestId))
    createdQuote(await create(random.uuid()))

    const again = await create(requestId)

    expect(again).toSucceed()
    expect(quoteTerms(again)).toEqual(first)
  },
)

check(
  'QUO-20',
  "the same identifier gets the first quote when another customer's agent used it in between",
  async ({ arrange, agent, random }) => {
    const [arranged, other] = [await arrange('agent', {}), await arrange('agent', {})]
    const requestId = random.uuid()
    const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
    const first = createdQuote(await create())
    await agent(other.accessToken).createQuote(quoteRequest(other), requestId)

    const again = await create()

    expect(again).toSucceed()
    expect(quoteTerms(again)).toEqual(first)
  },
)

check(
  'QUO-22',
  'ten times at once the same request creates one quote',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const requestId = random.uuid()
    const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)

    const answers = await Promise.all(Array.from({ length: 10 }, create))
    const afterwards = await create()

    const unexpected = answers.filter(({ status }) => ![200, 201, 202, 409].includes(status))
    expect(unexpected.map(({ status, exchange }) => ({ status, exchange }))).toEqual([])
    expect(afterwards).toSucceed()
    expect(quoteIds([...answers, afterwards])).toEqual([valueAt(afterwards.body, 'id')])
  },
)

check('QUO-24', 'a replay has the status of the first answer', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})
  const requestId = random.uuid()
  const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
  const first = await create()
  createdQuote(first)

  const again = await create()

  expect(again).toHaveStatus(first.status)
})

check(
  'QUO-25',
  'another body under the same identifier creates no second quote',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const requestId = random.uuid()
    const create = (amount: number) =>
      agent(arranged.accessToken).createQuote(
        quoteRequest(arranged, { lockedCurrencyAmount: amount }),
        requestId,
      )
    const first = createdQuote(await create(ORDINARY_AMOUNT))

    const other = await create(2 * ORDINARY_AMOUNT)
    const again = await create(ORDINARY_AMOUNT)

    expect(other).toHaveStatus(200, 201, 202, 400, 409)
    expect(again).toSucceed()
    expect(quoteIds([other, again])).toEqual([first.id])
    expect(quoteTerms(again)).toEqual(first)
  },
)

check('QUO-26', 'another identifier gets another quote', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})
  const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())
  const first = createdQuote(await create())

  const other = await create()

  expect(other).toSucceed()
  expect(quoteIds([other])).toEqual([expect.any(String)])
  expect(quoteIds([other])).not.toContain(first.id)
})

check(
  'QUO-27',
  "another customer's agent with the same identifier learns nothing of the quote",
  async ({ arrange, agent, random }) => {
    const [owner, other] = [await arrange('agent', {}), await arrange('agent', {})]
    const requestId = random.uuid()
    const first = createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), requestId))

    const answer = await agent(other.accessToken).createQuote(
      quoteRequest(other, { lockedCurrencyAmount: 2 * ORDINARY_AMOUNT }),
      requestId,
    )

    expect(answer).toHaveStatus(200, 201, 202, 400, 409)
    expect(answer.text).not.toContain(first.id)
    expect(answer.text).not.toContain(owner.sourceAccountId)
    expect(answer.text).not.toContain(owner.customerId)
  },
)

check(
  'QUO-27',
  "the same request and identifier by another customer's agent learns nothing of the quote",
  async ({ arrange, agent, random }) => {
    const [owner, other] = [await arrange('agent', {}), await arrange('agent', {})]
    const requestId = random.uuid()
    const first = createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), requestId))

    const answer = await agent(other.accessToken).createQuote(quoteRequest(owner), requestId)

    expect(answer).toBeError(400, 403, 404, 409)
    expect(answer.text).not.toContain(first.id)
  },
)

check(
  'QUO-28',
  'another agent of the same customer with the same identifier is not answered that quote',
  async ({ arrange, agent, random }) => {
    const owner = await arrange('agent', {})
    const sibling = await arrange('sibling-agent', { agentId: owner.agentId })
    const requestId = random.uuid()
    const first = createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), requestId))

    const answer = await agent(sibling.accessToken).createQuote(quoteRequest(sibling), requestId)

    expect(answer).toHaveStatus(200, 201, 202, 400, 409)
    expect(answer.text).not.toContain(first.id)
  },
)

check('QUO-29', 'without an identifier each request is its own, or refused', async ({ arrange, agent }) => {
  const arranged = await arrange('agent', {})
  const create = (amount: number) =>
    agent(arranged.accessToken).createQuote(quoteRequest(arranged, { lockedCurrencyAmount: amount }), null)

  const first = await create(ORDINARY_AMOUNT)
  const second = await create(2 * ORDINARY_AMOUNT)

  expect(first).toHaveStatus(200, 201, 202, 400)
  expect(second).toHaveStatus(200, 201, 202, 400)
  expect(disagreements(first.body, { totalSendingAmount: ORDINARY_AMOUNT })).toEqual([])
  expect(disagreements(second.body, { totalSendingAmount: 2 * ORDINARY_AMOUNT })).toEqual([])
})
