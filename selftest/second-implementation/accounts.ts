/** External accounts and their proof of ownership. */
import { randomBytes } from 'node:crypto'
import type { HandlerResponse, Body, Call } from './call.ts'
import { ok } from './call.ts'
import { shouted } from './identifiers.ts'
import { inSeconds, wholeSecondAfter } from './instants.ts'
import { Rejection, invalidField, notFound } from './rejection.ts'
import { isDecodable, isGenuine } from './signatures.ts'
import type { Challenge, ExternalAccount, World } from './world.ts'

const CHALLENGE_SECONDS = 240
/** How long reads return the state before a failed attempt. */
const REPLICA_LAG = 300
export const LIVENESS_TAKES = 300

const SCHEMES = ['bip137', 'electrum'] as const

/** Adds an account and gives it an identifier. */
export function addExternal(world: World, rest: Omit<ExternalAccount, 'id'>): ExternalAccount {
  const account = { id: shouted('ExternalAccount'), ...rest }
  world.externals.set(account.id, account)
  return account
}

/** Starts a challenge; the previous one, if any, becomes void. */
export function challenge(
  account: ExternalAccount,
  method: Challenge['method'],
  seconds = CHALLENGE_SECONDS,
): Challenge {
  const started: Challenge = {
    method,
    message: `Bestätigung · proof of ownership ✍️\n\n  account\t${account.id}\n  nonce\t${randomBytes(18).toString('base64')}\n`,
    expires: wholeSecondAfter(Date.now() + seconds * 1000),
  }
  account.challenge = started
  settle(account, 'PENDING_OWNERSHIP_VERIFICATION')
  return started
}

/** The outcome of a liveness check arrives some time after its start. */
export function livenessOutcome(world: World, account: ExternalAccount, passed: boolean): void {
  world.later(LIVENESS_TAKES, () => {
    delete account.challenge
    settle(account, passed ? 'ACTIVE' : 'UNVERIFIED')
  })
}

function settle(account: ExternalAccount, status: string): void {
  delete account.stale
  account.status = status
}

/** The representation of an account; reads lag behind, and responses to changes do not. */
export function presentExternal(account: ExternalAccount, fresh = false): Body {
  const stale = !fresh && account.stale && Date.now() < account.stale.until
  return {
    shape: 'external-account/7',
    id: account.id,
    customerId: account.customerId,
    currency: account.currency,
    status: stale ? account.stale?.status : account.status,
    accountInfo: account.info,
    ...(account.wallet && { ownershipType: 'FIRST_PARTY' }),
    ...account.extra,
  }
}

function find(world: World, id = ''): ExternalAccount {
  const account = world.externals.get(id)
  if (!account) throw notFound()
  return account
}

export const getExternal = (world: World, { path }: Call): HandlerResponse =>
  ok(presentExternal(find(world, path[0])))

export function startChallenge(world: World, { path, body }: Call): HandlerResponse {
  const account = find(world, path[0])
  const { method } = body()
  if (method !== 'WALLET_SIGNATURE' && method !== 'LIVENESS')
    throw invalidField('method', { enum: ['WALLET_SIGNATURE', 'LIVENESS'] }, 'Not a method of proof.')
  if (method === 'WALLET_SIGNATURE' && !account.wallet)
    throw new Rejection(400, 'INVALID_INPUT', 'Only a wallet can sign.')
  const { message, expires } = challenge(account, method)
  return ok({
    method,
    expiresAt: inSeconds(expires),
    ...(method === 'LIVENESS'
      ? { verificationLink: 'https://liveness.example/start' }
      : { messageToSign: message }),
  })
}

/** Contract: Endpoints, 1. A valid signature or a failed attempt uses up a challenge; a malformed request does not. */
export function verifyOwnership(world: World, { path, body }: Call): HandlerResponse {
  const account = find(world, path[0])
  const outstanding = account.challenge
  if (outstanding?.method !== 'WALLET_SIGNATURE' || !account.wallet)
    throw new Rejection(409, 'CONFLICT', 'No signature is awaited for this account.')
  const { signature, signatureScheme = 'bip137' } = body()
  if (typeof signature !== 'string' || !isDecodable(account.wallet.chain, signature))
    throw invalidField('signature', { format: account.wallet.chain }, 'This cannot be read as a signature.')
  const scheme = SCHEMES.find((known) => known === signatureScheme)
  if (!scheme) throw invalidField('signatureScheme', { enum: SCHEMES }, 'Not a scheme for signatures.')

  delete account.challenge
  const late = Date.now() >= outstanding.expires && !world.mistakes.expiryIgnored
  if (late || !isGenuine(account.wallet, outstanding.message, signature, scheme)) {
    account.stale = { status: account.status, until: Date.now() + REPLICA_LAG }
    account.status = 'UNVERIFIED'
    throw new Rejection(
      400,
      'INVALID_INPUT',
      late ? 'Too late: begin anew.' : 'Somebody else signed, or something else.',
    )
  }
  settle(account, 'ACTIVE')
  return ok(presentExternal(account, true))
}
