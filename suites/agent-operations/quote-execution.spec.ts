/** Create a transfer quote as an agent (contract: Endpoints 3, immediatelyExecute): when money moves. */
import { check, CONSISTENCY_MS, expect, valueAt } from '../../fixtures/index.ts'
import { balanceOf, taken } from './balance.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'

check(
  'QUO-82',
  'creating a quote moves no money',
  { waits: true },
  async ({ arrange, agent, random, pause }) => {
    const arranged = await arrange('agent', {})
    const before = await balanceOf(arrange, arranged.sourceAccountId)
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())

    createdQuote(await create({}))
    createdQuote(await create({ immediatelyExecute: false }))

    await pause(CONSISTENCY_MS / 2)
    expect(await balanceOf(arrange, arranged.sourceAccountId)).toBe(before)
  },
)

check(
  'QUO-83',
  'where approval is required, execution at creation waits for it',
  { waits: true },
  async ({ arrange, agent, random, pause }) => {
    const [byMode, byAmount] = [
      await arrange('agent', { executionMode: 'APPROVAL_REQUIRED' }),
      await arrange('agent', { approvalThreshold: 1_000 }),
    ]
    const balances = async () => [
      await balanceOf(arrange, byMode.sourceAccountId),
      await balanceOf(arrange, byAmount.sourceAccountId),
    ]
    const before = await balances()

    const answers = [
      await agent(byMode.accessToken).createQuote(
        quoteRequest(byMode, { immediatelyExecute: true }),
        random.uuid(),
      ),
      await agent(byAmount.accessToken).createQuote(
        quoteRequest(byAmount, { immediatelyExecute: true }),
        random.uuid(),
      ),
    ]

    await pause(CONSISTENCY_MS / 2)
    expect(answers[0]!).toHaveStatus(200, 201, 202, 400, 409)
    expect(answers[1]!).toHaveStatus(200, 201, 202, 400, 409)
    expect(await balances()).toEqual(before)
  },
)

check(
  'QUO-81',
  'execution at creation takes the total sending amount',
  { waits: true },
  async ({ arrange, agent, random, poll, maxWaitMs }) => {
    const arranged = await arrange('agent', {})
    const balance = () => balanceOf(arrange, arranged.sourceAccountId)
    const before = await balance()
    const request = quoteRequest(arranged, { immediatelyExecute: true })

    const { totalSendingAmount } = createdQuote(
      await agent(arranged.accessToken).createQuote(request, random.uuid()),
    )

    taken(await poll(balance, (now) => now < before, maxWaitMs), before)
    const after = await poll(balance, (now) => now === before - totalSendingAmount)
    expect(before - after).toBe(totalSendingAmount)
  },
)

check(
  'QUO-80',
  'with immediatelyExecute the quote is executed at creation',
  async ({ arrange, agent, random, poll, maxWaitMs }) => {
    const arranged = await arrange('agent', {})
    const before = await balanceOf(arrange, arranged.sourceAccountId)
    const request = quoteRequest(arranged, { immediatelyExecute: true })

    const answer = await agent(arranged.accessToken).createQuote(request, random.uuid())

    withinLimits(answer)
    expect(answer).toSucceed()
    const executed = await poll(
      async () =>
        ['PROCESSING', 'COMPLETED', 'FAILED'].includes(String(valueAt(answer.body, 'status'))) ||
        (await balanceOf(arrange, arranged.sourceAccountId)) < before,
      (seen) => seen,
      maxWaitMs,
    )
    expect(executed).toBe(true)
  },
)
