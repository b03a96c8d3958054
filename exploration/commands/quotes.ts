/** Quotes of agents: created, replayed and read (contract: Endpoints 3; Resources, Quote). */
import * as fc from 'fast-check'
import { closedValues, type RequirementId } from '../../spec/index.ts'
import { expectFeeOverride, feesOf } from '../../suites/agent-operations/expectations.ts'
import {
  expectAcceptedOrRejected,
  expectForeignHidden,
  expectNoSecondQuote,
  expectNothingOfQuote,
  expectQuoteNotPermitted,
  expectSameQuote,
  expectSameStatus,
  expectSeparateOrRejected,
} from '../../suites/agent-operations/quote-expectations.ts'
import { judge, judgeAll, judgeSettled } from '../judge.ts'
import { Violation, isSuccess } from '../violation.ts'
import { picked, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { isForeign, isFresh } from './executions.ts'
import { requestQuote, ORDINARY_AMOUNT, quoteRequest } from './quote-request.ts'

const acting = ({ agents }: Model) => agents.filter(({ life }) => life === 'ACTIVE')
const quoting = (model: Model) => acting(model).filter(({ mayQuote }) => mayQuote)

/** Every quote whose agent may still request it. */
const known = (model: Model) =>
  quoting(model).flatMap((agent) => agent.quotes.map((quote) => ({ agent, quote })))

const AMOUNTS = [ORDINARY_AMOUNT, 10_000, 250_000, 999_999, 1_000_000] as const

interface Extra {
  /** The requirement that its rejection violates. */
  readonly requirement: RequirementId
  readonly fields: Readonly<Record<string, unknown>>
}

/** Optional fields of a request; the first ones have none that can be rejected. */
const EXTRAS: readonly Extra[] = [
  { requirement: 'QUO-01', fields: {} },
  { requirement: 'QUO-01', fields: { immediatelyExecute: false } },
  { requirement: 'QUO-57', fields: { description: 'Rent for October' } },
  { requirement: 'QUO-53', fields: { remittanceInformation: 'x'.repeat(80) } },
  { requirement: 'QUO-59', fields: { scaFactor: 'SMS_OTP' } },
  { requirement: 'QUO-59', fields: { scaFactor: 'PASSKEY' } },
  ...closedValues['QuoteRequest.purposeOfPayment'].map((purposeOfPayment): Extra => ({
    requirement: 'QUO-55',
    fields: { purposeOfPayment },
  })),
]

const createQuote = stepKind({
  name: 'create-quote',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 14,
  params: fc.record({
    of: fc.nat(9),
    amount: fc.constantFrom(...AMOUNTS),
    side: fc.constantFrom('SENDING', 'RECEIVING'),
    extra: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat(EXTRAS.length - 1) },
    ),
  }),
  may: (model, { of }) => picked(acting(model), of) !== undefined,
  async take(model, world, { of, amount, side, extra }) {
    const agent = picked(acting(model), of)!
    const changes = { lockedCurrencyAmount: amount, lockedCurrencySide: side, ...EXTRAS[extra]!.fields }
    if (!agent.mayQuote) {
      const { context } = world
      const asked = await context
        .agent(agent.holder.accessToken)
        .createQuote(quoteRequest(agent.holder, changes), context.random.uuid())
      judge('QUO-72', asked, expectQuoteNotPermitted)
      return
    }
    try {
      await requestQuote(world, agent, changes)
    } catch (error) {
      // A request that is rejected only with an optional field is rejected because of it.
      if (error instanceof Violation && error.requirement === 'QUO-01' && extra > 1)
        throw new Violation(EXTRAS[extra]!.requirement, error.message, error.exchange)
      throw error
    }
  },
})

const repeatQuote = stepKind({
  name: 'repeat-quote-request',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 5,
  params: fc.record({ of: fc.nat(20), times: fc.constantFrom(1, 1, 4) }),
  may: (model, { of }) => picked(known(model), of) !== undefined,
  async take(model, world, { of, times }) {
    const { agent, quote } = picked(known(model), of)!
    if (!isFresh(world, quote) || quote.request.immediatelyExecute === true) return
    const client = world.context.agent(agent.holder.accessToken)
    const responses = await Promise.all(
      Array.from({ length: times }, () => client.createQuote(quote.request, quote.requestId)),
    )
    for (const response of responses) {
      judgeAll(response, [
        ['QUO-20', () => expectSameQuote(response, quote.terms)],
        ['QUO-24', () => expectSameStatus(response, quote.status)],
      ])
    }
  },
})

const anotherBody = stepKind({
  name: 'another-body-under-the-identifier',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(known(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, quote } = picked(known(model), of)!
    if (!isFresh(world, quote) || quote.request.immediatelyExecute === true) return
    const amount = quote.request.lockedCurrencyAmount === 30_000 ? 40_000 : 30_000
    const request = { ...quote.request, lockedCurrencyAmount: amount }
    const response = await world.context.agent(agent.holder.accessToken).createQuote(request, quote.requestId)
    judgeAll(response, [
      ['QUO-25', expectAcceptedOrRejected],
      ['QUO-25', () => expectNoSecondQuote([response], quote.terms.id)],
    ])
  },
})

