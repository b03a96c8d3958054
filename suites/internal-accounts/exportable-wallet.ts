import type { P256Key, Stage } from '../../fixtures/index.ts'
import { signatureAsked, type SignatureAsked } from '../embedded-wallet-auth/signature-asked.ts'
import { walletKey } from '../embedded-wallet-auth/wallet-key.ts'

/** An embedded wallet that is about to be exported: what is to be signed, and the key to sign with. */
export interface ExportableWallet extends SignatureAsked {
  readonly accountId: string
  readonly key: P256Key
}

/** @throws Blocked when the deployment does not ask for a signature */
export async function exportableWallet({ arrange, platform }: Stage): Promise<ExportableWallet> {
  const { agentId } = await arrange('agent', {})
  const { accountId, privateKey } = await arrange('embedded-wallet', { agentId })
  const asked = signatureAsked(await platform.internalAccounts.export(accountId))
  return { accountId, key: walletKey(privateKey), ...asked }
}
