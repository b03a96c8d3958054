/** Strong customer authentication: quotes that await it, and logins (contract: Resources, ScaChallenge; Authentication). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId, StateValues } from '../../spec/index.ts'
import { expectQuoteNotFound } from '../../suites/agent-operations/expectations.ts'
import { expectNothingConfirmed, expectRejectedUnlessAccepted, inShort } from '../../suites/expectations.ts'
import { judge } from '../judge.ts'
import {
  Violation,
  ofTheService,
  formatValue,
  shown,
  type Problem,
  withRefusal,
  withStatus,
  withSuccess,
} from '../violation.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'
import { quoteRequest, refusedForBusiness } from './quote-request.ts'

const area = 'strong-customer-authentication'
const AWAITS = 'PENDING_AUTHORIZATION'

type Customer = StateValues['agent'] & { readonly scaCode: string }

async function scaCustomer({ context }: World): Promise<Customer> {
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

const statusOf = ({ body }: CheckedResponse): unknown => valueAt(body, 'status')

/** Whether there are instructions; a missing list counts as an empty one. */
const instructs = ({ body }: CheckedResponse): boolean => {
  const instructions = valueAt(body, 'paymentInstructions')
  return Array.isArray(instructions) && instructions.length > 0
}

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
async function challenged(
  world: World,
  by: 'agent' | 'platform',
  scaFactor: string | undefined,
): Promise<Challenged | undefined> {
  const { context } = world
  const customer = await scaCustomer(world)
  const agent = context.agent(customer.accessToken)
  const { transfers } = context.platform
  const body = funding(customer, scaFactor === undefined ? {} : { scaFactor })
  const requestId = context.random.uuid()
  const response = await (by === 'agent'
    ? agent.createQuote(body, requestId)
    : transfers.createQuote(body, requestId))
  if (refusedForBusiness(response)) return undefined
  const requirement: RequirementId = by === 'agent' ? 'SCA-01' : 'SCA-11'
  withSuccess(response, requirement, 'a quote for real-time funding where SCA is required')
  const quoteId = valueAt(response.body, 'id')
  if (statusOf(response) !== AWAITS || typeof quoteId !== 'string')
    throw new Violation(
      requirement,
      `a quote that must await authorization is ${formatValue(statusOf(response))}`,
      response.exchange,
    )
  if (instructs(response))
    throw new Violation(
      'SCA-03',
      'a quote that awaits authorization has payment instructions',
      response.exchange,
    )
  if (by === 'agent' && typeof valueAt(response.body, 'scaChallenge.id') !== 'string')
    throw new Violation('SCA-02', 'a quote that awaits authorization has no challenge', response.exchange)
  const factor = valueAt(response.body, 'scaChallenge.factor')
  if (factor !== undefined && factor !== 'SMS_OTP')
    throw new Violation(
      scaFactor === undefined ? 'SCA-20' : 'SCA-21',
      `the challenge is for ${formatValue(factor)}`,
      response.exchange,
    )
  const available = valueAt(response.body, 'scaChallenge.availableFactors')
  if (factor !== undefined && Array.isArray(available) && !available.includes(factor))
    throw new Violation('SCA-26', 'the factor of the challenge is not an available one', response.exchange)
  return {
    customer,
    quoteId,
    read: () => (by === 'agent' ? agent.quote(quoteId) : transfers.quote(quoteId)),
  }
}

/** @throws Violation when the quote no longer awaits authorization */
const goesOnAwaiting = (world: World, { read }: Challenged, requirement: RequirementId) =>
  world.settled(
    read,
    (response): readonly Problem[] => {
      ofTheService(response)
      if (response.status !== 200 || statusOf(response) !== AWAITS)
        return [{ requirement, message: `a quote that nobody authorized returns ${shown(response)}` }]
      return instructs(response)
        ? [{ requirement: 'SCA-03', message: 'a quote that awaits authorization has payment instructions' }]
        : []
    },
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
    how: fc.constantFrom('right', 'right', 'invalidCredentialsName', 'execute', ...Object.keys(WRONG)),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { by, factor, how, who }) {
    const { context, deployment } = world
    const { createQuote, getQuote } = deployment.operations
    if (by === 'platform' && (createQuote === null || getQuote === null)) return
    const quote = await challenged(world, by, factor ?? undefined)
    if (!quote) return
    const { customer, quoteId, read } = quote
    await goesOnAwaiting(world, quote, 'SCA-03')
    if (how === 'invalidCredentialsName') {
      const body = { code: customer.scaCode }
      await requireCredentials(who, world, 'authorizeQuote', 'SCA-13', ({ sca }) =>
        sca.authorize(quoteId, body),
      )
      await goesOnAwaiting(world, quote, 'SCA-13')
      return
    }
    if (how === 'execute') {
      if (by === 'platform' || deployment.operations.executeAgentQuote === null) return
      ofTheService(await context.agent(customer.accessToken).executeQuote(quoteId))
      const seen = await read()
      ofTheService(seen)
      if (seen.status === 200 && ![AWAITS, 'FAILED', 'EXPIRED'].includes(String(statusOf(seen))))
        throw new Violation(
          'SCA-09',
          `executed before it is authorized, a quote is ${formatValue(statusOf(seen))}`,
          seen.exchange,
        )
      return
    }
    const wrong = WRONG[how]
    if (wrong) {
      const requirement = how === 'wrong' ? 'SCA-07' : 'SCA-15'
      const response = await world.wrongOnPurpose(() =>
        context.platform.sca.authorize(quoteId, wrong(customer.scaCode)),
      )
      judge(requirement, response, expectRejectedUnlessAccepted)
      await goesOnAwaiting(world, quote, requirement)
      return
    }
    await authorizeWithCode(world, quote, by)
  },
})

