/** A credential is deleted in two steps (contract: Authentication, embedded wallet signed actions). */
import {
  check,
  expect,
  nonexistentId,
  valueAt,
  type SignedStep,
  type CheckContext,
} from '../../fixtures/index.ts'
import {
  arrangeDeletableCredential,
  deleteAndRequireGone,
  registerSigningPasskey,
  requireUnlisted,
  type DeletableCredential,
} from './deletable-credential.ts'
import {
  arrangeCredential,
  emailOtp,
  listCredentialIds,
  passkey,
  register,
  registeredId,
  registerUntied,
  smsOtp,
} from './registration.ts'
import {
  NOT_THERE,
  outcomeOf,
  requireSignatureOutcome,
  requireSignatureRequest,
  SIGNATURE_OUTCOMES,
} from './signature-request.ts'
import { UNPARSABLE } from './unparsable.ts'
import { walletKey } from './wallet-key.ts'

check('EWA-20', 'a credential exists until its deletion is signed', async (context) => {
  const { accountId, credentialId } = await arrangeCredential(context)
  await listCredentialIds(context, accountId, credentialId)

  const response = await context.platform.walletAuth.deleteCredential(credentialId)

  requireSignatureOutcome(response)
  expect(await listCredentialIds(context, accountId, credentialId)).toContain(credentialId)
})

check('EWA-21', 'with a valid signature the credential is deleted', async (context) => {
  const { accountId, credentialId, key, payloadToSign, requestId } = await arrangeDeletableCredential(context)

  const response = await context.platform.walletAuth.deleteCredential(credentialId, {
    signature: key.sign(payloadToSign),
    requestId,
  })

  expect(response).toSucceed()
  const listed = await context.poll(
    () => listCredentialIds(context, accountId),
    (ids) => !ids.includes(credentialId),
  )
  expect(listed).not.toContain(credentialId)
})

check('EWA-22', 'a signed retry needs its Request-Id', async (context) => {
  const { accountId, credentialId, key, payloadToSign } = await arrangeDeletableCredential(context)

  const response = await context.platform.walletAuth.deleteCredential(credentialId, {
    signature: key.sign(payloadToSign),
  })

  expect(response).toHaveStatus(401)
  expect(response).toHaveCode('REQUEST_ID_MISSING')
  expect(await listCredentialIds(context, accountId, credentialId)).toContain(credentialId)
  await deleteAndRequireGone(context, { accountId, credentialId, key })
})

check(
  'EWA-25',
  'the deletion of a credential leaves the other credentials of the wallet',
  async (context) => {
    const credential = await arrangeDeletableCredential(context)
    const { accountId, credentialId, key, payloadToSign, requestId } = credential
    const others = (await listCredentialIds(context, accountId, credentialId)).filter(
      (id) => id !== credentialId,
    )

    const response = await context.platform.walletAuth.deleteCredential(credentialId, {
      signature: key.sign(payloadToSign),
      requestId,
    })

    expect(response).toSucceed()
    const listed = await context.poll(
      () => listCredentialIds(context, accountId),
      (ids) => !ids.includes(credentialId),
    )
    requireUnlisted(credentialId, listed)
    expect(others, 'other credentials before').not.toHaveLength(0)
    expect(listed, 'credentials after').toEqual(expect.arrayContaining([...others]))
  },
)

check('EWA-26', 'the signature for one deletion deletes no other credential', async (context) => {
  const wallet = await arrangeCredential(context)
  const otherId = registeredId(await registerUntied(context, wallet, smsOtp))
  await listCredentialIds(context, wallet.accountId, otherId)
  const asked = requireSignatureRequest(
    await context.platform.walletAuth.deleteCredential(wallet.credentialId),
  )

  const response = await context.platform.walletAuth.deleteCredential(otherId, {
    signature: walletKey(wallet.privateKey).sign(asked.payloadToSign),
    requestId: asked.requestId,
  })

  expect(response).toBeError(400, 401, 403, 404, 409)
  const listed = await listCredentialIds(context, wallet.accountId, otherId)
  expect(listed).toContain(otherId)
  expect(listed).toContain(wallet.credentialId)
})

check('EWA-53', 'after an e-mail OTP credential is deleted another one is registered', async (context) => {
  const wallet = await context.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  await deleteAndRequireGone(context, { ...wallet, key: walletKey(wallet.privateKey) })

  const response = await context.poll(
    () => registerUntied(context, wallet, emailOtp),
    ({ status }) => status < 300,
  )

  expect(valueAt(response.body, 'code'), 'code').not.toBe('EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS')
  registeredId(response)
})

