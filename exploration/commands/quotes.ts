/** Quotes of agents: asked for, asked for again, and read (contract: Endpoints 3; Resources, Quote). */
import * as fc from 'fast-check'
import { purposesOfPayment, type RequirementId } from '../../spec/index.ts'
import { Breach, isSuccess, ofTheService, shown, withStatus, withSuccess } from '../breach.ts'
import { picked, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { NOT_PERMITTED } from './agents.ts'
import { isForeign, isFresh } from './executions.ts'
import { differences, newQuote, ORDINARY_AMOUNT, quoteRequest, termsOf } from './quote-request.ts'

const acting = ({ agents }: Model) => agents.filter(({ life }) => life === 'ACTIVE')
const quoting = (model: Model) => acting(model).filter(({ mayQuote }) => mayQuote)

/** Every quote of agents that may still ask for it. */
const known = (model: Model) =>
  quoting(model).flatMap((agent) => agent.quotes.map((quote) => ({ agent, quote })))

const AMOUNTS = [ORDINARY_AMOUNT, 10_000, 250_000, 999_999, 1_000_000] as const

interface Extra {
  /** What its refusal would break. */
  readonly requirement: RequirementId
  readonly fields: Readonly<Record<string, unknown>>
}

/** Optional fields that a request may have; the first have none that could be refused. */
const EXTRAS: readonly Extra[] = [
  { requirement: 'QUO-01', fields: {} },
  { requirement: 'QUO-01', fields: { immediatelyExecute: false } },
  { requirement: 'QUO-57', fields: { description: 'Rent for October' } },
  { requirement: 'QUO-53', fields: { remittanceInformation: 'x'.repeat(80) } },
  { requirement: 'QUO-59', fields: { scaFactor: 'SMS_OTP' } },
  { requirement: 'QUO-59', fields: { scaFactor: 'PASSKEY' } },
  ...purposesOfPayment.map((purposeOfPayment): Extra => ({
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
      const { stage } = world
      const asked = await stage
        .agent(agent.holder.accessToken)
        .createQuote(quoteRequest(agent.holder, changes), stage.random.uuid())
      withStatus(asked, NOT_PERMITTED, 'QUO-72', 'a quote that the policy does not permit')
      return
    }
    try {
      await newQuote(world, agent, changes)
    } catch (error) {
      // What is refused with an optional field, and only then, is refused for it.
      if (error instanceof Breach && error.requirement === 'QUO-01' && extra > 1)
        throw new Breach(EXTRAS[extra]!.requirement, error.message, error.exchange)
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
    const client = world.stage.agent(agent.holder.accessToken)
    const answers = await Promise.all(
      Array.from({ length: times }, () => client.createQuote(quote.request, quote.requestId)),
    )
    for (const answer of answers) {
      withSuccess(answer, 'QUO-20', 'a request sent again under its identifier')
      const [difference] = differences(quote.terms, answer)
      if (difference !== undefined)
        throw new Breach(
          'QUO-20',
          `sent again under its identifier, a request got another quote: ${difference}`,
          answer.exchange,
        )
      if (answer.status !== quote.status)
        throw new Breach(
          'QUO-24',
          `sent again, a request was answered with ${answer.status}, first with ${quote.status}`,
          answer.exchange,
        )
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
    const answer = await world.stage.agent(agent.holder.accessToken).createQuote(request, quote.requestId)
    const what = 'another body under the same identifier'
    withStatus(answer, [200, 201, 202, 400, 409], 'QUO-25', what)
    const id = termsOf(answer)?.id
    if (isSuccess(answer) && id !== quote.terms.id)
      throw new Breach('QUO-25', `${what} got a second quote`, answer.exchange)
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
    const answer = await world.stage.agent(other.holder.accessToken).createQuote(request, quote.requestId)
    const what = "the request identifier of another customer's agent"
    withStatus(answer, [200, 201, 202, 400, 409], 'QUO-27', what)
    for (const secret of [quote.terms.id, agent.holder.sourceAccountId, agent.holder.customerId]) {
      if (answer.text.includes(secret))
        throw new Breach('QUO-27', `under ${what} its quote was answered`, answer.exchange)
    }
  },
})

/** A second request under an identifier of its own each: without any, each is its own. */
const withoutIdentifier = stepKind({
  name: 'quote-without-identifier',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, { stage }, { of }) {
    const agent = picked(quoting(model), of)!
    for (const lockedCurrencyAmount of [ORDINARY_AMOUNT, 2 * ORDINARY_AMOUNT]) {
      const request = quoteRequest(agent.holder, { lockedCurrencyAmount })
      const answer = await stage.agent(agent.holder.accessToken).createQuote(request, null)
      withStatus(answer, [200, 201, 202, 400], 'QUO-29', 'a request without an identifier')
      const sent = termsOf(answer)?.totalSendingAmount
      if (isSuccess(answer) && sent !== lockedCurrencyAmount)
        throw new Breach(
          'QUO-29',
          `without an identifier ${lockedCurrencyAmount} was locked, and the quote sends ${sent}`,
          answer.exchange,
        )
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
    await world.settled(
      () => world.stage.agent(agent.holder.accessToken).quote(quote.terms.id),
      (answer) => {
        ofTheService(answer)
        if (!isSuccess(answer))
          return [{ requirement: 'QUO-11', message: `reading a quote was answered with ${shown(answer)}` }]
        return differences(quote.terms, answer).map((difference) => ({
          requirement: 'QUO-11' as const,
          message: `a quote that is read is another than the one created: ${difference}`,
        }))
      },
      ({ exchange }) => exchange,
    )
  },
})

const readForeign = stepKind({
  name: 'read-foreign-quote',
  area: 'agent-operations',
  operations: ['getAgentQuote'],
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => isForeign(picked(known(model), of)?.agent, picked(acting(model), by)),
  async take(model, { stage }, { of, by }) {
    const { quote, agent } = picked(known(model), of)!
    const other = picked(acting(model), by)!
    const answer = await stage.agent(other.holder.accessToken).quote(quote.terms.id)
    withStatus(answer, [400, 403, 404], 'QUO-76', "reading a quote of another customer's agent")
    if (answer.text.includes(agent.holder.sourceAccountId))
      throw new Breach('QUO-76', 'a refusal tells of the quote', answer.exchange)
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
  async take(model, { stage }, { of, side, by }) {
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
    const answer = await stage
      .agent(holder.accessToken)
      .createQuote(quoteRequest(holder, changes), stage.random.uuid())
    const requirement = side === 'destination' ? 'QUO-71' : 'QUO-70'
    withStatus(answer, [400, 403, 404], requirement, `a quote on the account of another customer (${side})`)
    if (side !== 'arranged' && side !== 'named-source' && answer.text.includes(other.customerId))
      throw new Breach(requirement, 'the refusal tells whose account it is', answer.exchange)
  },
})

/** On a source in US dollars the override takes the place of the configured fee; the form of its currency is open. */
const feeOverride = stepKind({
  name: 'quote-with-fee-override',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  params: fc.record({ of: fc.nat(9), fee: fc.constantFrom(0, 500, 1_234) }),
  may: (model, { of }) => picked(quoting(model), of)?.holder.sendingCurrency === 'USD',
  async take(model, { stage }, { of, fee }) {
    const { holder } = picked(quoting(model), of)!
    const agent = stage.agent(holder.accessToken)
    const overridden = (currency: unknown) =>
      agent.createQuote(
        quoteRequest(holder, {
          platformFeeOverride: { platformFixedFee: { amount: fee, currency }, platformVariableFeeBps: 0 },
        }),
        stage.random.uuid(),
      )
    const plain = await agent.createQuote(quoteRequest(holder), stage.random.uuid())
    const { sendingCurrency: object } = (plain.body ?? {}) as { readonly sendingCurrency?: unknown }
    const first = await overridden(object ?? { code: 'USD' })
    const answer = isSuccess(first) ? first : await overridden('USD')
    withSuccess(answer, 'QUO-65', 'a fee override on a source in US dollars')
    const { platformFeesIncluded: part, feesIncluded: all } = answer.body as Readonly<Record<string, unknown>>
    if (typeof part === 'number' && part !== fee)
      throw new Breach(
        'QUO-65',
        `the platform's fee was overridden with ${fee}, and is ${part}`,
        answer.exchange,
      )
    if (part === undefined && typeof all === 'number' && all < fee)
      throw new Breach(
        'QUO-65',
        `the platform's fee was overridden with ${fee}, and all fees are ${all}`,
        answer.exchange,
      )
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
