import type { FieldError } from '../../reference/errors.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** How a whole signature is written, by chain (contract: Endpoints 1, `signature`). */
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
    id: 'undecodable-is-a-field-error',
    title: 'refuses a signature that does not decode as a wrong field, and leaves the challenge open',
    point: 'a missing or undecodable signature',
    reading: 'What is no signature is no attempt.',
    replace: (rules) => ({
      signatureFieldErrors: (body, account) => {
        const errors = rules.signatureFieldErrors(body, account)
        return errors.length > 0 || isWritten(account, body.signature) ? errors : malformed
      },
    }),
  },
  {
    id: 'missing-is-a-failed-attempt',
    title: 'takes a request without a signature for an attempt that failed',
    point: 'a missing or undecodable signature',
    reading: 'Whatever is submitted and is not valid moves the account to UNVERIFIED.',
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
    title: 'accepts a Bitcoin signature in the format that signatureScheme does not name',
    point: 'a Bitcoin signature in the other format',
    reading: 'Leniency is not ruled out.',
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
    title: 'accepts the hex of an EVM signature without 0x, and space around any signature',
    point: 'other writings of a signature',
    reading: 'They are not shown, and not ruled out.',
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
    title: 'looks for a challenge before it looks at the body',
    point: 'order of the refusals of a verification',
    reading: 'Where a request breaks more than one rule, any order.',
    replace: (rules) => ({
      signatureFieldErrors: (body, account) =>
        rules.challengeToComplete(account) ? rules.signatureFieldErrors(body, account) : [],
    }),
  },
  {
    id: 'wrong-scheme-refused-everywhere',
    title: 'refuses a signatureScheme outside of its enum on every chain',
    point: 'an unknown signatureScheme off Bitcoin',
    reading: 'Ignored is the effect of the two values.',
    replace: () => ({ signatureSchemeMatters: () => true }),
  },
  {
    id: 'own-codes-for-signatures',
    title: 'has other codes for an invalid signature, an expired one, and a challenge that is not there',
    point: 'codes of the refusals of a verification',
    reading: 'Any code of the catalogue of that status that fits.',
    replace: (rules) => ({
      invalidSignature: (...of) => ({ ...rules.invalidSignature(...of), code: 'DATA_MISMATCH' }),
      challengeExpired: (chain) => ({ ...rules.challengeExpired(chain), code: 'INVALID_TIMESTAMP' }),
      noChallengeOutstanding: (account) => ({
        ...rules.noChallengeOutstanding(account),
        code: 'INVALID_STATE_TRANSITION',
      }),
      externalAccountNotFound: () => ({ ...rules.externalAccountNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'other-codes-for-signatures',
    title: 'has yet other codes for them',
    point: 'codes of the refusals of a verification',
    reading: 'Any code of the catalogue of that status that fits.',
    unmet: ['ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      invalidSignature: (...of) => ({ ...rules.invalidSignature(...of), code: 'INVALID_REQUEST_FORMAT' }),
      challengeExpired: (chain) => ({ ...rules.challengeExpired(chain), code: 'INVALID_NONCE' }),
      externalAccountNotFound: () => ({ ...rules.externalAccountNotFound(), code: 'VERIFICATION_NOT_FOUND' }),
    }),
  },
  {
    id: 'failed-challenge-stays-invalid',
    title: 'answers 400, not 409, to a signature for a challenge that has failed',
    point: 'a challenge that has failed',
    reading: 'Whatever is submitted for it is invalid.',
    replace: (rules) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE' && account.status === 'UNVERIFIED'
          ? rules.invalidSignature(account.challenge.chain, '')
          : rules.noChallengeOutstanding(account),
    }),
  },
  {
    id: 'failed-challenge-not-found',
    title: 'answers 404 to a signature for a challenge that has failed',
    point: 'a challenge that has failed',
    reading: 'There is none any more.',
    replace: (rules) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'WALLET_SIGNATURE' && account.status === 'UNVERIFIED'
          ? { ...rules.noChallengeOutstanding(account), status: 404, code: 'VERIFICATION_NOT_FOUND' }
          : rules.noChallengeOutstanding(account),
    }),
  },
  {
    id: 'bitcoin-wallet-type',
    title: 'has an account type of its own for Bitcoin wallets, and the ISO code XBT',
    point: 'account type and currency of a Bitcoin wallet',
    reading: 'No listed type is one.',
    // Of accounts that are verified; those of Lightning are among the others.
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
    title: 'has accounts ACTIVE while a challenge is outstanding, and INACTIVE without one',
    point: 'status of an account before it is verified',
    reading: 'It is not shown.',
    replace: () => ({ statusWithChallenge: () => 'ACTIVE', statusWithoutChallenge: () => 'INACTIVE' }),
  },
  {
    id: 'unverified-while-challenged',
    title: 'has accounts UNVERIFIED until they are verified',
    point: 'status of an account before it is verified',
    reading: 'It is not shown.',
    warns: ['CNV-36'],
    replace: () => ({ statusWithChallenge: () => 'UNVERIFIED', statusWithoutChallenge: () => 'UNVERIFIED' }),
  },
  {
    id: 'under-review-while-challenged',
    title: 'has accounts UNDER_REVIEW until they are verified, and PENDING without a challenge',
    point: 'status of an account before it is verified',
    reading: 'It is not shown.',
    replace: () => ({ statusWithChallenge: () => 'UNDER_REVIEW', statusWithoutChallenge: () => 'PENDING' }),
  },
  {
    id: 'expires-by-itself',
    title: 'shows an account as UNVERIFIED once its challenge has expired, without any attempt',
    point: 'an account whose challenge has expired',
    reading: 'Which other moves lead to UNVERIFIED is not shown.',
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
    title: 'asks for a signature over many lines, ended by CR LF, with space around them',
    point: 'messageToSign',
    reading: 'It is signed exactly as it stands.',
    replace: (rules) => ({
      messageToSign: (...of) => ` \r\n${rules.messageToSign(...of).replaceAll('\n', '\r\n')}\t\r\n\r\n`,
    }),
  },
  {
    id: 'message-of-digits',
    title: 'asks for a signature over a number',
    point: 'messageToSign',
    reading: 'It is signed exactly as it stands.',
    replace: (rules) => ({ messageToSign: (...of) => rules.messageToSign(...of).replaceAll(/\D/g, '') }),
  },
  {
    id: 'message-long',
    title: 'asks for a signature over eight kilobytes in many scripts',
    point: 'messageToSign',
    reading: 'It is signed exactly as it stands.',
    replace: (rules) => ({
      messageToSign: (...of) => `${rules.messageToSign(...of)}\n${'ß İ ﷽ 𝔸 é e\u0301 '.repeat(400)}`,
    }),
  },
  {
    id: 'message-the-same-for-all',
    title: 'asks every wallet for a signature over the same message',
    point: 'messageToSign',
    reading: 'That each challenge has a message of its own is nowhere stated.',
    blocks: ['OWN-19'],
    replace: () => ({ messageToSign: () => 'I am the owner of this wallet.' }),
  },
]
