/** Quotes of agents: created, replayed and read (contract: Endpoints 3; Resources, Quote). */
import * as fc from 'fast-check'
import { closedValues, type RequirementId } from '../../spec/index.ts'
import { Violation, isSuccess, ofTheService, shown, withStatus, withSuccess } from '../violation.ts'
import { picked, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { NOT_PERMITTED } from './agents.ts'
import { isForeign, isFresh } from './executions.ts'
import { differences, newQuote, ORDINARY_AMOUNT, quoteRequest, termsOf } from './quote-request.ts'

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
      withStatus(asked, NOT_PERMITTED, 'QUO-72', 'a quote that the policy does not permit')
      return
    }
    try {
      await newQuote(world, agent, changes)
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
      withSuccess(response, 'QUO-20', 'a request sent again under its identifier')
      const [difference] = differences(quote.terms, response)
      if (difference !== undefined)
        throw new Violation(
          'QUO-20',
          `sent again under its identifier, a request got another quote: ${difference}`,
          response.exchange,
        )
      if (response.status !== quote.status)
        throw new Violation(
          'QUO-24',
          `sent again, a request returned ${response.status}, and ${quote.status} before`,
          response.exchange,
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
    const response = await world.context.agent(agent.holder.accessToken).createQuote(request, quote.requestId)
    const what = 'another body under the same identifier'
    withStatus(response, [200, 201, 202, 400, 409], 'QUO-25', what)
    const id = termsOf(response)?.id
    if (isSuccess(response) && id !== quote.terms.id)
      throw new Violation('QUO-25', `${what} got a second quote`, response.exchange)
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
    const what = "the request identifier of another customer's agent"
    withStatus(response, [200, 201, 202, 400, 409], 'QUO-27', what)
    for (const secret of [quote.terms.id, agent.holder.sourceAccountId, agent.holder.customerId]) {
      if (response.text.includes(secret))
        throw new Violation('QUO-27', `under ${what} its quote was returned`, response.exchange)
    }
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
      withStatus(response, [200, 201, 202, 400], 'QUO-29', 'a request without an identifier')
      const sent = termsOf(response)?.totalSendingAmount
      if (isSuccess(response) && sent !== lockedCurrencyAmount)
        throw new Violation(
          'QUO-29',
          `without an identifier ${lockedCurrencyAmount} was locked, and the quote sends ${sent}`,
          response.exchange,
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
      () => world.context.agent(agent.holder.accessToken).quote(quote.terms.id),
      (response) => {
        ofTheService(response)
        if (!isSuccess(response))
          return [{ requirement: 'QUO-11', message: `reading a quote returned ${shown(response)}` }]
        return differences(quote.terms, response).map((difference) => ({
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
  async take(model, { context }, { of, by }) {
    const { quote, agent } = picked(known(model), of)!
    const other = picked(acting(model), by)!
    const response = await context.agent(other.holder.accessToken).quote(quote.terms.id)
    withStatus(response, [400, 403, 404], 'QUO-76', "reading a quote of another customer's agent")
    if (response.text.includes(agent.holder.sourceAccountId))
      throw new Violation('QUO-76', 'a rejection tells of the quote', response.exchange)
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
    withStatus(response, [400, 403, 404], requirement, `a quote on the account of another customer (${side})`)
    if (side !== 'arranged' && side !== 'named-source' && response.text.includes(other.customerId))
      throw new Violation(requirement, 'the rejection tells whose account it is', response.exchange)
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
    withSuccess(response, 'QUO-65', 'a fee override on a source in US dollars')
    const { platformFeesIncluded: part, feesIncluded: all } = response.body as Readonly<
      Record<string, unknown>
    >
    if (typeof part === 'number' && part !== fee)
      throw new Violation(
        'QUO-65',
        `the platform's fee was overridden with ${fee}, and is ${part}`,
        response.exchange,
      )
    if (part === undefined && typeof all === 'number' && all < fee)
      throw new Violation(
        'QUO-65',
        `the platform's fee was overridden with ${fee}, and all fees are ${all}`,
        response.exchange,
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
