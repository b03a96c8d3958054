/** Credentials of an embedded wallet (contract: Limits, credentials and passkeys; Errors, 400 and 409 codes). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { REFUSALS } from '../agent-management/execution-outcome.ts'
import { credentialIds, emailOtp, passkey, register, smsOtp, toldOf } from './registration.ts'
import { NOT_THERE, outcomeOf } from './signature-asked.ts'
import { knownSession } from './known-session.ts'

const OTHER_KINDS = [
  { has: 'SMS_OTP', registers: 'an e-mail OTP credential', request: emailOtp },
  { has: 'EMAIL_OTP', registers: 'an SMS OTP credential', request: smsOtp },
] as const

for (const { has, registers, request } of OTHER_KINDS) {
  check('EWA-01', `${registers} is registered and listed`, async (stage) => {
    const wallet = await stage.arrange('wallet-credential', { type: has })

    const answer = await register(stage, wallet, request(stage.random))

    expect(answer).toSucceed()
    const id = valueAt(answer.body, 'id')
    expect(id).toEqual(expect.any(String))
    expect(await credentialIds(stage, wallet.accountId, id)).toContain(id)
  })
}

const ONE_EACH = [
  { id: 'EWA-02', type: 'EMAIL_OTP', request: emailOtp },
  { id: 'EWA-03', type: 'SMS_OTP', request: smsOtp },
] as const

for (const { id, type, request } of ONE_EACH) {
  check(id, `a second ${type} credential is refused`, async (stage) => {
    const wallet = await stage.arrange('wallet-credential', { type })

    const answer = await register(stage, wallet, request(stage.random))

    expect(answer).toHaveStatus(400)
    expect(answer).toHaveCode(`${type}_CREDENTIAL_ALREADY_EXISTS`)
  })
}

check('EWA-04', 'an e-mail address is tied to one credential', async (stage) => {
  const tied = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const wallet = await stage.arrange('wallet-credential', { type: 'SMS_OTP' })

  const answer = await register(stage, wallet, {
    type: 'EMAIL_OTP',
    email: toldOf('email', tied),
  })

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('EMAIL_OTP_EMAIL_ALREADY_EXISTS')
})

check('EWA-05', 'a phone number is tied to one credential', async (stage) => {
  const tied = await stage.arrange('wallet-credential', { type: 'SMS_OTP' })
  const wallet = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const answer = await register(stage, wallet, {
    type: 'SMS_OTP',
    phoneNumber: toldOf('phoneNumber', tied),
  })

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS')
})

check('EWA-06', 'a second passkey is refused', async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'PASSKEY' })
  const before = await credentialIds(stage, wallet.accountId, wallet.credentialId)

  const answer = await register(stage, wallet, passkey(stage.random.uuid()))

  expect(before).toContain(wallet.credentialId)
  expect(answer).toBeError(...REFUSALS)
  expect(await credentialIds(stage, wallet.accountId)).toHaveLength(before.length)
})

check('EWA-07', 'the same passkey is refused', async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'PASSKEY' })
  const before = await credentialIds(stage, wallet.accountId, wallet.credentialId)

  const answer = await register(stage, wallet, passkey(toldOf('passkeyCredentialId', wallet)))

  expect(before).toContain(wallet.credentialId)
  expect(answer).toBeError(...REFUSALS)
  expect(await credentialIds(stage, wallet.accountId)).toHaveLength(before.length)
})

check('EWA-08', "another wallet's credentials are not listed", async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const other = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const listed = await credentialIds(stage, wallet.accountId, wallet.credentialId)

  expect(listed).toContain(wallet.credentialId)
  expect(listed).not.toContain(other.credentialId)
})

check('EWA-09', 'on an unknown account no credential is registered', async ({ platform, random }) => {
  const answer = await platform.walletAuth.register({
    ...emailOtp(random),
    accountId: `InternalAccount:${random.uuid()}`,
  })

  expect(answer).toBeError(400, 404)
})

check('EWA-30', 'the sessions of a wallet are listed', async ({ arrange, platform }) => {
  const { accountId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const answer = await platform.walletAuth.sessions(accountId)

  expect(answer).toHaveStatus(200)
  expect(valueAt(answer.body, 'data')).toEqual(expect.any(Array))
})

check(
  'EWA-31',
  'an unknown session is not revoked, as a known one is',
  async ({ arrange, platform, random }) => {
    const { accountId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })
    const known = knownSession(await platform.walletAuth.sessions(accountId))
    await platform.walletAuth.revokeSession(known)

    const answer = await platform.walletAuth.revokeSession(`Session:${random.uuid()}`)

    expect(outcomeOf(answer)).toMatch(NOT_THERE)
  },
)