/** @throws Violation when the quote does not go on, as one that is authorized */
async function authorizeWithCode(
  world: World,
  { customer, quoteId, read }: Challenged,
  by: 'agent' | 'platform',
): Promise<void> {
  const { sca } = world.context.platform
  const response = await sca.authorize(quoteId, { code: customer.scaCode })
  const requirement = by === 'agent' ? 'SCA-04' : 'SCA-11'
  withSuccess(response, requirement, 'authorizing a quote with the code of the customer')
  await world.settled(
    read,
    (seen): readonly Problem[] => {
      ofTheService(seen)
      if (seen.status !== 200 || statusOf(seen) === AWAITS || (by === 'agent' && statusOf(seen) === 'FAILED'))
        return [{ requirement, message: `an authorized quote returned ${shown(seen)}` }]
      if (by === 'platform') return []
      if (valueAt(seen.body, 'scaChallenge') !== undefined)
        return [{ requirement: 'SCA-05', message: 'an authorized quote has a challenge' }]
      return instructs(seen)
        ? []
        : [{ requirement: 'SCA-06', message: 'an authorized quote has no payment instructions' }]
    },
    ({ exchange }) => exchange,
  )
}

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
    how: fc.constantFrom('right', 'right', 'wrong', 'invalidCredentialsName'),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { how, who }) {
    const { sca } = world.context.platform
    const { customerId, scaCode } = await scaCustomer(world)
    if (how === 'invalidCredentialsName') {
      await requireCredentials(who, world, 'startScaLogin', 'SCA-44', (caller) =>
        caller.sca.startLogin(customerId),
      )
      await requireCredentials(who, world, 'listScaFactors', 'SCA-44', (caller) =>
        caller.sca.factors(customerId),
      )
      return
    }
    const before = how === 'right' ? await sca.enrolFactor(customerId, 'TOTP') : undefined
    if (before?.status === 401)
      throw new Violation('SCA-42', 'a missing login session returned 401', before.exchange)
    withSuccess(await sca.startLogin(customerId), 'SCA-40', 'starting a login')
    const completed = await sca.completeLogin(customerId, {
      code: how === 'wrong' ? otherCode(scaCode) : scaCode,
    })
    if (how === 'wrong') {
      judge('SCA-41', completed, expectNothingConfirmed)
      return
    }
    withSuccess(completed, 'SCA-40', 'completing a login with the code of the customer')
    const after = await sca.enrolFactor(customerId, 'TOTP')
    const missing = inShort(after) === '409 SCA_SESSION_REQUIRED' || after.status === 401
    if (missing)
      throw new Violation('SCA-43', `after the login enrolment returned ${shown(after)}`, after.exchange)
    // The login ended the rejection for a missing session.
    if (
      before &&
      inShort(after) === 'accepted' &&
      !['accepted', '409 SCA_SESSION_REQUIRED'].includes(inShort(before))
    )
      throw new Violation('SCA-42', `a missing login session returned ${shown(before)}`, before.exchange)
    withSuccess(await sca.factors(customerId), 'SCA-45', 'listing factors after the login')
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
      withSuccess(response, requirement, 'a quote where no SCA is required')
      const { body: quote, exchange } = response
      if (valueAt(quote, 'scaChallenge') !== undefined || (!preferred && statusOf(response) === AWAITS))
        throw new Violation(requirement, 'a quote has a challenge where no SCA is required', exchange)
      if (what === 'funding' && !preferred && !instructs(response))
        throw new Violation(
          requirement,
          'a quote has no payment instructions where no SCA is required',
          exchange,
        )
      return
    }
    withStatus(await sca.factors(customerId), [409], 'SCA-32', 'SCA factors where no SCA is required')
  },
})

const REJECTED = {
  TOTP: { requirement: 'SCA-23', statuses: [400, 409] },
  CARRIER_PIGEON: { requirement: 'SCA-24', statuses: [400] },
} as const

const rejectedFactor = stepKind({
  name: 'prefer-rejected-factor',
  area,
  operations: ['createAgentQuote', 'getAgentQuote'],
  params: fc.record({ factor: fc.constantFrom('TOTP', 'CARRIER_PIGEON') }),
  may: () => true,
  async take(_model, world, { factor }) {
    const { context } = world
    const accepted = await challenged(world, 'agent', 'SMS_OTP')
    if (!accepted) return
    const { customer } = accepted
    const response = await world.wrongOnPurpose(() =>
      context
        .agent(customer.accessToken)
        .createQuote(funding(customer, { scaFactor: factor }), context.random.uuid()),
    )
    const { requirement, statuses } = REJECTED[factor]
    withRefusal(response, statuses, requirement, `a quote with ${factor} preferred`)
  },
})

export const authorizationSteps: readonly AnyStepKind[] = [
  authorizeQuote,
  unknownQuote,
  logIn,
  elsewhere,
  rejectedFactor,
]
