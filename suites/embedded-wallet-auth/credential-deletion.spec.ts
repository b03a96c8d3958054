/** A credential is deleted in two steps (contract: Authentication, embedded wallet signed actions). */
import { check, expect, identifierOfNobody, type SignedStep, type Stage } from '../../fixtures/index.ts'
import { deletableCredential, deletedAtLast, gone, type DeletableCredential } from './deletable-credential.ts'
import { credentialIds, registeredId, registerUntied, smsOtp } from './registration.ts'
import { NOT_THERE, outcomeOf, requireAsking, signatureAsked } from './signature-asked.ts'
import { UNPARSABLE } from './unparsable.ts'
import { walletKey } from './wallet-key.ts'

check('EWA-20', 'a credential whose deletion is to be signed is there until then', async (stage) => {
  const { accountId, credentialId } = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  await credentialIds(stage, accountId, credentialId)

  const answer = await stage.platform.walletAuth.deleteCredential(credentialId)

  requireAsking(answer)
  expect(await credentialIds(stage, accountId, credentialId)).toContain(credentialId)
})

check('EWA-21', 'with a good signature the credential is deleted', async (stage) => {
  const { accountId, credentialId, key, payloadToSign, requestId } = await deletableCredential(stage)

  const answer = await stage.platform.walletAuth.deleteCredential(credentialId, {
    signature: key.sign(payloadToSign),
    requestId,
  })

  expect(answer).toSucceed()
  const listed = await stage.poll(
    () => credentialIds(stage, accountId),
    (ids) => !ids.includes(credentialId),
  )
  expect(listed).not.toContain(credentialId)
})

check('EWA-22', 'a signed retry needs its Request-Id', async (stage) => {
  const { accountId, credentialId, key, payloadToSign } = await deletableCredential(stage)

  const answer = await stage.platform.walletAuth.deleteCredential(credentialId, {
    signature: key.sign(payloadToSign),
  })

  expect(answer).toHaveStatus(401)
  expect(answer).toHaveCode('REQUEST_ID_MISSING')
  expect(await credentialIds(stage, accountId, credentialId)).toContain(credentialId)
  await deletedAtLast(stage, { accountId, credentialId, key })
})

check('EWA-25', 'the deletion of a credential leaves the others of the wallet', async (stage) => {
  const credential = await deletableCredential(stage)
  const { accountId, credentialId, key, payloadToSign, requestId } = credential
  const others = (await credentialIds(stage, accountId, credentialId)).filter((id) => id !== credentialId)

  const answer = await stage.platform.walletAuth.deleteCredential(credentialId, {
    signature: key.sign(payloadToSign),
    requestId,
  })

  expect(answer).toSucceed()
  const listed = await stage.poll(
    () => credentialIds(stage, accountId),
    (ids) => !ids.includes(credentialId),
  )
  gone(credentialId, listed)
  expect(others, 'other credentials before').not.toHaveLength(0)
  expect(listed, 'credentials after').toEqual(expect.arrayContaining([...others]))
})

check('EWA-26', 'the signature for the deletion of one credential deletes no other', async (stage) => {
  const wallet = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const otherId = registeredId(await registerUntied(stage, wallet, smsOtp))
  await credentialIds(stage, wallet.accountId, otherId)
  const asked = signatureAsked(await stage.platform.walletAuth.deleteCredential(wallet.credentialId))

  const answer = await stage.platform.walletAuth.deleteCredential(otherId, {
    signature: walletKey(wallet.privateKey).sign(asked.payloadToSign),
    requestId: asked.requestId,
  })

  expect(answer).toBeError(400, 401, 403, 404, 409)
  const listed = await credentialIds(stage, wallet.accountId, otherId)
  expect(listed).toContain(otherId)
  expect(listed).toContain(wallet.credentialId)
})

const BAD_STEPS: readonly {
  readonly title: string
  readonly step: (stage: Stage, credential: DeletableCredential) => SignedStep
}[] = [
  ...UNPARSABLE.map(({ title, signature }) => ({
    title,
    step: (_: Stage, { requestId }: DeletableCredential) => ({ signature, requestId }),
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
  check('EWA-23', `${title} deletes nothing`, async (stage) => {
    const credential = await deletableCredential(stage)

    const answer = await stage.platform.walletAuth.deleteCredential(
      credential.credentialId,
      step(stage, credential),
    )

    expect(answer).toBeError(401)
    expect(await credentialIds(stage, credential.accountId)).toContain(credential.credentialId)
    await deletedAtLast(stage, credential)
  })
}

check('EWA-24', 'an unknown credential is not deleted', async (stage) => {
  const { credentialId } = await stage.arrange('wallet-credential', { type: 'EMAIL_OTP' })

  const answer = await stage.platform.walletAuth.deleteCredential(identifierOfNobody(credentialId, stage))

  expect(outcomeOf(answer)).toMatch(NOT_THERE)
})
