/** A quote that must be authorized (contract: Quote, status, paymentInstructions and scaChallenge). */
import { check, expect, valueAt, type Answer } from '../../fixtures/index.ts'
import { instantAt, withinLimits } from '../agent-operations/created-quote.ts'
import {
  authorizeQuote,
  challengedId,
  challengedQuote,
  instructionsOf,
  requestFunding,
  scaCustomer,
} from './challenged-quote.ts'
import { realTimeFunding } from './real-time-funding.ts'

/** When the challenge of a quote expires, ms since the epoch; never where it does not tell. */
const expiryOf = ({ body }: Answer): number =>
  instantAt(body, 'scaChallenge.expiresAt') ?? Number.POSITIVE_INFINITY

check('SCA-01', 'a quote for real-time funding awaits authorization', async (stage) => {
  const customer = await scaCustomer(stage)

  const answer = await requestFunding(stage, customer)

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(answer).toHold({ status: 'PENDING_AUTHORIZATION' })
})

check('SCA-02', 'it carries a challenge that has not expired', async (stage) => {
  const asked = stage.clock.mark()

  const { created } = await challengedQuote(stage)

  expect(valueAt(created.body, 'scaChallenge')).toEqual(expect.any(Object))
  expect(expiryOf(created)).toBeGreaterThan(asked())
})

check('SCA-03', 'the instructions are withheld where it is created and where it is read', async (stage) => {
  const { created, read } = await challengedQuote(stage)

  const again = await read()

  expect(instructionsOf(created)).toEqual([])
  expect(again).toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(instructionsOf(again)).toEqual([])
})

check('SCA-11', 'so does a quote of the platform', async (stage) => {
  const { platform, random } = stage
  const customer = await scaCustomer(stage)
  const asked = stage.clock.mark()

  const answer = await platform.transfers.createQuote(realTimeFunding(customer), random.uuid())

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(answer).toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(expiryOf(answer)).toBeGreaterThan(asked())
  expect(instructionsOf(answer)).toEqual([])
  const quoteId = challengedId(answer)
  const authorization = await authorizeQuote(stage, { customer, quoteId }, () =>
    platform.transfers.quote(quoteId),
  )
  expect(authorization.answer).toSucceed()
  const read = authorization.seen
  expect(read).toHaveStatus(200)
  expect(read).not.toHold({ status: 'PENDING_AUTHORIZATION' })
})

check('SCA-12', 'read again, it carries a challenge that has not expired', async (stage) => {
  const { read } = await challengedQuote(stage)
  const asked = stage.clock.mark()

  const again = await read()

  expect(again).toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(valueAt(again.body, 'scaChallenge')).toEqual(expect.any(Object))
  expect(expiryOf(again)).toBeGreaterThan(asked())
})

check('SCA-26', 'the factor of the challenge is an available one', async (stage) => {
  const { created } = await challengedQuote(stage)

  const factor = valueAt(created.body, 'scaChallenge.factor')
  const available = valueAt(created.body, 'scaChallenge.availableFactors') ?? [factor]
  expect([undefined, ...(available as readonly unknown[])]).toContain(factor)
})

check('SCA-50', 'two quotes have two challenges', async (stage) => {
  const first = await challengedQuote(stage)

  const second = await challengedQuote(stage)

  const idOf = ({ body }: Answer) => valueAt(body, 'scaChallenge.id')
  expect(idOf(second.created)).not.toBe(idOf(first.created))
  expect(idOf(first.created)).not.toBe(idOf(second.created))
})
