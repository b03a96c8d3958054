/** Customers in regions that do not require SCA (contract: What the service does, Strong Customer Authentication). */
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckContext,
  type CheckedResponse,
} from '../../fixtures/index.ts'
import { usableQuoteIn } from '../agent-management/executable-quote.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { requesterOf } from '../agent-operations/requester.ts'
import { requireKnownRequest } from './factors.ts'
import { pollInstructions, requestFunding } from './challenged-quote.ts'
import { arrangeScaCustomer, scaCodeOf, type ScaCustomer } from './sca-customer.ts'
import { challengeIn } from './logged-in.ts'
import { expectUnchallenged, expectPreferenceIgnored, expectScaNotRequired } from './expectations.ts'

check(
  'SCA-30',
  'real-time funding has its instructions immediately',
  { needs: 'funding.realtime' },
  async (context) => {
    const customer = await context.arrange('agent', { scaRegion: false })

    const response = await requestFunding(context, customer)

    withinLimits(response)
    expectUnchallenged(response)
    const instructions = await pollInstructions(context, customer, response)
    expect(instructions).toEqual(expect.arrayContaining([expect.any(Object)]))
  },
)

check('SCA-30', 'a quote from an account has no challenge', async (context) => {
  const customer = await context.arrange('agent', { scaRegion: false })

  const response = await requesterOf(context, customer).createQuote(
    quoteRequest(customer),
    context.random.uuid(),
  )

  createdQuote(response)
  expectUnchallenged(response)
})

for (const scaFactor of ['SMS_OTP', 'PASSKEY']) {
  check('SCA-31', `a preference of ${scaFactor} is ignored`, async (context) => {
    const customer = await context.arrange('agent', { scaRegion: false })

    const response = await requestFunding(context, customer, { scaFactor })

    withinLimits(response)
    createdQuote(response)
    expectPreferenceIgnored(response)
  })
}

check('SCA-32', 'the factors of a customer outside SCA regions are rejected with 409', async (context) => {
  const customer = await context.arrange('agent', { scaRegion: false })

  const response = await context.platform.sca.factors(customer.customerId)

  await requireKnownRequest(context, response)
  expectScaNotRequired(response)
})

/**
 * The contract does not show the bodies, so only one that a customer in an SCA region can send shows that the region
 * decides.
 *
 * @throws Blocked when the request is rejected there too
 */
async function requireInRegion(
  context: CheckContext,
  send: (sca: CheckContext['platform']['sca'], inRegion: ScaCustomer) => Promise<CheckedResponse>,
): Promise<void> {
  const response = await send(context.platform.sca, await arrangeScaCustomer(context))
  if (response.status < 300) return
  throw new Blocked(
    'deployment-file',
    `${response.operation ?? 'the request'} returned ${response.status} for a customer in an SCA region (exchange ${response.exchange})`,
    'See the reason in the requests of this check. SCA-40 and SCA-43 judge the login and what follows it.',
  )
}

check('SCA-32', 'the start of a login: 409', async (context) => {
  const { customerId } = await context.arrange('agent', { scaRegion: false })
  await requireInRegion(context, (sca, inRegion) => sca.startLogin(inRegion.customerId))

  const response = await context.platform.sca.startLogin(customerId)

  expectScaNotRequired(response)
})

check('SCA-32', 'the enrolment of a factor: 409', { needs: 'sca.totp' }, async (context) => {
  const { customerId } = await context.arrange('agent', { scaRegion: false })
  await requireInRegion(context, async (sca, inRegion) => {
    const challengeId = challengeIn(await sca.startLogin(inRegion.customerId))
    const code = await scaCodeOf(context, inRegion, { challengeId })
    await sca.completeLogin(inRegion.customerId, { challengeId, code })
    return sca.enrolFactor(inRegion.customerId, 'TOTP')
  })

  const response = await context.platform.sca.enrolFactor(customerId, 'TOTP')

  expectScaNotRequired(response)
})

check('SCA-33', 'authorizing a quote that needs no authorization changes nothing', async (context) => {
  const customer = await context.arrange('agent', { scaRegion: false })
  const requester = requesterOf(context, customer)
  const { quoteId } = usableQuoteIn(
    await requester.createQuote(quoteRequest(customer), context.random.uuid()),
  )
  const spent = await watchSpending(context, customer.sourceAccountId)

  const response = await context.platform.sca.authorize(quoteId, { code: '123456' })

  await executeAnotherQuote(context)
  expect(response.status).toBeLessThan(500)
  expect(await spent(), 'paid by the source account').toBe(0)
  const seen = await context.poll(
    () => requester.quote(quoteId),
    ({ status }) => status === 200,
  )
  expect(seen).toMatchFields({ scaChallenge: undefined })
  expect(String(valueAt(seen.body, 'status'))).toBe('PENDING')
})
