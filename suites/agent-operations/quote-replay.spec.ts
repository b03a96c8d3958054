/** Create a transfer quote as an agent (contract: Endpoints 3, request header): one identifier, one quote. */
import { check, expect, suspectName, valueAt } from '../../fixtures/index.ts'
import { createdQuote, quoteIds } from './created-quote.ts'
import {
  expectAcceptedOrRejected,
  expectForeignHidden,
  expectNoSecondQuote,
  expectNothingOfQuote,
  expectSameQuote,
  expectSameStatus,
  expectSeparateOrRejected,
} from './quote-expectations.ts'
import { ORDINARY_AMOUNT, quoteRequest } from './quote-request.ts'
import { requireHonouredIdentifiers, isRemembered, createReplayableQuote } from './replayable-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

check('QUO-20', 'a concurrent request with the same identifier gets the first quote', async (context) => {
  const { arrange, agent, random, names } = context
  const arranged = await arrange('agent', {})
  const requestId = random.uuid()
  const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
  const first = createdQuote(await create())

  const again = await create()

  const isIgnored = async () => createdQuote(again).id !== first.id && !(await isRemembered(create, first.id))
  await suspectName('requestIdHeader', names, isIgnored, () => expectSameQuote(again, first))
})

check('QUO-20', 'the same identifier gets the first quote after other quotes in between', async (context) => {
  const { terms, holder, agent, replay } = await createReplayableQuote(context)
  createdQuote(await agent.createQuote(quoteRequest(holder), context.random.uuid()))

  const again = await replay()

  expectSameQuote(again, terms)
})

check(
  'QUO-20',
  "the same identifier gets the first quote when another customer's agent used it in between",
  async (context) => {
    const { terms, requestId, replay } = await createReplayableQuote(context)
    const other = await context.arrange('agent', {})
    await context.agent(other.accessToken).createQuote(quoteRequest(other), requestId)

    const again = await replay()

    expectSameQuote(again, terms)
  },
)

check(
  'QUO-20',
  'the same identifier gets the first quote with the receiving side locked',
  async (context) => {
    await requireHonouredIdentifiers(context)
    const { arrange, agent, random } = context
    const arranged = await arrange('agent', {})
    const requestId = random.uuid()
    const request = quoteRequest(arranged, { lockedCurrencySide: 'RECEIVING' })
    const create = () => agent(arranged.accessToken).createQuote(request, requestId)
    const first = createdQuote(await create())

    const again = await create()

    expectSameQuote(again, first)
  },
)

check('QUO-22', 'ten concurrent identical requests create one quote', async (context) => {
  await requireHonouredIdentifiers(context)
  const { arrange, agent, random } = context
  const arranged = await arrange('agent', {})
  const requestId = random.uuid()
  const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)

  const responses = await context.concurrently(...Array.from({ length: 10 }, () => create))
  const afterwards = await create()

  const unexpected = responses.filter(
    ({ status }) => !ACCEPTED_OR_REJECTED.some((expected) => expected === status),
  )
  expect(unexpected.map(({ status, exchange }) => ({ status, exchange }))).toEqual([])
  expect(afterwards).toSucceed()
  expect(quoteIds([...responses, afterwards])).toEqual([valueAt(afterwards.body, 'id')])
})

check('QUO-24', 'a replay has the status of the first response', async (context) => {
  const { first, replay } = await createReplayableQuote(context)

  const again = await replay()

  expectSameStatus(again, first.status)
})

check('QUO-25', 'another body under the same identifier creates no second quote', async (context) => {
  const { holder, agent, requestId, terms, replay } = await createReplayableQuote(context)

  const other = await agent.createQuote(
    quoteRequest(holder, { lockedCurrencyAmount: 2 * ORDINARY_AMOUNT }),
    requestId,
  )
  const again = await replay()

  expectAcceptedOrRejected(other)
  expectNoSecondQuote([other, again], terms.id)
  expectSameQuote(again, terms)
})

check('QUO-25', 'two concurrent bodies under one identifier create one quote', async (context) => {
  await requireHonouredIdentifiers(context)
  const holder = await context.arrange('agent', {})
  const agent = context.agent(holder.accessToken)
  const requestId = context.random.uuid()
  const create = (lockedCurrencyAmount: number) => () =>
    agent.createQuote(quoteRequest(holder, { lockedCurrencyAmount }), requestId)
  const [one, other] = [create(ORDINARY_AMOUNT), create(2 * ORDINARY_AMOUNT)]

  const responses = await context.concurrently(one, other)
  const again = [await one(), await other()]

  expect(quoteIds([...responses, ...again]), 'quotes under the identifier').toEqual([expect.any(String)])
})

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
  "another customer's agent with the same identifier gets no data of the quote",
  async (context) => {
    const { holder: owner, requestId, terms } = await createReplayableQuote(context)
    const other = await context.arrange('agent', {})

    const response = await context
      .agent(other.accessToken)
      .createQuote(quoteRequest(other, { lockedCurrencyAmount: 2 * ORDINARY_AMOUNT }), requestId)

    expectNothingOfQuote(response, terms.id, owner.sourceAccountId, owner.customerId)
  },
)

check(
  'QUO-27',
  "another customer's agent with the same request and identifier gets no data of the quote",
  async (context) => {
    const { holder: owner, requestId, terms } = await createReplayableQuote(context)
    const other = await context.arrange('agent', {})

    const response = await context.agent(other.accessToken).createQuote(quoteRequest(owner), requestId)

    expectForeignHidden(response, terms.id)
  },
)

check(
  'QUO-28',
  'another agent of the same customer with the same identifier does not get that quote',
  async ({ arrange, agent, random }) => {
    const owner = await arrange('agent', {})
    const otherAgent = await arrange('sibling-agent', { agentId: owner.agentId })
    const requestId = random.uuid()
    const first = createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), requestId))

    const response = await agent(otherAgent.accessToken).createQuote(quoteRequest(otherAgent), requestId)

    expectNothingOfQuote(response, first.id)
  },
)

check('QUO-29', 'each request without an identifier is separate, or rejected', async ({ arrange, agent }) => {
  const arranged = await arrange('agent', {})
  const create = (amount: number) =>
    agent(arranged.accessToken).createQuote(quoteRequest(arranged, { lockedCurrencyAmount: amount }), null)

  const first = await create(ORDINARY_AMOUNT)
  const second = await create(2 * ORDINARY_AMOUNT)

  expectSeparateOrRejected(first, ORDINARY_AMOUNT)
  expectSeparateOrRejected(second, 2 * ORDINARY_AMOUNT)
})

check('QUO-37', 'the same request with its fields in another order gets the first quote', async (context) => {
  const { terms, holder, agent, requestId } = await createReplayableQuote(context)
  const reordered = Object.fromEntries(Object.entries(quoteRequest(holder)).toReversed())

  const again = await agent.createQuote(reordered, requestId)

  expectSameQuote(again, terms)
})
