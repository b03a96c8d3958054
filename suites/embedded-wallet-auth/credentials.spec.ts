/** Credentials of an embedded wallet (contract: Limits, credentials and passkeys; Errors, 400 and 409 codes). */
import { check, createdId, expect, isList, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import {
  arrangeCredential,
  beside,
  listCredentialIds,
  emailOtp,
  passkey,
  register,
  registeredId,
  registerUntied,
  requireLimitAtRegistration,
  requireLimitOn,
  requireRegistrable,
  smsOtp,
  requireReturned,
} from './registration.ts'
import { NOT_THERE, outcomeOf } from './signature-request.ts'
import { requireSessionId } from './session-id.ts'

const OTHER_KINDS = [
  { has: 'SMS_OTP', registers: 'an e-mail OTP credential', request: emailOtp },
  { has: 'EMAIL_OTP', registers: 'an SMS OTP credential', request: smsOtp },
] as const

for (const { has, registers, request } of OTHER_KINDS) {
  check('EWA-01', `${registers} is registered`, async (context) => {
    const wallet = await context.arrange('wallet-credential', { type: has })

    const response = await registerUntied(context, wallet, request)

    expect(response).toSucceed()
    expect(createdId(response), 'identifier of the credential').toEqual(expect.any(String))
  })
}

const OF_THE_OTHER_KIND = [
  { has: 'SMS_OTP', type: 'EMAIL_OTP', request: emailOtp },
  { has: 'EMAIL_OTP', type: 'SMS_OTP', request: smsOtp },
] as const

for (const { has, type, request } of OF_THE_OTHER_KIND) {
  check(
    'EWA-52',
    `a first ${type} credential is not rejected because of a ${has} credential`,
    async (context) => {
      const wallet = await context.arrange('wallet-credential', { type: has })

      const response = await registerUntied(context, wallet, request)

      expect(valueAt(response.body, 'code'), 'code').not.toBe(`${type}_CREDENTIAL_ALREADY_EXISTS`)
      registeredId(response)
    },
  )
}

const ONE_EACH = [
  { id: 'EWA-02', type: 'EMAIL_OTP', other: 'SMS_OTP', request: emailOtp },
  { id: 'EWA-03', type: 'SMS_OTP', other: 'EMAIL_OTP', request: smsOtp },
] as const

for (const { id, type, other, request } of ONE_EACH) {
  check(id, `a second ${type} credential is rejected`, async (context) => {
    await requireRegistrable(context, other, request)
    const wallet = await context.arrange('wallet-credential', { type })

    const response = beside(wallet, await registerUntied(context, wallet, request))

    expect(response).toHaveStatus(400)
    expect(response).toHaveCode(`${type}_CREDENTIAL_ALREADY_EXISTS`)
  })
}

check('EWA-04', 'an e-mail address belongs to one credential', async (context) => {
  await requireRegistrable(context, 'SMS_OTP', emailOtp)
  const tied = await context.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const wallet = await context.arrange('wallet-credential', { type: 'SMS_OTP' })

  const second = { type: 'EMAIL_OTP', email: requireReturned('email', tied) }

  const response = beside(tied, await register(context, wallet, second))

  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('EMAIL_OTP_EMAIL_ALREADY_EXISTS')
})

check('EWA-05', 'a phone number belongs to one credential', async (context) => {
  await requireRegistrable(context, 'EMAIL_OTP', smsOtp)
  const tied = await context.arrange('wallet-credential', { type: 'SMS_OTP' })
  const wallet = await context.arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const second = { type: 'SMS_OTP', phoneNumber: requireReturned('phoneNumber', tied) }

  const response = beside(tied, await register(context, wallet, second))

  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS')
})

check(
  'EWA-06',
  'a second passkey of the customer is rejected on the same account',
  { needs: 'wallets.email-otp' },
  async (context) => {
    await requireRegistrable(context, 'EMAIL_OTP', passkey)
    const wallet = await context.arrange('wallet-credential', { type: 'PASSKEY' })
    const before = await listCredentialIds(context, wallet.accountId, wallet.credentialId)

    const response = await register(context, wallet, passkey(context.random))

    expect(before).toContain(wallet.credentialId)
    expect(response).toBeError(409)
    expect(response).toHaveCode('PASSKEY_ALREADY_ENROLLED')
    expect(await listCredentialIds(context, wallet.accountId, wallet.credentialId)).toHaveLength(
      before.length,
    )
  },
)

check('EWA-06', 'a second passkey of the customer is rejected on another account', async (context) => {
  const { agentId } = await context.arrange('agent', {})
  const first = await context.arrange('embedded-wallet', { agentId })
  const second = await context.arrange('embedded-wallet', { agentId })
  await requireLimitOn(context, first, passkey)
  const before = await listCredentialIds(context, second.accountId)

  const response = await register(context, second, passkey(context.random))

  expect(response).toBeError(409)
  expect(response).toHaveCode('PASSKEY_ALREADY_ENROLLED')
  expect(await listCredentialIds(context, second.accountId)).toHaveLength(before.length)
})

check('EWA-07', 'a duplicate passkey is rejected', async (context) => {
  const { agentId } = await context.arrange('agent', {})
  const wallet = await context.arrange('embedded-wallet', { agentId })
  const request = passkey(context.random)
  const credentialId = registeredId(await register(context, wallet, request))
  const before = await listCredentialIds(context, wallet.accountId, credentialId)

  const response = await register(context, wallet, request)

  expect(before).toContain(credentialId)
  expect(response).toBeError(400, 409)
  expect(response).toHaveCode(
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    'PASSKEY_ALREADY_ENROLLED',
    'INVALID_INPUT',
  )
  expect(await listCredentialIds(context, wallet.accountId, credentialId)).toHaveLength(before.length)
})

for (const { has, registers, request } of OTHER_KINDS) {
  check('EWA-10', `one of two concurrent requests for ${registers} succeeds`, async (context) => {
    await requireLimitAtRegistration(context, has, request)
    const wallet = await context.arrange('wallet-credential', { type: has })
    const before = await listCredentialIds(context, wallet.accountId, wallet.credentialId)
    const register = () => registerUntied(context, wallet, request)
    const twice = () => context.concurrently(register, register)

    // Each may be rejected because of the other.
    const responses = await context.poll(twice, (both) => both.some(isSuccess))

    expect(responses.filter(isSuccess), 'registrations that succeeded').toHaveLength(1)
    const id = registeredId(responses.find(isSuccess)!)
    const after = await listCredentialIds(context, wallet.accountId, id)
    // A credential may be listed only after its end user has verified it.
    expect(after.length, 'credentials listed').toBeLessThanOrEqual(before.length + 1)
  })
}

check('EWA-11', 'two credentials have different identifiers', async (context) => {
  const wallet = await context.arrange('wallet-credential', { type: 'SMS_OTP' })
  const other = await context.arrange('wallet-credential', { type: 'SMS_OTP' })
  const first = registeredId(await registerUntied(context, wallet, emailOtp))

  const second = registeredId(await registerUntied(context, other, emailOtp))

  expect(second, 'identifier of the second credential').not.toBe(first)
  expect([wallet.credentialId, other.credentialId], 'identifiers of earlier credentials').not.toContain(
    second,
  )
})

check('EWA-08', "another wallet's credentials are not listed", async (context) => {
  const wallet = await arrangeCredential(context)
  const other = await arrangeCredential(context)

  const listed = await listCredentialIds(context, wallet.accountId, wallet.credentialId)

  expect(listed).toContain(wallet.credentialId)
  expect(listed).not.toContain(other.credentialId)
})

check('EWA-09', 'on an unknown account no credential is registered', async ({ platform, random }) => {
  const response = await platform.walletAuth.register({
    ...emailOtp(random),
    accountId: `InternalAccount:${random.uuid()}`,
  })

  expect(outcomeOf(response)).toMatch(NO_ACCOUNT)
})

check('EWA-30', 'the sessions of a wallet are listed', async (context) => {
  const { accountId } = await arrangeCredential(context)

  const response = await context.platform.walletAuth.sessions(accountId)

  expect(response).toHaveStatus(200)
  expect(isList(response), 'the body is a list').toBe(true)
})

check('EWA-31', 'revoking an unknown session fails, and revoking a known one succeeds', async (context) => {
  const { platform, random } = context
  const { accountId } = await arrangeCredential(context)
  const known = requireSessionId(await platform.walletAuth.sessions(accountId))
  await platform.walletAuth.revokeSession(known)

  const response = await platform.walletAuth.revokeSession(`Session:${random.uuid()}`)

  expect(outcomeOf(response)).toMatch(NOT_THERE)
})

/** Statuses for an account that does not exist: it also has no wallet, and the signature may be required first. */
const NO_ACCOUNT = /^(40[034] .*|422 .*|409 WALLET_NOT_PROVISIONED|401 WALLET_SIGNATURE_MISSING|asked)$/

const isSuccess = ({ status }: CheckedResponse): boolean => status >= 200 && status < 300
