/** Strong customer authentication: quotes that await it, and logins (contract: Resources, ScaChallenge; Authentication). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { createdId } from '../../fixtures/shown-id.ts'
import type { RequirementId, StateValues } from '../../spec/index.ts'
import { expectQuoteNotFound } from '../../suites/agent-operations/expectations.ts'
import { expectNothingConfirmed, expectRejectedUnlessAccepted, inShort } from '../../suites/expectations.ts'
import {
  awaits,
  expectAuthorized,
  expectAvailableFactor,
  expectAwaiting,
  expectScaChallenge,
  expectFactor,
  expectInstructions,
  expectNoScaChallenge,
  expectNoLongerAwaiting,
  expectNotAuthorized,
  expectPreferenceIgnored,
  expectScaNotRequired,
  expectTotpRejected,
  expectUnchallenged,
  expectNotExecuted,
  expectUnknownFactorRejected,
  expectWithheld,
} from '../../suites/strong-customer-authentication/expectations.ts'
import { judge, judgeAccepted, problemsOf } from '../judge.ts'
import { Violation, requireServiceResponse, describeResponse } from '../violation.ts'
import { valueAt } from '../../spec/value-at.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'
import { quoteRequest, refusedForBusiness } from './quote-request.ts'

const area = 'strong-customer-authentication'

type Customer = StateValues['agent'] & { readonly scaCode: string }

async function arrangeScaCustomer({ context }: World): Promise<Customer> {
  const arranged = await context.arrange('agent', { scaRegion: true })
  if (typeof arranged.scaCode === 'string') return { ...arranged, scaCode: arranged.scaCode }
  throw new Blocked(
    'deployment-file',
    'the state agent with scaRegion returned no scaCode',
    'Return the code that the customer receives.',
  )
}

const otherCode = (code: string): string => (code === '135790' ? '246801' : '135790')

const funding = (customer: StateValues['agent'], changes: Readonly<Record<string, unknown>> = {}) =>
  quoteRequest(customer, {
    source: {
      sourceType: 'REALTIME_FUNDING',
      currency: customer.sendingCurrency,
      customerId: customer.customerId,
    },
    ...changes,
  })

interface Challenged {
  readonly customer: Customer
  readonly quoteId: string
  readonly read: () => Promise<CheckedResponse>
}

/**
 * A new quote for real-time funding that awaits authorization; undefined: rejected for a business reason.
 *
 * @throws Violation when it does not await authorization, or has missing or extra fields
 */
async function requestChallenged(
  world: World,
  by: 'agent' | 'platform',
  scaFactor: string | undefined,
): Promise<Challenged | undefined> {
  const { context } = world
  const customer = await arrangeScaCustomer(world)
  const agent = context.agent(customer.accessToken)
  const { transfers } = context.platform
  const body = funding(customer, scaFactor === undefined ? {} : { scaFactor })
  const requestId = context.random.uuid()
  const response = await (by === 'agent'
    ? agent.createQuote(body, requestId)
    : transfers.createQuote(body, requestId))
  if (refusedForBusiness(response)) return undefined
  const requirement: RequirementId = by === 'agent' ? 'SCA-01' : 'SCA-11'
  judge(requirement, response, expectAwaiting)
  judge('SCA-03', response, expectWithheld)
  if (by === 'agent') judge('SCA-02', response, expectScaChallenge)
  judge(scaFactor === undefined ? 'SCA-20' : 'SCA-21', response, () => expectFactor(response, 'SMS_OTP'))
  judge('SCA-26', response, expectAvailableFactor)
  const quoteId = createdId(response)
  return {
    customer,
    quoteId,
    read: () => (by === 'agent' ? agent.quote(quoteId) : transfers.quote(quoteId)),
  }
}

/** @throws Violation when a quote is authorized although nothing authorized it */
const judgeUnauthorized = (world: World, { read }: Challenged, requirement: RequirementId) =>
  world.settled(
    read,
    (seen) =>
      problemsOf(seen, [
        [requirement, expectNotAuthorized],
        ['SCA-03', expectWithheld],
      ]),
    ({ exchange }) => exchange,
  )

