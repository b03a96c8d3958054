import { randomUUID } from 'node:crypto'
import { refusal, type FieldError, type Refusal } from '../errors.ts'
import type { Chain, ExternalAccount, SignatureScheme, WalletChallenge } from '../resources/payments.ts'
import { isBip137Signature, isElectrumSignature } from '../verify-signature/bitcoin.ts'
import { isEd25519Signature } from '../verify-signature/ed25519.ts'
import { isEip191Signature } from '../verify-signature/eip191.ts'

type Status = ExternalAccount['status']

const schemes: readonly string[] = ['bip137', 'electrum'] satisfies SignatureScheme[]

/** Why requests are rejected. */
const refusals = {
  /** 404: external account not found. */
  externalAccountNotFound: refusal(404, 'ACCOUNT_NOT_FOUND', 'There is no such external account.'),
  /** 400: invalid signature. */
  invalidSignature: refusal(
    400,
    'INVALID_INPUT',
    'The signature is not one of the wallet over messageToSign. Start a new challenge.',
  ),
  /** 400: expired signature. */
  challengeExpired: refusal(400, 'INVALID_INPUT', 'The challenge has expired. Start a new challenge.'),
}

/** Contract: Endpoints 1; States and transitions, External account status. */
export const ownershipRules = {
  ...refusals,

  /** The account that a request names. */
  accountToVerify: (
    accounts: ReadonlyMap<string, ExternalAccount>,
    externalAccountId: string,
  ): ExternalAccount | undefined => accounts.get(externalAccountId),

  /** `signature` is a required string. A signature that does not decode is a failed attempt, not a field error. */
  signatureFieldErrors: (
    { signature }: Readonly<Record<string, unknown>>,
    _account: ExternalAccount,
  ): readonly FieldError[] =>
    typeof signature === 'string' && signature !== ''
      ? []
      : [{ field: 'signature', constraint: { minLength: 1 }, message: 'signature is a required string' }],

  /** `signatureScheme` is the Bitcoin message-signing format, ignored for other chains. */
  signatureSchemeMatters: (chain: Chain): boolean => chain === 'BITCOIN',

  /** For Bitcoin, `signatureScheme` is `bip137` or `electrum`. */
  signatureSchemeFieldErrors: (
    { signatureScheme }: Readonly<Record<string, unknown>>,
    _chain: Chain,
  ): readonly FieldError[] =>
    signatureScheme === undefined || schemes.includes(signatureScheme as string)
      ? []
      : [
          {
            field: 'signatureScheme',
            constraint: { enum: schemes },
            message: 'signatureScheme is bip137 or electrum',
          },
        ],

  defaultSignatureScheme: 'bip137' as SignatureScheme,

  /** A WALLET_SIGNATURE challenge that is outstanding; a signature never completes a LIVENESS one (States, row 3). */
  challengeToComplete: ({ challenge }: ExternalAccount): WalletChallenge | undefined =>
    challenge?.method === 'WALLET_SIGNATURE' && challenge.outstanding ? challenge : undefined,

  /** 409: no WALLET_SIGNATURE challenge is outstanding; the contract shows no code. */
  noChallengeOutstanding: (_account: ExternalAccount): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'No WALLET_SIGNATURE challenge is outstanding for the account.',
  }),

  /** Lifetime of a challenge: as the provider state requests, or ten minutes. */
  challengeLifetimeSeconds: (requested: number | undefined): number => requested ?? 600,

  /** The signature must be submitted before `expiresAt`. */
  challengeHasExpired: ({ expiresAt }: WalletChallenge, now: number): boolean => now >= expiresAt,

  /** While a signature is judged, no other attempt can use its challenge. */
  challengeIsTakenFirst: true,

  /** The challenges that a signature for the account can complete: only its own. */
  challengesSigned: (
    challenge: WalletChallenge,
    _accounts: ReadonlyMap<string, ExternalAccount>,
  ): readonly WalletChallenge[] => [challenge],

  /** EVM chains: EIP-191. */
  eip191SignatureIsValid: (message: string, address: string, signature: string): boolean | Promise<boolean> =>
    isEip191Signature(message, address, signature),

  /** Bitcoin, `bip137`. */
  bip137SignatureIsValid: (message: string, address: string, signature: string): boolean | Promise<boolean> =>
    isBip137Signature(message, address, signature),

  /** Bitcoin, `electrum`. */
  electrumSignatureIsValid: (
    message: string,
    address: string,
    signature: string,
  ): boolean | Promise<boolean> => isElectrumSignature(message, address, signature),

  /** Solana: Ed25519. */
  ed25519SignatureIsValid: (
    message: string,
    address: string,
    signature: string,
  ): boolean | Promise<boolean> => isEd25519Signature(message, address, signature),

  /** The contract does not show the status of an account that awaits a signature (Gaps). */
  statusWithChallenge: 'PENDING_OWNERSHIP_VERIFICATION' as Status,

  /** The contract does not show the status of an account that awaits none. */
  statusWithoutChallenge: 'ACTIVE' as Status,

  /** Status row 1. */
  statusAfterVerification: (_account: ExternalAccount): Status => 'ACTIVE',

  /** Status row 2, invalid signature. */
  statusAfterInvalidSignature: (_account: ExternalAccount, _signature: string): Status => 'UNVERIFIED',

  /** Status row 2, submitted after `expiresAt`. */
  statusAfterExpiry: (_account: ExternalAccount): Status => 'UNVERIFIED',

  /** Why an account gets no new challenge; the contract does not say which accounts get one. */
  refusalOfChallenge: (_account: ExternalAccount): Refusal | undefined => undefined,

  /** A verified account has no outstanding challenge. */
  challengeSurvivesSuccess: false,

  /** After a failure a new challenge is started to retry. */
  challengeSurvivesFailure: (_challenge: WalletChallenge): boolean => false,

  /** A status reflecting the outcome of the liveness check (status row 3); the contract does not name it. */
  statusAfterLiveness: (outcome: 'PASSED' | 'FAILED'): Status =>
    outcome === 'PASSED' ? 'ACTIVE' : 'UNVERIFIED',

  /**
   * The message of a new challenge. It has several lines and non-ASCII characters, which must be signed exactly as
   * returned.
   */
  messageToSign: (accountId: string, expiresAt: string): string =>
    [
      'Sign to prove that this wallet is yours — no payment is made.',
      '',
      `Account: ${accountId}`,
      'Requested in: São Paulo',
      `Nonce: ${randomUUID()}`,
      `Valid until: ${expiresAt}`,
    ].join('\n'),
}
