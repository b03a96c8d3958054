/** Create a transfer quote as an agent (contract: Endpoints 3, platform fee override; Limits). */
import { check, expect, suspectName } from '../../fixtures/index.ts'
import { agentSendingNoDollars } from './agent-sending-no-dollars.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { firstToSucceed } from './first-to-succeed.ts'
import { ACCEPTED_OR_REJECTED } from './rejections.ts'
import { feesOf, statedFees } from './quote-fees.ts'
import { feeOverrides, quoteRequest } from './quote-request.ts'

check(
  'QUO-65',
  "on a USD source the overriding fee is the platform's fee",
  async ({ arrange, agent, random, names }) => {
    const arranged = await arrange('agent', { sendingCurrency: 'USD' })
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const plain = await create({})
    const overriding = statedFees(plain) + 777

    const answer = await firstToSucceed(
      feeOverrides(overriding, arranged.sendingCurrency, plain).map((override) => () => create(override)),
    )

    withinLimits(answer)
    expect(answer).toSucceed()
    const isIgnored = async () => (await create({ platformFeeOverride: 'none' })).status < 300
    await suspectName('platformFeeOverride', names, isIgnored, () => {
      expect([overriding, undefined]).toContain(feesOf(answer.body).platform)
      expect(feesOf(answer.body).all).toBeGreaterThanOrEqual(overriding)
    })
  },
)

check(
  'QUO-65',
  'on a USD source an overriding fee of zero takes the place of the configured one',
  async ({ arrange, agent, random, names }) => {
    const arranged = await arrange('agent', { sendingCurrency: 'USD' })
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const plain = await create({})
    createdQuote(plain)

    const answer = await firstToSucceed(
      feeOverrides(0, arranged.sendingCurrency, plain).map((override) => () => create(override)),
    )

    withinLimits(answer)
    expect(answer).toSucceed()
    const isIgnored = async () => (await create({ platformFeeOverride: 'none' })).status < 300
    await suspectName('platformFeeOverride', names, isIgnored, () =>
      expect([0, undefined]).toContain(feesOf(answer.body).platform),
    )
  },
)

check(
  'QUO-66',
  'on a source in another currency the overriding fee is not applied',
  async ({ arrange, agent, random }) => {
    const arranged = await agentSendingNoDollars(arrange)
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const plain = await create({})
    const overriding = statedFees(plain) + 777

    const answer = await firstToSucceed(
      feeOverrides(overriding, arranged.sendingCurrency, plain).map((override) => () => create(override)),
    )

    expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(feesOf(answer.body).platform).not.toBe(overriding)
    expect(feesOf(answer.body).all ?? 0).toBeLessThan(overriding)
  },
)
