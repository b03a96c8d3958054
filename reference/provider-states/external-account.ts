import { randomInt } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import type { Chain, ExternalAccount } from '../resources/payments.ts'
import { announceStatus } from '../announce-status.ts'
import { newCustomer } from './customer.ts'
import { named, oneOf, optionalSeconds, text, Unsupported, type Params } from './params.ts'

/**
 * No listed account type is a Bitcoin wallet, although the contract verifies Bitcoin wallets. LIGHTNING is the listed
 * type with the same currency.
 */
const wallets: Readonly<Record<Chain, { readonly accountType: string; readonly currency: string }>> = {
  EVM: { accountType: 'ETHEREUM_WALLET', currency: 'USDC' },
  BITCOIN: { accountType: 'LIGHTNING', currency: 'BTC' },
  SOLANA: { accountType: 'SOLANA_WALLET', currency: 'USDC' },
}

export function setUpWalletChallenge(server: ServerContext, params: Params): StateValues['wallet-challenge'] {
  const chain = oneOf(params, 'chain', ['EVM', 'BITCOIN', 'SOLANA'])
  const address = text(params, 'address')
  const seconds = optionalSeconds(params, 'expiresInSeconds')
  const { accountType, currency } = wallets[chain]
  const account = newExternalAccount(server, newCustomer(server).id, currency, { accountType, address })
  return { externalAccountId: account.id, ...startWalletChallenge(server, account, chain, address, seconds) }
}

/** A WALLET_SIGNATURE challenge that replaces any earlier one. */
export function startWalletChallenge(
  server: ServerContext,
  account: ExternalAccount,
  chain: Chain,
  address: string,
  requestedSeconds?: number,
): { readonly messageToSign: string; readonly expiresAt: string } {
  const { rules, now } = server
  const instant = Math.round(now() + rules.challengeLifetimeSeconds(requestedSeconds) * 1000)
  const expiresAt = String(rules.serialiseTimestamp(instant))
  const messageToSign = rules.messageToSign(account.id, expiresAt)
  account.status = rules.statusWithChallenge
  account.challenge = {
    method: 'WALLET_SIGNATURE',
    chain,
    address,
    messageToSign,
    expiresAt: instant,
    outstanding: true,
  }
  if (rules.challengeIsAnnounced) announceStatus(server, account)
  return { messageToSign, expiresAt }
}

export function setUpLivenessChallenge(server: ServerContext): StateValues['liveness-challenge'] {
  const account = newExternalAccount(server, newCustomer(server).id, 'USDC', {
    accountType: 'ETHEREUM_WALLET',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  })
  account.status = server.rules.statusWithChallenge
  account.challenge = { method: 'LIVENESS', outstanding: true }
  return { externalAccountId: account.id }
}

/** The check completes asynchronously, so the outcome becomes visible a moment after the response. */
export function completeLiveness(server: ServerContext, params: Params): StateValues['liveness-outcome'] {
  const { rules, store } = server
  const account = named(store.externalAccounts, params, 'externalAccountId')
  const outcome = oneOf(params, 'outcome', ['PASSED', 'FAILED'])
  const { challenge } = account
  if (challenge?.method !== 'LIVENESS') throw new Unsupported('The account has no LIVENESS challenge.')
  if (!challenge.outstanding && rules.livenessOutcomeCounts(account))
    throw new Unsupported('The LIVENESS challenge of the account has been completed.')
  setTimeout(() => {
    if (!rules.livenessOutcomeCounts(account)) return
    account.status = rules.statusAfterLiveness(outcome)
    challenge.outstanding = false
    if (rules.livenessOutcomeIsAnnounced(outcome)) announceStatus(server, account)
  }, rules.livenessTakesMs).unref()
  return {}
}

export function setUpExternalAccount(server: ServerContext, params: Params): StateValues['external-account'] {
  const ownedBy =
    params.ownedBy === undefined ? 'CUSTOMER' : oneOf(params, 'ownedBy', ['PLATFORM', 'CUSTOMER'])
  const customerId = ownedBy === 'CUSTOMER' ? newCustomer(server).id : null
  const account = newExternalAccount(server, customerId, 'USDC', {
    accountType: 'ETHEREUM_WALLET',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  })
  const values = { externalAccountId: account.id, ...(customerId !== null && { customerId }) }
  if (typeof params.trusted !== 'boolean') return values
  if (customerId === null) throw new Unsupported('A trusted beneficiary is one of a customer.')
  account.trusted = params.trusted
  const scaCode = newTrustCode(server, account)
  return { ...values, ...(server.rules.codesAreKnownAtSetUp && { scaCode }) }
}

/** Defaults of an external account: those of an account that the customer owns. */
type Details = Omit<Partial<ExternalAccount>, 'id' | 'customerId' | 'currency' | 'accountInfo'>

/** An external account without a challenge. */
export function newExternalAccount(
  { rules, store }: ServerContext,
  customerId: string | null,
  currency: string,
  accountInfo: ExternalAccount['accountInfo'],
  details: Details = { ownershipType: 'FIRST_PARTY' },
): ExternalAccount {
  const id = rules.newId('ExternalAccount')
  const account: ExternalAccount = {
    id,
    customerId,
    platformAccountId: `account-${id.slice(-12)}`,
    currency,
    accountInfo,
    status: rules.statusWithoutChallenge,
    challenge: undefined,
    ...details,
  }
  store.externalAccounts.set(id, account)
  return account
}

/** The code that the customer's factor shows for every change of the account's trust. */
function newTrustCode({ store }: ServerContext, { id }: ExternalAccount): string {
  const code = String(randomInt(100_000, 1_000_000))
  store.trustCodes.set(id, code)
  return code
}
