import { Blocked, type P256Key, type Stage } from '../../fixtures/index.ts'
import { credentialIds } from './registration.ts'
import { signatureAsked, type SignatureAsked } from './signature-asked.ts'
import { walletKey } from './wallet-key.ts'

/** A credential that is about to be deleted: what is to be signed, and the key to sign with. */
export interface DeletableCredential extends SignatureAsked {
  readonly accountId: string
  readonly credentialId: string
  readonly key: P256Key
}

/** @throws Blocked when the deployment does not ask for a signature, or does not list the credential */
export async function deletableCredential(stage: Stage): Promise<DeletableCredential> {
  const { arrange, platform } = stage
  const { accountId, credentialId, privateKey } = await arrange('wallet-credential', { type: 'EMAIL_OTP' })
  const asked = signatureAsked(await platform.walletAuth.deleteCredential(credentialId))
  if (!(await credentialIds(stage, accountId, credentialId)).includes(credentialId)) {
    throw new Blocked(
      'implementation',
      'the credential to delete is not listed before it is deleted',
      'See why; EWA-08 judges it.',
    )
  }
  return { accountId, credentialId, key: walletKey(privateKey), ...asked }
}
