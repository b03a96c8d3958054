import { createECDH } from 'node:crypto'
import type { Setting } from '../call.ts'
import type { CredentialType } from '../resources/embedded-wallet-auth.ts'
import type { InternalAccount } from '../resources/payments.ts'
import { newInternalAccount } from './customer.ts'

const AMPLE = 1_000_000_000_000_000n

/** A key with which actions of a wallet are signed. */
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
  setting: Setting,
  customerId: string,
  currency: string,
  { provisioned = true }: { readonly provisioned?: boolean } = {},
): { readonly account: InternalAccount; readonly key: WalletKey } {
  const account = newInternalAccount(setting, customerId, currency, AMPLE)
  const key = newWalletKey()
  setting.store.embeddedWallets.set(account.id, { accountId: account.id, provisioned })
  newCredential(setting, account.id, 'OAUTH', `user-of-${account.id}`, key.publicKey)
  const id = setting.rules.newId('Session')
  setting.store.walletSessions.set(id, { id, accountId: account.id })
  return { account, key }
}

export function newCredential(
  { rules, store }: Setting,
  accountId: string,
  type: CredentialType,
  tiedTo: string,
  publicKey?: string,
): string {
  const id = rules.newId('Credential')
  store.credentials.set(id, { id, accountId, type, tiedTo, publicKey })
  return id
}