const WRONG: Readonly<Record<string, (code: string) => unknown>> = {
  wrong: (code) => ({ code: otherCode(code) }),
  nothing: () => ({}),
  empty: () => ({ code: '' }),
  object: () => ({ code: {} }),
}

const authorizeQuote = stepKind({
  name: 'authorize-quote',
  area,
  operations: ['createAgentQuote', 'getAgentQuote', 'authorizeQuote'],
  weight: 8,
  params: fc.record({
    by: fc.constantFrom('agent', 'agent', 'platform'),
    factor: fc.constantFrom(null, 'SMS_OTP'),
    how: fc.constantFrom('right', 'right', 'invalid-credentials', 'execute', ...Object.keys(WRONG)),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { by, factor, how, who }) {
    const { context, deployment } = world
    const { createQuote, getQuote } = deployment.operations
    if (by === 'platform' && (createQuote === null || getQuote === null)) return
    const quote = await requestChallenged(world, by, factor ?? undefined)
    if (!quote) return
    const { customer, quoteId, read } = quote
    await judgeUnauthorized(world, quote, 'SCA-03')
    if (how === 'invalid-credentials') {
      const body = { code: customer.scaCode }
      await requireCredentials(who, world, 'SCA-13', ({ sca }) => sca.authorize(quoteId, body))
      await judgeUnauthorized(world, quote, 'SCA-13')
      return
    }
    if (how === 'execute') {
      if (by === 'platform' || deployment.operations.executeAgentQuote === null) return
      requireServiceResponse(await context.agent(customer.accessToken).executeQuote(quoteId))
      const seen = await read()
      if (seen.status === 200) judge('SCA-09', seen, expectNotExecuted)
      return
    }
    const wrong = WRONG[how]
    if (wrong) {
      const requirement = how === 'wrong' ? 'SCA-07' : 'SCA-15'
      const response = await world.wrongOnPurpose(() =>
        context.platform.sca.authorize(quoteId, wrong(customer.scaCode)),
      )
      judge(requirement, response, expectRejectedUnlessAccepted)
      await judgeUnauthorized(world, quote, requirement)
      return
    }
    await authorizeWithCode(world, quote, by)
  },
})

const challengeOf = ({ body }: CheckedResponse): unknown => valueAt(body, 'scaChallenge.id')

/** @throws Violation when the quote does not go on, as one that is authorized */
async function authorizeWithCode(
  world: World,
  { customer, quoteId, read }: Challenged,
  by: 'agent' | 'platform',
): Promise<void> {
  const { sca } = world.context.platform
  let challenge = challengeOf(await read())
  const response = await sca.authorize(quoteId, { code: customer.scaCode })
  const requirement = by === 'agent' ? 'SCA-04' : 'SCA-11'
  judgeAccepted(requirement, response)
  await world.settled(
    async () => {
      const seen = await read()
      const next = challengeOf(seen)
      if (!awaits(seen) || next === challenge) return seen
      // A further challenge may follow the first one.
      challenge = next
      await sca.authorize(quoteId, { code: customer.scaCode })
      return read()
    },
    (seen) => problemsOf(seen, by === 'agent' ? AUTHORIZED : [[requirement, expectNoLongerAwaiting]]),
    ({ exchange }) => exchange,
  )
}

const AUTHORIZED = [
  ['SCA-04', expectAuthorized],
  ['SCA-05', expectNoScaChallenge],
  ['SCA-06', expectInstructions],
] as const

const unknownQuote = stepKind({
  name: 'authorize-unknown-quote',
  area,
  operations: ['authorizeQuote'],
  weight: 1,
  params: fc.constant({}),
  may: () => true,
  async take(_model, { context }) {
    const response = await context.platform.sca.authorize(`Quote:${context.random.uuid()}`, {
      code: '123456',
    })
    judge('SCA-14', response, expectQuoteNotFound)
  },
})

const logIn = stepKind({
  name: 'sca-login',
  area,
  operations: ['startScaLogin', 'completeScaLogin', 'listScaFactors', 'enrolScaFactor'],
  weight: 5,
  params: fc.record({
    how: fc.constantFrom('right', 'right', 'wrong', 'invalid-credentials'),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { how, who }) {
    const { sca } = world.context.platform
    const { customerId, scaCode } = await arrangeScaCustomer(world)
    if (how === 'invalid-credentials') {
      await requireCredentials(who, world, 'SCA-44', (caller) => caller.sca.startLogin(customerId))
      await requireCredentials(who, world, 'SCA-44', (caller) => caller.sca.factors(customerId))
      return
    }
    const before = how === 'right' ? await sca.enrolFactor(customerId, 'TOTP') : undefined
    if (before?.status === 401)
      throw new Violation('SCA-42', 'a missing login session returned 401', before.exchange)
    judgeAccepted('SCA-40', await sca.startLogin(customerId))
    const completed = await sca.completeLogin(customerId, {
      code: how === 'wrong' ? otherCode(scaCode) : scaCode,
    })
    if (how === 'wrong') {
      judge('SCA-41', completed, expectNothingConfirmed)
      return
    }
    judgeAccepted('SCA-40', completed)
    const after = await sca.enrolFactor(customerId, 'TOTP')
    const missing = inShort(after) === '409 SCA_SESSION_REQUIRED' || after.status === 401
    if (missing)
      throw new Violation(
        'SCA-43',
        `after the login enrolment returned ${describeResponse(after)}`,
        after.exchange,
      )
    // The login ended the rejection for a missing session.
    if (
      before &&
      inShort(after) === 'accepted' &&
      !['accepted', '409 SCA_SESSION_REQUIRED'].includes(inShort(before))
    )
      throw new Violation(
        'SCA-42',
        `a missing login session returned ${describeResponse(before)}`,
        before.exchange,
      )
    judgeAccepted('SCA-45', await sca.factors(customerId))
  },
})

const elsewhere = stepKind({
  name: 'sca-elsewhere',
  area,
  operations: ['createAgentQuote', 'listScaFactors'],
  weight: 5,
  params: fc.record({
    what: fc.constantFrom('factors', 'funding', 'account'),
    factor: fc.constantFrom(null, 'SMS_OTP', 'PASSKEY'),
  }),
  may: () => true,
  async take(_model, { context }, { what, factor }) {
    const customer = await context.arrange('agent', {})
    const { customerId, accessToken } = customer
    const { sca } = context.platform
    if (what === 'funding' || what === 'account') {
      const preferred = what === 'funding' && factor !== null
      const body =
        what === 'account'
          ? quoteRequest(customer)
          : funding(customer, preferred ? { scaFactor: factor } : {})
      const response = await context.agent(accessToken).createQuote(body, context.random.uuid())
      if (refusedForBusiness(response)) return
      const requirement = preferred ? 'SCA-31' : 'SCA-30'
      judge(requirement, response, preferred ? expectPreferenceIgnored : expectUnchallenged)
      if (what === 'funding' && !preferred) judge(requirement, response, expectInstructions)
      return
    }
    judge('SCA-32', await sca.factors(customerId), expectScaNotRequired)
  },
})

const REJECTED_FACTORS = {
  TOTP: { requirement: 'SCA-23', expectation: expectTotpRejected },
  CARRIER_PIGEON: { requirement: 'SCA-24', expectation: expectUnknownFactorRejected },
} as const

const rejectedFactor = stepKind({
  name: 'prefer-rejected-factor',
  area,
  operations: ['createAgentQuote', 'getAgentQuote'],
  params: fc.record({ factor: fc.constantFrom('TOTP', 'CARRIER_PIGEON') }),
  may: () => true,
  async take(_model, world, { factor }) {
    const { context } = world
    const accepted = await requestChallenged(world, 'agent', 'SMS_OTP')
    if (!accepted) return
    const { customer } = accepted
    const response = await world.wrongOnPurpose(() =>
      context
        .agent(customer.accessToken)
        .createQuote(funding(customer, { scaFactor: factor }), context.random.uuid()),
    )
    const { requirement, expectation } = REJECTED_FACTORS[factor]
    judge(requirement, response, expectation)
  },
})

export const authorizationSteps: readonly AnyStepKind[] = [
  authorizeQuote,
  unknownQuote,
  logIn,
  elsewhere,
  rejectedFactor,
]
