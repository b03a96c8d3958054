import type { FieldError } from '../../reference/errors.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Encodings of a complete signature, by chain (contract: Endpoints 1, `signature`). */
const WRITTEN = {
  EVM: /^0x[0-9a-f]{130}$/i,
  BITCOIN: /^[A-Za-z0-9+/]{87}=$/,
  SOLANA: /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
}

const malformed: readonly FieldError[] = [
  { field: 'signature', constraint: { format: 'signature' }, message: 'signature does not decode' },
]

const isWritten = ({ challenge }: ExternalAccount, signature: unknown) =>
  challenge?.method !== 'WALLET_SIGNATURE' ||
  (typeof signature === 'string' && WRITTEN[challenge.chain].test(signature))

function failAttempt(account: ExternalAccount): void {
  if (account.challenge?.method !== 'WALLET_SIGNATURE' || !account.challenge.outstanding) return
  account.challenge.outstanding = false
  account.status = 'UNVERIFIED'
}

/** Contract: Endpoints 1; States and transitions, External account status. */
export const ownershipVariations: readonly Variant[] = [
  {
    id: 'no-new-challenge-once-verified',
    title: 'rejects a new challenge for a verified account with 409',
    point: 'a new challenge for a verified account',
    interpretation: 'The contract does not say that a verified account gets one.',
    replace: {
      refusalOfChallenge: ({ status, challenge }) =>
        status === 'ACTIVE' && challenge?.outstanding === false
          ? { status: 409, code: 'CONFLICT', reason: 'This account needs no challenge.' }
          : undefined,
    },
  },
  {
    id: 'undecodable-is-a-field-error',
    title: 'rejects an undecodable signature as an invalid field, and keeps the challenge open',
    point: 'a missing or undecodable signature',
    interpretation: 'An undecodable signature is not an attempt.',
    replace: (rules) => ({
      signatureFieldErrors: (body, account) => {
        const errors = rules.signatureFieldErrors(body, account)
        return errors.length > 0 || isWritten(account, body.signature) ? errors : malformed
      },
    }),
  },
  {
    id: 'missing-is-a-failed-attempt',
    title: 'treats a request without a signature as a failed attempt',
    point: 'a missing or undecodable signature',
    interpretation: 'Every invalid submission moves the account to UNVERIFIED.',
    replace: (rules) => ({
      signatureFieldErrors: (body, account) => {
        const errors = rules.signatureFieldErrors(body, account)
        if (errors.length > 0) failAttempt(account)
        return errors
      },
    }),
  },
  {
    id: 'either-bitcoin-scheme',
    title: 'also accepts a Bitcoin signature in the format that signatureScheme does not name',
    point: 'a Bitcoin signature in the other format',
    interpretation: 'The contract does not forbid leniency.',
    warns: ['OWN-14', 'OWN-15'],
    replace: (rules) => {
      const either = async (message: string, address: string, signature: string) =>
        (await rules.bip137SignatureIsValid(message, address, signature)) ||
        (await rules.electrumSignatureIsValid(message, address, signature))
      return { bip137SignatureIsValid: either, electrumSignatureIsValid: either }
    },
  },
  {
    id: 'hex-with-and-without-prefix',
    title: 'accepts an EVM signature without 0x, and whitespace around any signature',
    point: 'other writings of a signature',
    interpretation: 'The contract neither specifies nor forbids them.',
    replace: (rules) => ({
      eip191SignatureIsValid: (message, address, signature) =>
        rules.eip191SignatureIsValid(message, address, `0x${signature.trim().replace(/^0x/i, '')}`),
      bip137SignatureIsValid: (message, address, signature) =>
        rules.bip137SignatureIsValid(message, address, signature.trim()),
      ed25519SignatureIsValid: (message, address, signature) =>
        rules.ed25519SignatureIsValid(message, address, signature.trim()),
    }),
  },
  {
    id: 'conflict-before-validation',
    title: 'checks for a challenge before it checks the body',
    point: 'order of the refusals of a verification',
    interpretation: 'The contract does not specify the order of checks.',
    replace: (rules) => ({
      signatureFieldErrors: (body, account) =>
        rules.challengeToComplete(account) ? rules.signatureFieldErrors(body, account) : [],
    }),
  },
  {
    id: 'wrong-scheme-refused-everywhere',
    title: 'rejects an invalid signatureScheme on every chain',
    point: 'an unknown signatureScheme off Bitcoin',
    interpretation: 'Only the two valid values must be ignored.',
    replace: { signatureSchemeMatters: () => true },
  },
  {
    id: 'own-codes-for-signatures',
    title: 'returns other codes for an invalid signature, an expired one and a missing challenge',
    point: 'codes of the refusals of a verification',
    interpretation: 'Any code of the catalogue with that status fits.',
    replace: (rules) => ({
      invalidSignature: { ...rules.invalidSignature, code: 'DATA_MISMATCH' },
      challengeExpired: { ...rules.challengeExpired, code: 'INVALID_TIMESTAMP' },
      noChallengeOutstanding: (account) => ({
        ...rules.noChallengeOutstanding(account),
        code: 'INVALID_STATE_TRANSITION',
      }),
      externalAccountNotFound: { ...rules.externalAccountNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'other-codes-for-signatures',
    title: 'returns further codes for the same errors',
    point: 'codes of the refusals of a verification',
    interpretation: 'Any code of the catalogue with that status fits.',
    unmet: ['ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      invalidSignature: { ...rules.invalidSignature, code: 'INVALID_REQUEST_FORMAT' },
      challengeExpired: { ...rules.challengeExpired, code: 'INVALID_NONCE' },
      externalAccountNotFound: { ...rules.externalAccountNotFound, code: 'VERIFICATION_NOT_FOUND' },
    }),
  },
  {
    id: 'failed-challenge-stays-invalid',
    title: 'returns 400 instead of 409 for a signature of a failed challenge',
    point: 'a challenge that has failed',
    interpretation: 'Every submission for it is invalid.',
    replace: (rules) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE' && account.status === 'UNVERIFIED'
          ? rules.invalidSignature
          : rules.noChallengeOutstanding(account),
    }),
  },
  {
    id: 'failed-challenge-not-found',
    title: 'returns 404 for a signature of a failed challenge',
    point: 'a challenge that has failed',
    interpretation: 'The challenge no longer exists.',
    replace: (rules) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE' && account.status === 'UNVERIFIED'
          ? { ...rules.noChallengeOutstanding(account), status: 404, code: 'VERIFICATION_NOT_FOUND' }
          : rules.noChallengeOutstanding(account),
    }),
  },
  {
    id: 'bitcoin-wallet-type',
    title: 'uses its own account type for Bitcoin wallets, and the ISO code XBT',
    point: 'account type and currency of a Bitcoin wallet',
    interpretation: 'No listed type covers Bitcoin.',
    // Of accounts that are verified; Lightning accounts are among the others.
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { accountInfo: info } = response.body as {
            readonly accountInfo: { readonly accountType: string }
          }
          return info.accountType === 'LIGHTNING'
            ? {
                ...response,
                body: {
                  ...(response.body as Json),
                  currency: 'XBT',
                  accountInfo: { ...info, accountType: 'BITCOIN_WALLET' },
                },
              }
            : response
        },
        ['verifyPlatformExternalAccountOwnership', 'getPlatformExternalAccount'],
      ),
  },
  {
    id: 'active-while-challenged',
    title: 'keeps accounts ACTIVE while a challenge is outstanding, and INACTIVE without one',
    point: 'status of an account before it is verified',
    interpretation: 'The contract does not specify it.',
    blocks: ['OWN-68'],
    replace: { statusWithChallenge: 'ACTIVE', statusWithoutChallenge: 'INACTIVE' },
  },
  {
    id: 'unverified-while-challenged',
    title: 'keeps accounts UNVERIFIED until they are verified',
    point: 'status of an account before it is verified',
    interpretation: 'The contract does not specify it.',
    warns: ['CNV-36'],
    replace: { statusWithChallenge: 'UNVERIFIED', statusWithoutChallenge: 'UNVERIFIED' },
  },
  {
    id: 'under-review-while-challenged',
    title: 'keeps accounts UNDER_REVIEW until they are verified, and PENDING without a challenge',
    point: 'status of an account before it is verified',
    interpretation: 'The contract does not specify it.',
    replace: { statusWithChallenge: 'UNDER_REVIEW', statusWithoutChallenge: 'PENDING' },
  },
  {
    id: 'expires-by-itself',
    title: 'sets an account to UNVERIFIED when its challenge expires without an attempt',
    point: 'an account whose challenge has expired',
    interpretation: 'The contract does not specify which other transitions lead to UNVERIFIED.',
    replace: (rules) => ({
      accountToVerify: (accounts, id) => {
        const account = rules.accountToVerify(accounts, id)
        const { challenge } = account ?? {}
        if (account && challenge?.method === 'WALLET_SIGNATURE' && challenge.outstanding)
          if (rules.challengeHasExpired(challenge, rules.currentTime())) account.status = 'UNVERIFIED'
        return account
      },
    }),
  },
  {
    id: 'message-with-line-breaks',
    title: 'returns a multi-line messageToSign with CR LF and surrounding spaces',
    point: 'messageToSign',
    interpretation: 'It is signed exactly as returned.',
    replace: (rules) => ({
      messageToSign: (...of) => ` \r\n${rules.messageToSign(...of).replaceAll('\n', '\r\n')}\t\r\n\r\n`,
    }),
  },
  {
    id: 'message-of-digits',
    title: 'returns a number as messageToSign',
    point: 'messageToSign',
    interpretation: 'It is signed exactly as returned.',
    replace: (rules) => ({ messageToSign: (...of) => rules.messageToSign(...of).replaceAll(/\D/g, '') }),
  },
  {
    id: 'message-long',
    title: 'returns a messageToSign of eight kilobytes in many scripts',
    point: 'messageToSign',
    interpretation: 'It is signed exactly as returned.',
    replace: (rules) => ({
      messageToSign: (...of) => `${rules.messageToSign(...of)}\n${'ß İ ﷽ 𝔸 é e\u0301 '.repeat(400)}`,
    }),
  },
  {
    id: 'message-the-same-for-all',
    title: 'returns the same messageToSign to every wallet',
    point: 'messageToSign',
    interpretation: 'The contract does not require a distinct message for each challenge.',
    blocks: ['OWN-19'],
    replace: { messageToSign: () => 'I am the owner of this wallet.' },
  },
]
