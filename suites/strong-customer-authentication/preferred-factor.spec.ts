/** The preferred SCA factor (contract: Endpoints 3, preferred SCA factor). */
import { check, expect, suspectName, valueAt } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { challengedId, requestFunding, requestInRegion } from './challenged-quote.ts'
import { arrangeScaCustomer } from './sca-customer.ts'
import { requirePasskeyFactor } from './passkey.ts'
import {
  expectAwaiting,
  expectFactor,
  expectTotpRejected,
  expectUnknownFactorRejected,
} from './expectations.ts'

const BY_TEXT_MESSAGE = [
  { id: 'SCA-20', title: 'without a preference', changes: {} },
  { id: 'SCA-21', title: 'with SMS_OTP preferred', changes: { scaFactor: 'SMS_OTP' } },
] as const

for (const { id, title, changes } of BY_TEXT_MESSAGE) {
  check(id, `${title} the challenge is for SMS_OTP`, async (context) => {
    const customer = await arrangeScaCustomer(context)

    const response = await requestInRegion(context, customer, changes)

    withinLimits(response)
    expectAwaiting(response)
    expectFactor(response, 'SMS_OTP')
  })
}

check('SCA-22', 'with PASSKEY preferred the challenge is for PASSKEY', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const unasked = await requestInRegion(context, customer)

  const response = await requestInRegion(context, customer, { scaFactor: 'PASSKEY' })

  requirePasskeyFactor(unasked, response)
  expectAwaiting(response)
  expectFactor(response, 'PASSKEY')
})

check('SCA-25', 'a PASSKEY challenge contains the assertion options', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const unasked = await requestInRegion(context, customer)

  const response = await requestInRegion(context, customer, { scaFactor: 'PASSKEY' })

  requirePasskeyFactor(unasked, response)
  expect(
    valueAt(response.body, 'scaChallenge.passkeyAssertionOptions'),
    'scaChallenge.passkeyAssertionOptions',
  ).toEqual(expect.any(Object))
})

check('SCA-23', 'TOTP is rejected', async (context) => {
  const customer = await arrangeScaCustomer(context)
  challengedId(await requestFunding(context, customer, { scaFactor: 'SMS_OTP' }))

  const response = await requestFunding(context, customer, { scaFactor: 'TOTP' })

  const isIgnored = async () => (await requestFunding(context, customer, { scaFactor: {} })).status < 300
  await suspectName('preferredScaFactor', context.names, isIgnored, () => expectTotpRejected(response))
})

check('SCA-24', 'an unlisted factor is rejected', async (context) => {
  const customer = await arrangeScaCustomer(context)
  challengedId(await requestFunding(context, customer, { scaFactor: 'SMS_OTP' }))

  const response = await requestFunding(context, customer, { scaFactor: 'CARRIER_PIGEON' })

  expectUnknownFactorRejected(response)
})
