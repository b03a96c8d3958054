import type { P256Key, CheckContext } from '../../fixtures/index.ts'
import { requireSignatureRequest, type SignatureRequest } from '../embedded-wallet-auth/signature-request.ts'
import { walletKey } from '../embedded-wallet-auth/wallet-key.ts'

/** An embedded wallet to export: the payload to sign, and the key to sign with. */
export interface ExportableWallet extends SignatureRequest {
  readonly accountId: string
  readonly key: P256Key
  /** Body of both steps. */
  readonly request: ReturnType<typeof exportRequest>
}

/** The default body that exports a wallet, encrypted for a key of Assay. */
export const exportRequest = (wallets: CheckContext['wallets']) => ({
  targetPublicKey: wallets.p256().publicKey,
})

/** @throws Blocked when the deployment does not require a signature */
export async function arrangeExportableWallet({
  arrange,
  platform,
  wallets,
}: CheckContext): Promise<ExportableWallet> {
  const { agentId } = await arrange('agent', {})
  const { accountId, privateKey } = await arrange('embedded-wallet', { agentId })
  const request = exportRequest(wallets)
  const asked = requireSignatureRequest(await platform.internalAccounts.export(accountId, request))
  return { accountId, request, key: walletKey(privateKey), ...asked }
}
