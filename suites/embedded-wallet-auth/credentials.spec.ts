/** Credentials of an embedded wallet (contract: Limits, credentials and passkeys; Errors, 400 and 409 codes). */
import { check, createdId, expect, isList, type Answer } from '../../fixtures/index.ts'
import {
  credentialIds,
  emailOtp,
  passkey,
  register,
  registeredId,
  registerUntied,
  requireLimitAtRegistration,
  requireRegistrable,
  smsOtp,
  toldOf,
} from './registration.ts'
import { NOT_THERE, outcomeOf } from './signature-asked.ts'
import { knownSession } from './known-session.ts'

const OTHER_KINDS = [
  { has: 'SMS_OTP', registers: 'an e-mail OTP credential', request: emailOtp },
  { has: 'EMAIL_OTP', registers: 'an SMS OTP credential', request: smsOtp },
] as const

for (const { has, registers, request } of OTHER_KINDS) {
  check('EWA-01', `${registers} is registered`, async (stage) => {
    const wallet = await stage.arrange('wallet-credential', { type: has })

    const answer = await registerUntied(stage, wallet, request)

    expect(answer).toSucceed()
    expect(createdId(answer), 'identifier of the credential').toEqual(expect.any(String))
  })
}

const ONE_EACH = [
  { id: 'EWA-02', type: 'EMAIL_OTP', other: 'SMS_OTP', request: emailOtp },
  { id: 'EWA-03', type: 'SMS_OTP', other: 'EMAIL_OTP', request: smsOtp },
] as const

for (const { id, type, other, request } of ONE_EACH) {
  check(id, `a second ${type} credential is refused`, async (stage) => {
    await requireRegistrable(stage, other, request)
    const wallet = await stage.arrange('wallet-credential', { type })

    const answer = await registerUntied(stage, wallet, request)

    expect(answer).toHaveStatus(400)
    expect(answer).toHaveCode(`${type}_CREDENTIAL_ALREADY_EXISTS`)
  })
}

check('EWA-04', 'an e-mail address is tied to one credential', async (stage) => {
  await requireRegistrable(stage, 'SMS_OTP', emailOtp)
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
  await requireRegistrable(stage, 'EMAIL_OTP', smsOtp)
  const tied = await stage.arrange('wallet-credential', { type: 'SMS_OTP' })
  const wallet = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const answer = await register(stage, wallet, {
    type: 'SMS_OTP',
    phoneNumber: toldOf('phoneNumber', tied),
  })

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS')
})

check('EWA-06', 'a second passkey of the customer is refused on the same account', async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'PASSKEY' })
  const before = await credentialIds(stage, wallet.accountId, wallet.credentialId)

  const answer = await register(stage, wallet, passkey(stage.random))

  expect(before).toContain(wallet.credentialId)
  expect(answer).toBeError(409)
  expect(answer).toHaveCode('PASSKEY_ALREADY_ENROLLED')
  expect(await credentialIds(stage, wallet.accountId, wallet.credentialId)).toHaveLength(before.length)
})

check('EWA-06', 'a second passkey of the customer is refused on another account', async (stage) => {
  const { agentId } = await stage.arrange('agent', {})
  const first = await stage.arrange('embedded-wallet', { agentId })
  const second = await stage.arrange('embedded-wallet', { agentId })
  expect(await register(stage, first, passkey(stage.random))).toSucceed()
  const before = await credentialIds(stage, second.accountId)

  const answer = await register(stage, second, passkey(stage.random))

  expect(answer).toBeError(409)
  expect(answer).toHaveCode('PASSKEY_ALREADY_ENROLLED')
  expect(await credentialIds(stage, second.accountId)).toHaveLength(before.length)
})

check('EWA-07', 'the same passkey is refused', async (stage) => {
  const { agentId } = await stage.arrange('agent', {})
  const wallet = await stage.arrange('embedded-wallet', { agentId })
  const request = passkey(stage.random)
  const credentialId = registeredId(await register(stage, wallet, request))
  const before = await credentialIds(stage, wallet.accountId, credentialId)

  const answer = await register(stage, wallet, request)

  expect(before).toContain(credentialId)
  expect(answer).toBeError(400, 409)
  expect(answer).toHaveCode('PASSKEY_CREDENTIAL_ALREADY_EXISTS', 'PASSKEY_ALREADY_ENROLLED', 'INVALID_INPUT')
  expect(await credentialIds(stage, wallet.accountId, credentialId)).toHaveLength(before.length)
})

for (const { has, registers, request } of OTHER_KINDS) {
  check('EWA-10', `of two requests at once for ${registers}, one succeeds`, async (stage) => {
    await requireLimitAtRegistration(stage, has, request)
    const wallet = await stage.arrange('wallet-credential', { type: has })
    const before = await credentialIds(stage, wallet.accountId, wallet.credentialId)
    const twice = () =>
      Promise.all([registerUntied(stage, wallet, request), registerUntied(stage, wallet, request)])

    // Both may be rejected for the sake of each other.
    const answers = await stage.poll(twice, (both) => both.some(isSuccess))

    expect(answers.filter(isSuccess), 'registrations that succeeded').toHaveLength(1)
    const id = registeredId(answers.find(isSuccess)!)
    const after = await credentialIds(stage, wallet.accountId, id)
    // A credential may be listed only once its end user has verified it.
    expect(after.length, 'credentials listed').toBeLessThanOrEqual(before.length + 1)
  })
}

check('EWA-11', 'two credentials have two identifiers', async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'SMS_OTP' })
  const other = await stage.arrange('wallet-credential', { type: 'SMS_OTP' })
  const first = registeredId(await registerUntied(stage, wallet, emailOtp))

  const second = registeredId(await registerUntied(stage, other, emailOtp))

  expect(second, 'identifier of the second credential').not.toBe(first)
  expect([wallet.credentialId, other.credentialId], 'identifiers of earlier credentials').not.toContain(
    second,
  )
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

  expect(outcomeOf(answer)).toMatch(NO_ACCOUNT)
})

check('EWA-30', 'the sessions of a wallet are listed', async ({ arrange, platform }) => {
  const { accountId } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const answer = await platform.walletAuth.sessions(accountId)

  expect(answer).toHaveStatus(200)
  expect(isList(answer), 'the body is a list').toBe(true)
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

/** What is answered for an account that does not exist: it has no wallet either, and the signature may be looked for first. */
const NO_ACCOUNT = /^(40[034] .*|422 .*|409 WALLET_NOT_PROVISIONED|401 WALLET_SIGNATURE_MISSING|asked)$/

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300
