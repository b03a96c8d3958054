import { announceStatus } from '../announce-status.ts'
import type { PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { externalAccountBody } from '../representations.ts'
import type { ExternalAccount, SignatureScheme, WalletChallenge } from '../resources/payments.ts'

/** Contract: Endpoints 1. */
export const verifyPlatformExternalAccountOwnership: PlatformOperation = async (server, call) => {
  const { rules, now } = server
  const body = call.body()
  const account = accountOf(server, call.parameter('externalAccountId'))
  refuseInvalid(server, rules.signatureFieldErrors(body, account))
  const challenge = rules.challengeToComplete(account)
  if (!challenge) throw new Refused(rules.noChallengeOutstanding(account))
  if (rules.signatureSchemeMatters(challenge.chain)) {
    refuseInvalid(server, rules.signatureSchemeFieldErrors(body, challenge.chain))
  }

  // The time of receipt decides the attempt, and no other attempt can use the challenge meanwhile.
  const expired = rules.challengeHasExpired(challenge, now())
  challenge.outstanding = !rules.challengeIsTakenFirst
  if (expired) {
    account.status = rules.statusAfterExpiry(account)
    challenge.outstanding = false
    throw new Refused(rules.challengeExpired)
  }
  const scheme = (body.signatureScheme as SignatureScheme | undefined) ?? rules.defaultSignatureScheme
  const signature = body.signature as string
  const wait = rules.before('verifySignature')
  if (wait) await wait
  if (!(await isValid(server, challenge, signature, scheme))) {
    account.status = rules.statusAfterInvalidSignature(account, signature)
    challenge.outstanding = rules.challengeSurvivesFailure(challenge)
    if (rules.failedVerificationIsAnnounced) announceStatus(server, account)
    throw new Refused(rules.invalidSignature)
  }
  account.status = rules.statusAfterVerification(account)
  challenge.outstanding = rules.challengeSurvivesSuccess
  if (rules.verificationIsAnnounced) announceStatus(server, account)
  return { status: 200, body: externalAccountBody(account) }
}

export const getPlatformExternalAccount: PlatformOperation = (server, call) => {
  const seen = { ...server, store: server.rules.storeToRead(server.store) }
  return { status: 200, body: externalAccountBody(accountOf(seen, call.parameter('externalAccountId'))) }
}

function accountOf({ rules, store }: ServerContext, externalAccountId: string): ExternalAccount {
  const account = rules.accountToVerify(store.externalAccounts, externalAccountId)
  if (!account) throw new Refused(rules.externalAccountNotFound)
  return account
}

function refuseInvalid(
  { rules }: ServerContext,
  fieldErrors: ReturnType<ServerContext['rules']['signatureFieldErrors']>,
) {
  if (fieldErrors.length > 0) throw new Refused(rules.invalidFields(fieldErrors))
}

async function isValid(
  { rules, store }: ServerContext,
  challenge: WalletChallenge,
  signature: string,
  scheme: SignatureScheme,
): Promise<boolean> {
  for (const signed of rules.challengesSigned(challenge, store.externalAccounts)) {
    if (await isSignatureOf(rules, signed, signature, scheme)) return true
  }
  return false
}

function isSignatureOf(
  rules: ServerContext['rules'],
  challenge: WalletChallenge,
  signature: string,
  scheme: SignatureScheme,
): boolean | Promise<boolean> {
  const message = challenge.messageToSign
  const { address, chain } = challenge
  if (chain === 'EVM') return rules.eip191SignatureIsValid(message, address, signature)
  if (chain === 'SOLANA') return rules.ed25519SignatureIsValid(message, address, signature)
  return scheme === 'electrum'
    ? rules.electrumSignatureIsValid(message, address, signature)
    : rules.bip137SignatureIsValid(message, address, signature)
}
