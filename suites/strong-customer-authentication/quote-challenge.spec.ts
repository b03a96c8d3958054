/** A quote that must be authorized (contract: Quote, status, paymentInstructions and scaChallenge). */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { instantAt, withinLimits } from '../agent-operations/created-quote.ts'
import {
  authorizeQuote,
  challengedId,
  createChallengedQuote,
  instructionsOf,
  requestFunding,
  arrangeScaCustomer,
} from './challenged-quote.ts'
import { realTimeFunding } from './real-time-funding.ts'

/** When the challenge of a quote expires, ms since the epoch; Infinity if it has no expiry. */
const expiryOf = ({ body }: CheckedResponse): number =>
  instantAt(body, 'scaChallenge.expiresAt') ?? Number.POSITIVE_INFINITY

check('SCA-01', 'a quote for real-time funding awaits authorization', async (context) => {
  const customer = await arrangeScaCustomer(context)

  const response = await requestFunding(context, customer)

  withinLimits(response)
  expect(response).toSucceed()
  expect(response).toMatchFields({ status: 'PENDING_AUTHORIZATION' })
})

check('SCA-02', 'the quote contains an unexpired challenge', async (context) => {
  const asked = context.clock.mark()

  const { created } = await createChallengedQuote(context)

  expect(valueAt(created.body, 'scaChallenge')).toEqual(expect.any(Object))
  expect(expiryOf(created)).toBeGreaterThan(asked())
})

check('SCA-03', 'the instructions are withheld on creation and on read', async (context) => {
  const { created, read } = await createChallengedQuote(context)

  const again = await read()

  expect(instructionsOf(created)).toEqual([])
  expect(again).toMatchFields({ status: 'PENDING_AUTHORIZATION' })
  expect(instructionsOf(again)).toEqual([])
})

check(
  'SCA-11',
  'a quote of the platform also contains a challenge and withholds the instructions',
  async (context) => {
    const { platform, random } = context
    const customer = await arrangeScaCustomer(context)
    const asked = context.clock.mark()

    const response = await platform.transfers.createQuote(realTimeFunding(customer), random.uuid())

    withinLimits(response)
    expect(response).toSucceed()
    expect(response).toMatchFields({ status: 'PENDING_AUTHORIZATION' })
    expect(expiryOf(response)).toBeGreaterThan(asked())
    expect(instructionsOf(response)).toEqual([])
    const quoteId = challengedId(response)
    const authorization = await authorizeQuote(context, { customer, quoteId }, () =>
      platform.transfers.quote(quoteId),
    )
    expect(authorization.response).toSucceed()
    const read = authorization.seen
    expect(read).toHaveStatus(200)
    expect(read).not.toMatchFields({ status: 'PENDING_AUTHORIZATION' })
  },
)

check('SCA-12', 'on a second read the quote contains an unexpired challenge', async (context) => {
  const { read } = await createChallengedQuote(context)
  const asked = context.clock.mark()

  const again = await read()

  expect(again).toMatchFields({ status: 'PENDING_AUTHORIZATION' })
  expect(valueAt(again.body, 'scaChallenge')).toEqual(expect.any(Object))
  expect(expiryOf(again)).toBeGreaterThan(asked())
})

check('SCA-26', 'the customer has the factor of the challenge', async (context) => {
  const { created } = await createChallengedQuote(context)

  const factor = valueAt(created.body, 'scaChallenge.factor')
  const available = valueAt(created.body, 'scaChallenge.availableFactors') ?? [factor]
  expect([undefined, ...(available as readonly unknown[])]).toContain(factor)
})

check('SCA-50', 'two quotes have two challenges', async (context) => {
  const first = await createChallengedQuote(context)

  const second = await createChallengedQuote(context)

  const idOf = ({ body }: CheckedResponse) => valueAt(body, 'scaChallenge.id')
  expect(idOf(second.created)).not.toBe(idOf(first.created))
  expect(idOf(first.created)).not.toBe(idOf(second.created))
})
