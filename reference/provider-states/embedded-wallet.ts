import { createECDH } from 'node:crypto'
import type { ServerContext } from '../call.ts'
import type { CredentialType } from '../resources/embedded-wallet-auth.ts'
import type { InternalAccount } from '../resources/payments.ts'
import { newInternalAccount } from './customer.ts'

const AMPLE = 1_000_000_000_000_000n

/** A key that signs actions of a wallet. */
export interface WalletKey {
  /** 32 bytes, hex. */
  readonly privateKey: string
  /** Compressed, hex. */
  readonly publicKey: string
}

export function newWalletKey(): WalletKey {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    privateKey: pair.getPrivateKey('hex').padStart(64, '0'),
    publicKey: pair.getPublicKey('hex', 'compressed'),
  }
}

/** An embedded wallet of the customer, with a key registered on it. */
export function newEmbeddedWallet(
  server: ServerContext,
  customerId: string,
  currency: string,
  { provisioned = true }: { readonly provisioned?: boolean } = {},
): { readonly account: InternalAccount; readonly key: WalletKey } {
  const account = newInternalAccount(server, customerId, currency, AMPLE)
  const key = newWalletKey()
  server.store.embeddedWallets.set(account.id, { accountId: account.id, provisioned })
  newCredential(server, account.id, 'OAUTH', `user-of-${account.id}`, key.publicKey)
  const id = server.rules.newId('Session')
  server.store.walletSessions.set(id, { id, accountId: account.id })
  return { account, key }
}

export function newCredential(
  { rules, store }: ServerContext,
  accountId: string,
  type: CredentialType,
  tiedTo: string,
  publicKey?: string,
): string {
  const id = rules.newId('Credential')
  store.credentials.set(id, { id, accountId, type, tiedTo, publicKey })
  return id
}
