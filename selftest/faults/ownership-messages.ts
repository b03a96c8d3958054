import { waitsBefore } from '../waits-before.ts'
/** Faults that accept signatures over a text other than messageToSign (contract: Endpoints 1). */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { Refused } from '../../reference/errors.ts'
import type { ExternalAccount, WalletChallenge } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { isEvmSignature } from '../../reference/verify-signature/eip191.ts'
import type { Fault } from './fault.ts'

type Verifier = Rules['eip191SignatureIsValid']

/** Also accepts signatures over a text derived from the message. */
const alsoOver =
  (isValid: Verifier, derived: (message: string) => string): Verifier =>
  async (message, address, signature) =>
    (await isValid(message, address, signature)) || (await isValid(derived(message), address, signature))

const lineOf = (message: string, index: number) =>
  message
    .split('\n')
    .filter((line) => line !== '')
    .at(index) ?? message

const sha256 = (text: string) => createHash('sha256').update(text)

const PARTS: readonly Fault[] = [
  {
    id: 'ownership-first-line-suffices',
    title: 'accepts an EVM signature over the first line of messageToSign',
    breaks: ['OWN-53'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, (message) => lineOf(message, 0)),
    }),
  },
  {
    id: 'ownership-last-line-suffices',
    title: 'accepts a Solana signature over the last line of messageToSign',
    breaks: ['OWN-53'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: alsoOver(ed25519SignatureIsValid, (message) => lineOf(message, -1)),
    }),
  },
  {
    id: 'ownership-line-ends-overlooked',
    title: 'accepts an EVM signature over messageToSign with other line breaks',
    breaks: ['OWN-54'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, (message) => message.replaceAll('\n', '\r\n')),
    }),
  },
  {
    id: 'ownership-white-space-collapsed',
    title: 'accepts a Bitcoin signature over messageToSign joined into one line',
    breaks: ['OWN-54'],
    replace: ({ bip137SignatureIsValid }) => ({
      bip137SignatureIsValid: alsoOver(bip137SignatureIsValid, (message) => message.replaceAll(/\s+/g, ' ')),
    }),
  },
  {
    id: 'ownership-unicode-form-overlooked',
    title: 'accepts a Solana signature over messageToSign in another Unicode normalization form',
    breaks: ['OWN-55'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: alsoOver(ed25519SignatureIsValid, (message) => message.normalize('NFD')),
    }),
  },
  {
    id: 'ownership-evm-prefix-optional',
    title: 'accepts an EVM signature without the EIP-191 prefix',
    breaks: ['OWN-56'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: async (message, address, signature) =>
        (await eip191SignatureIsValid(message, address, signature)) ||
        (await isEvmSignature(Buffer.from(message, 'utf8'), address, signature)),
    }),
  },
  {
    id: 'ownership-hash-in-place-of-text',
    title: 'accepts a Bitcoin signature over the hash of messageToSign in hex',
    breaks: ['OWN-57'],
    replace: ({ bip137SignatureIsValid }) => ({
      bip137SignatureIsValid: alsoOver(bip137SignatureIsValid, (message) => sha256(message).digest('hex')),
    }),
  },
  {
    id: 'ownership-bytes-of-the-hash',
    title: 'accepts a Solana signature over the bytes of the hash of messageToSign',
    breaks: ['OWN-57'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: async (message, address, signature) =>
        (await ed25519SignatureIsValid(message, address, signature)) ||
        isEd25519Over(sha256(message).digest(), address, signature),
    }),
  },
]

