import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { isObject } from '../is-object.ts'
import { newExternalAccount, startWalletChallenge } from '../provider-states/external-account.ts'
import { externalAccountBody } from '../representations.ts'
import type { Chain, ExternalAccount } from '../resources/payments.ts'
import type { Setting } from '../call.ts'

const CHALLENGE_LIFETIME_MS = 600_000

const createPlatformExternalAccount: PlatformOperation = (setting, call) => {
  const { currency, accountInfo } = call.body()
  if (typeof currency !== 'string') throw invalidField(setting, 'currency')
  if (!isObject(accountInfo) || typeof accountInfo.accountType !== 'string') {
    throw invalidField(setting, 'accountInfo.accountType')
  }
  const info = { ...accountInfo, accountType: accountInfo.accountType }
  return { status: 201, body: externalAccountBody(newExternalAccount(setting, null, currency, info)) }
}

const startOwnershipChallenge: PlatformOperation = (setting, call) => {
  const { method } = call.body()
  const account = setting.store.externalAccounts.get(call.parameter('externalAccountId'))
  if (!account) throw new Refused(setting.rules.externalAccountNotFound())
  if (method === 'WALLET_SIGNATURE') {
    const challenge = startWalletChallenge(setting, account, chainOf(account), addressOf(setting, account))
    return { status: 201, body: { method, ...challenge } }
  }
  if (method !== 'LIVENESS') throw invalidField(setting, 'method')
  account.status = setting.rules.statusWithChallenge()
  account.challenge = { method, outstanding: true }
  const expiresAt = setting.rules.serialiseTimestamp(setting.now() + CHALLENGE_LIFETIME_MS)
  return { status: 201, body: { method, verificationLink: 'https://verify.example/liveness', expiresAt } }
}

const CHAINS: Readonly<Record<string, Chain>> = { SOLANA_WALLET: 'SOLANA', LIGHTNING: 'BITCOIN' }

const chainOf = ({ accountInfo }: ExternalAccount): Chain => CHAINS[accountInfo.accountType] ?? 'EVM'

function addressOf(setting: Setting, { accountInfo: { address } }: ExternalAccount): string {
  if (typeof address !== 'string') throw invalidField(setting, 'accountInfo.address')
  return address
}

/** Operations of external accounts, by the names of their bindings and the credentials they take. */
export const externalAccountsOperations = {
  platform: { createPlatformExternalAccount, startOwnershipChallenge },
  agent: {},
  open: {},
}
