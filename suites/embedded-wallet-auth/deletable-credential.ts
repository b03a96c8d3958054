import { createHash } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import { Blocked, type P256Key, type CheckContext } from '../../fixtures/index.ts'
import {
  arrangeCredential,
  listCredentialIds,
  passkeyOf,
  register,
  registeredId,
  registerUntied,
  smsOtp,
} from './registration.ts'
import { requireSignatureRequest, type SignatureRequest } from './signature-request.ts'
import { walletKey } from './wallet-key.ts'

/** A credential to delete: the payload to sign, and the key to sign with. */
export interface DeletableCredential extends SignatureRequest {
  readonly accountId: string
  readonly credentialId: string
  readonly key: P256Key
}

/** @throws Blocked when the deployment does not require a signature, or does not list the credential */
export async function arrangeDeletableCredential(context: CheckContext): Promise<DeletableCredential> {
  const { platform } = context
  const { accountId, credentialId, privateKey } = await arrangeCredential(context)
  const asked = requireSignatureRequest(await platform.walletAuth.deleteCredential(credentialId))
  if (!(await listCredentialIds(context, accountId, credentialId)).includes(credentialId)) {
    throw new Blocked(
      'implementation',
      'the credential to delete is not listed before it is deleted',
      'See the reason in the requests of this check. EWA-08 judges this step.',
    )
  }
  return { accountId, credentialId, key: walletKey(privateKey), ...asked }
}

/**
 * Deletes the credential with a new signature. A listed credential proves that it exists only if a deletion removes it
 * from the list.
 *
 * @throws Blocked when it is still listed
 */
export async function deleteAndRequireGone(
  context: CheckContext,
  { accountId, credentialId, key }: Pick<DeletableCredential, 'accountId' | 'credentialId' | 'key'>,
): Promise<void> {
  const { walletAuth } = context.platform
  const { payloadToSign, requestId } = requireSignatureRequest(
    await walletAuth.deleteCredential(credentialId),
  )
  await walletAuth.deleteCredential(credentialId, { signature: key.sign(payloadToSign), requestId })
  requireUnlisted(
    credentialId,
    await context.poll(
      () => listCredentialIds(context, accountId),
      (ids) => !ids.includes(credentialId),
    ),
  )
}

/** @throws Blocked when the deleted credential is still listed */
export function requireUnlisted(credentialId: string, listed: readonly unknown[]): void {
  if (!listed.includes(credentialId)) return
  throw new Blocked(
    'implementation',
    'a deleted credential is still listed, so a listed credential shows nothing',
    'See the reason in the requests of this check. EWA-21 judges this step.',
  )
}

/** A passkey of a wallet, and its key. */
export interface SigningPasskey {
  readonly credentialId: string
  readonly key: P256Key
}

/**
 * Registers a passkey that signs: another credential is deleted with its signature.
 *
 * @throws Blocked when its signature is rejected: the deployment may sign with the keys of sessions only
 */
export async function registerSigningPasskey(
  context: CheckContext,
  wallet: StateValues['wallet-credential'],
): Promise<SigningPasskey> {
  const { random, platform } = context
  const otherId = registeredId(await registerUntied(context, wallet, smsOtp))
  const privateKey = createHash('sha256').update(random.uuid()).digest('hex')
  const credentialId = registeredId(await register(context, wallet, passkeyOf(privateKey, random)))
  const key = walletKey(privateKey)
  const asked = requireSignatureRequest(await platform.walletAuth.deleteCredential(otherId))
  const { status, exchange } = await platform.walletAuth.deleteCredential(otherId, {
    signature: key.sign(asked.payloadToSign),
    requestId: asked.requestId,
  })
  if (status < 300) return { credentialId, key }
  throw new Blocked(
    'deployment-file',
    `a deletion that a new passkey signed returned ${status} (exchange ${exchange}), so its signature shows nothing after it is deleted`,
    'If passkeys do not sign actions in your deployment, allow the requirement with --allow-blocked.',
  )
}
