/** A quote that must be authorized (contract: Quote, status, paymentInstructions and scaChallenge). */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { instantAt, lockedReceiving, withinLimits } from '../agent-operations/created-quote.ts'
import { lookUpReceiver, umaReceiver } from '../cross-currency-transfers/receivers.ts'
import { isAccepted } from '../expectations.ts'
import { authorizeQuote } from './authorize-quote.ts'
import {
  challengedId,
  createChallengedQuote,
  requestFunding,
  requestPlatformFunding,
} from './challenged-quote.ts'
import { arrangeScaCustomer } from './sca-customer.ts'
import {
  awaits,
  expectAwaiting,
  expectNoLongerAwaiting,
  expectWithheld,
  expectScaChallenge,
  expectAvailableFactor,
} from './expectations.ts'

/** When the challenge of a quote expires, ms since the epoch; Infinity if it has no expiry. */
const expiryOf = ({ body }: CheckedResponse): number =>
  instantAt(body, 'scaChallenge.expiresAt') ?? Number.POSITIVE_INFINITY

check('SCA-01', 'a quote for real-time funding awaits authorization', async (context) => {
  const customer = await arrangeScaCustomer(context)

  const response = await requestFunding(context, customer)

  withinLimits(response)
  expectAwaiting(response)
})

check('SCA-01', 'a quote with the receiving side locked awaits authorization', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const quoted = await requestFunding(context, customer)
  challengedId(quoted)

  const response = await requestFunding(context, customer, lockedReceiving(quoted))

  withinLimits(response)
  expectAwaiting(response)
})

check(
  'SCA-01',
  'a quote to a UMA address awaits authorization, or is rejected',
  { operations: ['lookUpUmaReceiver'], areas: ['cross-currency-transfers'], needs: 'uma' },
  async (context) => {
    const receiver = await umaReceiver(context, undefined, { scaRegion: true })
    const { payer, changes, senderCustomerInfo } = await lookUpReceiver(receiver)

    const response = await requestFunding(context, payer, { ...changes, senderCustomerInfo })

    // The contract does not say whether real-time funding can pay a UMA address.
    expect(isAccepted(response) && !awaits(response), 'whether it awaits no authorization').toBe(false)
  },
)

check('SCA-02', 'the quote contains an unexpired challenge', async (context) => {
  const asked = context.clock.mark()

  const { created } = await createChallengedQuote(context)

  expectScaChallenge(created)
  expect(expiryOf(created)).toBeGreaterThan(asked())
})

check('SCA-03', 'the instructions are withheld on creation and on read', async (context) => {
  const { created, read } = await createChallengedQuote(context)

  const again = await read()

  expectWithheld(created)
  expectAwaiting(again)
  expectWithheld(again)
})

check(
  'SCA-11',
  'a quote of the platform also contains a challenge and withholds the instructions',
  async (context) => {
    const { platform } = context
    const customer = await arrangeScaCustomer(context)
    const asked = context.clock.mark()

    const response = await requestPlatformFunding(context, customer)

    withinLimits(response)
    expectAwaiting(response)
    expect(expiryOf(response)).toBeGreaterThan(asked())
    expectWithheld(response)
    const quoteId = challengedId(response)
    const authorization = await authorizeQuote(context, { customer, quoteId }, () =>
      platform.transfers.quote(quoteId),
    )
    expect(authorization.response).toSucceed()
    expectNoLongerAwaiting(authorization.seen)
  },
)

check(
  'SCA-51',
  "reading the platform's quote shows no instructions while it awaits authorization",
  async (context) => {
    const { transfers } = context.platform
    const customer = await arrangeScaCustomer(context)
    const quoteId = challengedId(await requestPlatformFunding(context, customer))

    const read = await context.poll(
      () => transfers.quote(quoteId),
      ({ status }) => status === 200,
    )

    expectAwaiting(read)
    expectWithheld(read)
  },
)

check('SCA-12', 'on a second read the quote contains an unexpired challenge', async (context) => {
  const { read } = await createChallengedQuote(context)
  const asked = context.clock.mark()

  const again = await read()

  expectAwaiting(again)
  expectScaChallenge(again)
  expect(expiryOf(again)).toBeGreaterThan(asked())
})

check('SCA-26', 'the customer has the factor of the challenge', async (context) => {
  const { created } = await createChallengedQuote(context)

  expectAvailableFactor(created)
})

check('SCA-50', 'two quotes have two challenges', async (context) => {
  const first = await createChallengedQuote(context)

  const second = await createChallengedQuote(context)

  const idOf = ({ body }: CheckedResponse) => valueAt(body, 'scaChallenge.id')
  expect(idOf(second.created)).not.toBe(idOf(first.created))
  expect(idOf(first.created)).not.toBe(idOf(second.created))
})