check('EWA-55', 'after the passkey of a customer is deleted another one is registered', async (context) => {
  const wallet = await context.arrange('wallet-credential', { type: 'PASSKEY' })
  await deleteAndRequireGone(context, { ...wallet, key: walletKey(wallet.privateKey) })

  const response = await context.poll(
    () => register(context, wallet, passkey(context.random)),
    ({ status }) => status < 300,
  )

  expect(valueAt(response.body, 'code'), 'code').not.toBe('PASSKEY_ALREADY_ENROLLED')
  registeredId(response)
})

check('EWA-56', 'the e-mail address of a deleted credential is registered again', async (context) => {
  const wallet = await context.arrange('wallet-credential', { type: 'SMS_OTP' })
  const request = emailOtp(context.random)
  const credentialId = registeredId(await register(context, wallet, request))
  await deleteAndRequireGone(context, { ...wallet, credentialId, key: walletKey(wallet.privateKey) })

  const response = await context.poll(
    () => register(context, wallet, request),
    ({ status }) => status < 300,
  )

  expect(valueAt(response.body, 'code'), 'code').not.toBe('EMAIL_OTP_EMAIL_ALREADY_EXISTS')
  registeredId(response)
})

check('EWA-54', 'a deleted passkey signs no deletion', async (context) => {
  const wallet = await context.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const passkey = await registerSigningPasskey(context, wallet)
  const key = walletKey(wallet.privateKey)
  await deleteAndRequireGone(context, { ...wallet, credentialId: passkey.credentialId, key })
  const asked = requireSignatureRequest(
    await context.platform.walletAuth.deleteCredential(wallet.credentialId),
  )

  const response = await context.platform.walletAuth.deleteCredential(wallet.credentialId, {
    signature: passkey.key.sign(asked.payloadToSign),
    requestId: asked.requestId,
  })

  expect(response).toBeError(401)
  expect(await listCredentialIds(context, wallet.accountId)).toContain(wallet.credentialId)
  await deleteAndRequireGone(context, { ...wallet, key })
})

const BAD_STEPS: readonly {
  readonly title: string
  readonly step: (context: CheckContext, credential: DeletableCredential) => SignedStep
}[] = [
  ...UNPARSABLE.map(({ title, signature }) => ({
    title,
    step: (_: CheckContext, { requestId }: DeletableCredential) => ({ signature, requestId }),
  })),
  {
    title: 'a signature over something else',
    step: (_, { key, payloadToSign, requestId }) => ({ signature: key.sign(`${payloadToSign} `), requestId }),
  },
  {
    title: 'the signature of a key that is not registered',
    step: ({ wallets }, { payloadToSign, requestId }) => ({
      signature: wallets.p256().sign(payloadToSign),
      requestId,
    }),
  },
]

for (const { title, step } of BAD_STEPS) {
  check('EWA-23', `${title} deletes nothing`, async (context) => {
    const credential = await arrangeDeletableCredential(context)

    const response = await context.platform.walletAuth.deleteCredential(
      credential.credentialId,
      step(context, credential),
    )

    expect(response).toBeError(401)
    expect(await listCredentialIds(context, credential.accountId)).toContain(credential.credentialId)
    await deleteAndRequireGone(context, credential)
  })
}

check(
  'EWA-64',
  'the signature of a key that is registered on another wallet deletes nothing',
  async (context) => {
    const credential = await arrangeDeletableCredential(context)
    const other = await arrangeCredential(context)

    const response = await context.platform.walletAuth.deleteCredential(credential.credentialId, {
      signature: walletKey(other.privateKey).sign(credential.payloadToSign),
      requestId: credential.requestId,
    })

    expect(response).toBeError(401, 403, 404)
    expect(await listCredentialIds(context, credential.accountId)).toContain(credential.credentialId)
    await deleteAndRequireGone(context, credential)
  },
)

check('EWA-65', 'a request identifier alone deletes nothing', async (context) => {
  const credential = await arrangeDeletableCredential(context)

  const response = await context.platform.walletAuth.deleteCredential(credential.credentialId, {
    requestId: credential.requestId,
  })

  expect(SIGNATURE_OUTCOMES).toContain(outcomeOf(response))
  expect(await listCredentialIds(context, credential.accountId)).toContain(credential.credentialId)
  await deleteAndRequireGone(context, credential)
})

check('EWA-24', 'an unknown credential is not deleted', async (context) => {
  const { credentialId } = await arrangeCredential(context)

  const response = await context.platform.walletAuth.deleteCredential(nonexistentId(credentialId, context))

  expect(outcomeOf(response)).toMatch(NOT_THERE)
})
