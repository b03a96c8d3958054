/** Create a transfer quote as an agent (contract: Endpoints 3, platform fee override; Limits). */
import {
  Blocked,
  check,
  expect,
  retryUntilFound,
  suspectName,
  type CheckedResponse,
} from '../../fixtures/index.ts'
import { pollPayment, watchSpending } from '../agent-management/spending.ts'
import { createdQuote, quoteToExecute, withinLimits } from './created-quote.ts'
import { expectFeeOverride, expectNoNegativeFees, feesOf } from './expectations.ts'
import { arrangeAgentSendingNoDollars, overrideFee, statedFees, tryUntilSuccess } from './fee-override.ts'
import { feeOverrides, ORDINARY_AMOUNT, quoteRequest } from './quote-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

const LOCKED_SIDES = [
  { title: "on a USD source the overriding fee is the platform's fee", locked: {} },
  {
    title: "with the receiving side locked the overriding fee is the platform's fee",
    locked: { lockedCurrencySide: 'RECEIVING' },
  },
]

for (const { title, locked } of LOCKED_SIDES) {
  check('QUO-65', title, async ({ arrange, agent, random, names }) => {
    const arranged = await arrange('agent', { sendingCurrency: 'USD' })
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(
        quoteRequest(arranged, { ...locked, ...changes }),
        random.uuid(),
      )

    const { plain, overriding, response } = await overrideFee(arranged.sendingCurrency, create)

    withinLimits(response)
    expect(response).toSucceed()
    await requireUnderstood(response, plain, create)
    const isIgnored = async () => (await create({ platformFeeOverride: 'none' })).status < 300
    await suspectName('platformFeeOverride', names, isIgnored, () => expectFeeOverride(response, overriding))
  })
}

check(
  'QUO-65',
  'on a USD source an overriding fee of zero replaces the configured fee',
  async ({ arrange, agent, random, names }) => {
    const arranged = await arrange('agent', { sendingCurrency: 'USD' })
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const plain = await create({})
    createdQuote(plain)

    const response = await tryUntilSuccess(
      feeOverrides(0, arranged.sendingCurrency, plain).map((override) => () => create(override)),
    )

    withinLimits(response)
    expect(response).toSucceed()
    await requireUnderstood(response, plain, create)
    const isIgnored = async () => (await create({ platformFeeOverride: 'none' })).status < 300
    await suspectName('platformFeeOverride', names, isIgnored, () => expectFeeOverride(response, 0))
  },
)

check(
  'QUO-65',
  'the fee override of one quote does not apply to the next',
  async ({ arrange, agent, random }) => {
    // No other check shares an agent with a mode, and so changes the override between the two quotes.
    const arranged = await arrange('agent', { sendingCurrency: 'USD', executionMode: 'AUTO' })
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const { overriding } = await createOverridden(arranged.sendingCurrency, create)

    const next = await create({})

    expect(next).toSucceed()
    expect(feesOf(next.body).platform, 'platformFeesIncluded').not.toBe(overriding)
    expect(statedFees(next), 'feesIncluded').toBeLessThan(overriding)
  },
)

check('QUO-103', 'the execution of a quote with a fee override takes exactly its total', async (context) => {
  const arranged = await context.arrange('agent', { sendingCurrency: 'USD', executionMode: 'AUTO' })
  const agent = context.agent(arranged.accessToken)
  // Only then does the total depend on the fees.
  const locked = { lockedCurrencySide: 'RECEIVING' }
  const create = (changes: object) =>
    agent.createQuote(quoteRequest(arranged, { ...locked, ...changes }), context.random.uuid())
  const { overridden } = await createOverridden(arranged.sendingCurrency, create)
  const { id, totalSendingAmount } = quoteToExecute(overridden)
  const spent = await watchSpending(context, arranged.sourceAccountId)

  const executed = await retryUntilFound(context, () => agent.executeQuote(id))

  expect(executed).toSucceed()
  const paid = await pollPayment(context, spent, totalSendingAmount)
  expect(paid, 'paid by the source account').toBe(totalSendingAmount)
})

/**
 * Creates a quote whose fee is overridden.
 *
 * @throws Blocked when the override has no effect
 */
async function createOverridden(currency: string, create: (changes: object) => Promise<CheckedResponse>) {
  const { plain, overriding, response: overridden } = await overrideFee(currency, create)
  await requireUnderstood(overridden, plain, create)
  requireEffect(overridden, overriding)
  return { overridden, overriding }
}

/** @throws Blocked when the fees are less than the override */
function requireEffect(response: CheckedResponse, overriding: number): void {
  if (statedFees(response) >= overriding) return
  throw new Blocked(
    'implementation',
    `the fee override that this check needs has no effect (exchange ${response.exchange})`,
    'See the reason in the requests of this check. Another check of QUO-65 judges this step.',
  )
}

/** Field names of Assay with values that no fee has. */
const INVALID_OVERRIDE = { platformFixedFee: 'none', platformVariableFeeBps: 'none' }

/**
 * Distinguishes an override without effect from one whose inner names, which the contract does not show, are unknown.
 *
 * @throws Blocked when the fees are the same as without the override, or zero, and its inner names are ignored
 */
async function requireUnderstood(
  response: CheckedResponse,
  plain: CheckedResponse,
  create: (changes: object) => Promise<CheckedResponse>,
): Promise<void> {
  const { platform } = feesOf(response.body)
  const hasEffect = platform !== feesOf(plain.body).platform && platform !== 0
  if (hasEffect || (await create({ platformFeeOverride: INVALID_OVERRIDE })).status >= 400) return
  throw new Blocked(
    'deployment-file',
    `the fee override has no effect, and the deployment also accepts values in it that are not fees (exchange ${response.exchange})`,
    'The contract does not show the inner shape of the override, and it cannot be bound. See the request and its response.',
  )
}

check(
  'QUO-66',
  'on a source in another currency the overriding fee is not applied',
  async ({ arrange, agent, random }) => {
    const arranged = await arrangeAgentSendingNoDollars(arrange)
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())

    const { overriding, response } = await overrideFee(arranged.sendingCurrency, create)

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(feesOf(response.body).platform).not.toBe(overriding)
    expect(feesOf(response.body).all ?? 0).toBeLessThan(overriding)
  },
)

/** Half of the amount: far more than the fees of any quote. */
const HALF_BPS = 5_000

check(
  'QUO-66',
  'on a source in another currency an overriding fee without a fixed part is not applied',
  async ({ arrange, agent, random }) => {
    const arranged = await arrangeAgentSendingNoDollars(arrange)
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    const fees = statedFees(await create({}))

    const response = await create({ platformFeeOverride: { platformVariableFeeBps: HALF_BPS } })

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(feesOf(response.body).all ?? 0, 'feesIncluded').toBeLessThan(fees + ORDINARY_AMOUNT / 5)
  },
)

check('QUO-88', 'a negative fee override gives no negative fees', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', { sendingCurrency: 'USD' })
  const plain = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())
  const negative = feeOverrides(-1_000, arranged.sendingCurrency, plain)
  createdQuote(plain)

  const responses = await Promise.all(
    negative.map((override) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, override), random.uuid()),
    ),
  )

  expectNoNegativeFees(responses)
})