const sameIdentifierElsewhere = stepKind({
  name: 'identifier-of-another-agent',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => {
    const other = picked(quoting(model), by)
    return isForeign(picked(known(model), of)?.agent, other)
  },
  async take(model, world, { of, by }) {
    const { quote, agent } = picked(known(model), of)!
    const other = picked(quoting(model), by)!
    const request = quoteRequest(other.holder, { lockedCurrencyAmount: 2 * ORDINARY_AMOUNT })
    const response = await world.context.agent(other.holder.accessToken).createQuote(request, quote.requestId)
    const { sourceAccountId, customerId } = agent.holder
    judge('QUO-27', response, () =>
      expectNothingOfQuote(response, quote.terms.id, sourceAccountId, customerId),
    )
  },
})

/** Each request has a new identifier; without one, each request is separate. */
const withoutIdentifier = stepKind({
  name: 'quote-without-identifier',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, { context }, { of }) {
    const agent = picked(quoting(model), of)!
    for (const lockedCurrencyAmount of [ORDINARY_AMOUNT, 2 * ORDINARY_AMOUNT]) {
      const request = quoteRequest(agent.holder, { lockedCurrencyAmount })
      const response = await context.agent(agent.holder.accessToken).createQuote(request, null)
      judge('QUO-29', response, () => expectSeparateOrRejected(response, lockedCurrencyAmount))
    }
  },
})

const readQuote = stepKind({
  name: 'read-quote',
  area: 'agent-operations',
  operations: ['getAgentQuote'],
  weight: 4,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(known(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, quote } = picked(known(model), of)!
    await judgeSettled(
      world,
      'QUO-11',
      () => world.context.agent(agent.holder.accessToken).quote(quote.terms.id),
      (read) => expectSameQuote(read, quote.terms),
    )
  },
})

const readForeign = stepKind({
  name: 'read-foreign-quote',
  area: 'agent-operations',
  operations: ['getAgentQuote'],
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => isForeign(picked(known(model), of)?.agent, picked(acting(model), by)),
  async take(model, { context }, { of, by }) {
    const { quote, agent } = picked(known(model), of)!
    const other = picked(acting(model), by)!
    const response = await context.agent(other.holder.accessToken).quote(quote.terms.id)
    judge('QUO-76', response, () => expectForeignHidden(response, agent.holder.sourceAccountId))
  },
})

const foreignAccount = stepKind({
  name: 'quote-on-foreign-account',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 3,
  params: fc.record({
    of: fc.nat(9),
    side: fc.constantFrom('arranged', 'source', 'named-source', 'destination'),
    by: fc.nat(9),
  }),
  may: (model, { of, side, by }) => {
    const agent = picked(quoting(model), of)
    return agent !== undefined && (side === 'arranged' || isForeign(picked(model.agents, by), agent))
  },
  async take(model, { context }, { of, side, by }) {
    const { holder } = picked(quoting(model), of)!
    const other = picked(model.agents, by)!.holder
    const source = (accountId: string, customerId: string) => ({
      source: { sourceType: 'ACCOUNT', accountId, customerId },
    })
    const changes = {
      arranged: source(holder.foreignAccountId, holder.customerId),
      source: source(other.sourceAccountId, holder.customerId),
      'named-source': source(other.sourceAccountId, other.customerId),
      destination: { destination: { destinationType: 'ACCOUNT', accountId: other.destinationAccountId } },
    }[side]
    const response = await context
      .agent(holder.accessToken)
      .createQuote(quoteRequest(holder, changes), context.random.uuid())
    const requirement = side === 'destination' ? 'QUO-71' : 'QUO-70'
    // The request itself names the customer in the other cases.
    const secrets = side === 'arranged' || side === 'named-source' ? [] : [other.customerId]
    judge(requirement, response, () => expectForeignHidden(response, ...secrets))
  },
})

/** On a source in US dollars the override replaces the configured fee; the form of its currency is open. */
const feeOverride = stepKind({
  name: 'quote-with-fee-override',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  params: fc.record({ of: fc.nat(9), fee: fc.constantFrom(0, 500, 1_234) }),
  may: (model, { of }) => picked(quoting(model), of)?.holder.sendingCurrency === 'USD',
  async take(model, { context }, { of, fee }) {
    const { holder } = picked(quoting(model), of)!
    const agent = context.agent(holder.accessToken)
    const overridden = (currency: unknown) =>
      agent.createQuote(
        quoteRequest(holder, {
          platformFeeOverride: { platformFixedFee: { amount: fee, currency }, platformVariableFeeBps: 0 },
        }),
        context.random.uuid(),
      )
    const plain = await agent.createQuote(quoteRequest(holder), context.random.uuid())
    const { sendingCurrency: object } = (plain.body ?? {}) as { readonly sendingCurrency?: unknown }
    const first = await overridden(object ?? { code: 'USD' })
    const response = isSuccess(first) ? first : await overridden('USD')
    // The contract does not show the inner shape of the override: it may be rejected or ignored.
    const { all, platform } = feesOf(response.body)
    if (!isSuccess(response) || all === undefined || platform === feesOf(plain.body).platform) return
    judge('QUO-65', response, () => expectFeeOverride(response, fee))
  },
})

export const quoteSteps: readonly AnyStepKind[] = [
  createQuote,
  repeatQuote,
  anotherBody,
  sameIdentifierElsewhere,
  withoutIdentifier,
  readQuote,
  readForeign,
  foreignAccount,
  feeOverride,
]