const CHALLENGES: readonly Fault[] = [
  {
    id: 'ownership-challenge-found-by-wallet',
    title: 'accepts a signature for any outstanding challenge of the wallet',
    breaks: ['OWN-58'],
    replace: {
      challengesSigned: (challenge, accounts) => [
        challenge,
        ...outstandingOf(accounts).filter(({ address }) => address === challenge.address),
      ],
    },
  },
  {
    id: 'ownership-failure-of-all-accounts-of-the-wallet',
    title: 'fails every account of a wallet when one fails',
    breaks: ['OWN-59'],
    replace: ({ accountToVerify, statusAfterInvalidSignature }) => {
      let known: ReadonlyMap<string, ExternalAccount> = new Map()
      return {
        accountToVerify: (accounts, id) => accountToVerify((known = accounts), id),
        statusAfterInvalidSignature: (account, signature) => {
          const { challenge } = account
          const failed = challenge?.method === 'WALLET_SIGNATURE' ? challenge.address : undefined
          for (const other of outstandingOf(known)) if (other.address === failed) other.outstanding = false
          return statusAfterInvalidSignature(account, signature)
        },
      }
    },
  },
  {
    id: 'ownership-earlier-messages-accepted',
    title: 'accepts a signature over the message of any earlier challenge of the account',
    breaks: ['OWN-60', 'OWN-61'],
    replace: withEarlierMessages(false),
  },
  {
    id: 'ownership-failed-message-accepted',
    title: 'accepts a signature over the message of a failed challenge of the account',
    breaks: ['OWN-60'],
    replace: ({ statusAfterInvalidSignature }) => {
      const failed = new Map<string, string[]>()
      return {
        statusAfterInvalidSignature: (account, signature) => {
          const { id, challenge } = account
          if (challenge?.method === 'WALLET_SIGNATURE')
            failed.set(id, [...(failed.get(id) ?? []), challenge.messageToSign])
          return statusAfterInvalidSignature(account, signature)
        },
        challengesSigned: (challenge, accounts) => {
          const account = [...accounts.values()].find((one) => one.challenge === challenge)
          const messages = failed.get(account?.id ?? '') ?? []
          return [challenge, ...messages.map((messageToSign) => ({ ...challenge, messageToSign }))]
        },
      }
    },
  },
  {
    id: 'ownership-superseded-message-accepted',
    title: 'accepts a signature over the message of a replaced challenge',
    breaks: ['OWN-61'],
    replace: withEarlierMessages(true),
  },
]

const CONCURRENCY: readonly Fault[] = [
  {
    id: 'ownership-challenge-taken-late',
    title: 'verifies two concurrent signatures for one challenge, and keeps the later outcome',
    breaks: ['OWN-62', 'OWN-63'],
    replace: slowly,
  },
  {
    id: 'ownership-failure-after-success-at-once',
    title: 'fails an account for an invalid signature while a valid one verifies it',
    breaks: ['OWN-62'],
    replace: (conforming) => ({
      ...slowly(conforming),
      statusAfterVerification: (account) => {
        if (account.status === 'ACTIVE') throw new Refused(conforming.noChallengeOutstanding(account))
        return conforming.statusAfterVerification(account)
      },
    }),
  },
  {
    id: 'ownership-valid-signatures-at-once',
    title: 'accepts two concurrent valid signatures for one challenge',
    breaks: ['OWN-63'],
    // The account stays ACTIVE.
    replace: (conforming) => ({
      ...slowly(conforming),
      statusAfterInvalidSignature: (account, signature) =>
        account.status === 'ACTIVE' ? 'ACTIVE' : conforming.statusAfterInvalidSignature(account, signature),
    }),
  },
]

/** Judges a signature slowly, while the challenge stays outstanding. */
function slowly(conforming: Rules): Partial<Rules> {
  return { challengeIsTakenFirst: false, ...waitsBefore('verifySignature', 400)(conforming) }
}

/** @param forgetsFailed a failed attempt ends the challenge */
function withEarlierMessages(forgetsFailed: boolean): Fault['replace'] {
  return ({ messageToSign, statusAfterInvalidSignature }) => {
    const messages = new Map<string, string[]>()
    return {
      messageToSign: (accountId, expiresAt) => {
        const message = messageToSign(accountId, expiresAt)
        messages.set(accountId, [...(messages.get(accountId) ?? []), message])
        return message
      },
      statusAfterInvalidSignature: (account, signature) => {
        if (forgetsFailed) messages.delete(account.id)
        return statusAfterInvalidSignature(account, signature)
      },
      challengesSigned: (challenge, accounts) => {
        const account = [...accounts.values()].find((one) => one.challenge === challenge)
        const earlier = messages.get(account?.id ?? '') ?? []
        return [challenge, ...earlier.map((message) => ({ ...challenge, messageToSign: message }))]
      },
    }
  }
}

const outstandingOf = (accounts: ReadonlyMap<string, ExternalAccount>): readonly WalletChallenge[] =>
  [...accounts.values()]
    .map(({ challenge }) => challenge)
    .filter((challenge) => challenge?.method === 'WALLET_SIGNATURE')
    .filter((challenge) => challenge.outstanding)

function isEd25519Over(bytes: Uint8Array, address: string, signature: string): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, bytes, key, base58.decode(signature))
  } catch {
    return false
  }
}

export const ownershipMessagesFaults: readonly Fault[] = [...PARTS, ...CHALLENGES, ...CONCURRENCY]
