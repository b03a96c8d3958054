/** The preferred SCA factor (contract: Endpoints 3, preferred SCA factor). */
import { check, expect, suspectName, valueAt } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { challengedId, requestFunding, scaCustomer } from './challenged-quote.ts'
import { whereItHasPasskey } from './passkey.ts'
import { REJECTED } from '../rejections.ts'

const BY_TEXT_MESSAGE = [
  { id: 'SCA-20', title: 'without a preference', changes: {} },
  { id: 'SCA-21', title: 'with SMS_OTP preferred', changes: { scaFactor: 'SMS_OTP' } },
] as const

for (const { id, title, changes } of BY_TEXT_MESSAGE) {
  check(id, `${title} the challenge is for SMS_OTP`, async (stage) => {
    const customer = await scaCustomer(stage)

    const answer = await requestFunding(stage, customer, changes)

    withinLimits(answer)
    expect(answer).toSucceed()
    expect(answer).toHold({ status: 'PENDING_AUTHORIZATION' })
    expect([undefined, null, 'SMS_OTP']).toContain(valueAt(answer.body, 'scaChallenge.factor'))
  })
}

check('SCA-22', 'with PASSKEY preferred the challenge is for PASSKEY', async (stage) => {
  const customer = await scaCustomer(stage)
  const unasked = await requestFunding(stage, customer)

  const answer = await requestFunding(stage, customer, { scaFactor: 'PASSKEY' })

  whereItHasPasskey(unasked, answer)
  expect(answer).toSucceed()
  expect(answer).toHold({ status: 'PENDING_AUTHORIZATION' })
  expect([undefined, null, 'PASSKEY']).toContain(valueAt(answer.body, 'scaChallenge.factor'))
})

check('SCA-25', 'a challenge for PASSKEY carries the options of the assertion', async (stage) => {
  const customer = await scaCustomer(stage)
  const unasked = await requestFunding(stage, customer)

  const answer = await requestFunding(stage, customer, { scaFactor: 'PASSKEY' })

  whereItHasPasskey(unasked, answer)
  expect(valueAt(answer.body, 'scaChallenge.passkeyAssertionOptions')).toEqual(expect.any(Object))
})

check('SCA-23', 'TOTP is rejected', async (stage) => {
  const customer = await scaCustomer(stage)
  challengedId(await requestFunding(stage, customer, { scaFactor: 'SMS_OTP' }))

  const answer = await requestFunding(stage, customer, { scaFactor: 'TOTP' })

  const isIgnored = async () => (await requestFunding(stage, customer, { scaFactor: {} })).status < 300
  await suspectName('preferredScaFactor', stage.names, isIgnored, () => expect(answer).toBeError(...REJECTED))
})

check('SCA-24', 'a factor that is not listed is refused', async (stage) => {
  const customer = await scaCustomer(stage)
  challengedId(await requestFunding(stage, customer, { scaFactor: 'SMS_OTP' }))

  const answer = await requestFunding(stage, customer, { scaFactor: 'CARRIER_PIGEON' })

  expect(answer).toBeError(400)
})
