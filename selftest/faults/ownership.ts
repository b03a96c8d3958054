import { withReplaced } from '../replacement.ts'
import { rewriting } from './rewriting.ts'
import { refused } from '../refused.ts'
/** Faults in verifying ownership (contract: Endpoints 1; States, External account status; Authentication). */
import { base58, base64 } from '@scure/base'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { PlatformCredentials } from '../../reference/rules/http.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

/** The server rejects a signature over anything but messageToSign, or by another account. */
const OTHER_MESSAGES = ['OWN-53', 'OWN-54', 'OWN-55', 'OWN-56', 'OWN-57', 'OWN-58'] as const

type Verifier = Rules['eip191SignatureIsValid']

/** Rejects valid signatures for addresses that begin so. */
const rejectingAddresses =
  (rule: 'bip137SignatureIsValid' | 'electrumSignatureIsValid', prefix: string) =>
  (conforming: Rules): Partial<Rules> => ({
    [rule]: (message: string, address: string, signature: string) =>
      !address.startsWith(prefix) && conforming[rule](message, address, signature),
  })

/** Also accepts signatures over messages derived from the one to sign. */
const alsoOver =
  (isValid: Verifier, change: (message: string) => string): Verifier =>
  async (message, address, signature) =>
    (await isValid(message, address, signature)) || (await isValid(change(message), address, signature))

/** The same verifier for both schemes of Bitcoin. */
const onBitcoin = (change: (isValid: Verifier) => Verifier, conforming: Rules): Partial<Rules> => ({
  bip137SignatureIsValid: change(conforming.bip137SignatureIsValid),
  electrumSignatureIsValid: change(conforming.electrumSignatureIsValid),
})

const inOtherCase = (message: string) =>
  message.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

const VALID_SIGNATURES: readonly Fault[] = [
  {
    id: 'ownership-evm-addresses-compared-by-case',
    title: 'compares EVM addresses case-sensitively',
    breaks: ['OWN-01'],
    // Their valid signatures are rejected too.
    mayAlsoBreak: ['OWN-13', 'OWN-41'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: (message, address, signature) =>
        address === address.toLowerCase() && eip191SignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-bip137-uncompressed-only',
    title: 'accepts BIP-137 headers of uncompressed keys only for P2PKH addresses',
    breaks: ['OWN-02'],
    replace: rejectingAddresses('bip137SignatureIsValid', '1'),
  },
  {
    id: 'ownership-bip137-without-nested-segwit',
    title: 'rejects P2SH-P2WPKH addresses with bip137',
    breaks: ['OWN-03'],
    // For this address type.
    mayAlsoBreak: ['OWN-12'],
    replace: rejectingAddresses('bip137SignatureIsValid', '3'),
  },
  {
    id: 'ownership-bip137-without-native-segwit',
    title: 'rejects P2WPKH addresses with bip137',
    breaks: ['OWN-04'],
    // For this address type.
    mayAlsoBreak: ['OWN-12'],
    replace: rejectingAddresses('bip137SignatureIsValid', 'bc1'),
  },
  {
    id: 'ownership-signature-scheme-overlooked',
    title: 'verifies with bip137 for any signatureScheme',
    breaks: ['OWN-05', 'OWN-14'],
    replace: ({ bip137SignatureIsValid }) => ({ electrumSignatureIsValid: bip137SignatureIsValid }),
  },
  {
    id: 'ownership-electrum-without-p2pkh',
    title: 'accepts electrum for segwit addresses only',
    breaks: ['OWN-05'],
    replace: rejectingAddresses('electrumSignatureIsValid', '1'),
  },
  {
    id: 'ownership-electrum-without-nested-segwit',
    title: 'rejects P2SH-P2WPKH addresses with electrum',
    breaks: ['OWN-05'],
    replace: rejectingAddresses('electrumSignatureIsValid', '3'),
  },
  {
    id: 'ownership-solana-signatures-in-base64',
    title: 'decodes Solana signatures as base64',
    breaks: ['OWN-06'],
    // Its valid signatures are rejected too.
    mayAlsoBreak: ['OWN-13'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: (message, address, signature) =>
        ed25519SignatureIsValid(message, address, base58.encode(Buffer.from(signature, 'base64'))),
    }),
  },
  {
    id: 'ownership-line-ends-converted',
    title: 'stores messageToSign with other line breaks than it returned',
    breaks: ['OWN-01', 'OWN-02', 'OWN-03', 'OWN-04', 'OWN-05', 'OWN-06'],
    // Their valid signatures are rejected too.
    mayAlsoBreak: ['OWN-12', 'OWN-13', 'OWN-41', 'OWN-54'],
    replace: {
      challengesSigned: (challenge) => [
        { ...challenge, messageToSign: challenge.messageToSign.replaceAll('\n', '\r\n') },
      ],
    },
  },
]

const EXPIRY: readonly Fault[] = [
  {
    id: 'ownership-challenge-expiry-ignored',
    title: 'accepts an expired signature',
    breaks: ['OWN-07', 'OWN-08'],
    replace: { challengeHasExpired: () => false },
  },
  {
    id: 'ownership-challenge-expiry-in-local-time',
    title: 'reads expiresAt as a time of its own zone, two hours west',
    breaks: ['OWN-07', 'OWN-08'],
    replace: {
      challengeHasExpired: ({ expiresAt }, now) => now >= expiresAt + 2 * 60 * 60 * 1000,
    },
  },
  {
    id: 'ownership-challenge-expires-early',
    title: 'expires a challenge four seconds before expiresAt',
    breaks: ['OWN-64'],
    replace: { challengeHasExpired: ({ expiresAt }, now) => now >= expiresAt - 4_000 },
  },
  {
    id: 'ownership-long-challenge-expires-early',
    title: 'gives every challenge ten seconds, and expires it four seconds before expiresAt',
    breaks: ['OWN-64'],
    replace: {
      challengeLifetimeSeconds: () => 10,
      challengeHasExpired: ({ expiresAt }, now) => now >= expiresAt - 4_000,
    },
  },
  {
    id: 'ownership-failure-as-422',
    title: 'returns 422 for an invalid or expired signature',
    breaks: ['OWN-07', 'OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-20', ...OTHER_MESSAGES],
    mayAlsoBreak: ['OWN-14', 'OWN-15', 'OWN-61', 'CNV-09'],
    replace: {
      respond: (operation, response) =>
        operation === 'verifyPlatformExternalAccountOwnership' && response.status === 400
          ? { ...response, status: 422 }
          : response,
    },
  },
  {
    id: 'ownership-challenge-expired-as-conflict',
    title: 'returns 409 for an expired challenge, as for one that is not outstanding',
    breaks: ['OWN-07'],
    replace: refused('challengeExpired', 409, 'CONFLICT'),
  },
  {
    id: 'ownership-challenge-expired-without-trace-on-solana',
    title: 'leaves a Solana account unchanged after a late signature',
    breaks: ['OWN-08'],
    replace: {
      statusAfterExpiry: ({ status, accountInfo }) =>
        accountInfo.accountType === 'SOLANA_WALLET' ? status : 'UNVERIFIED',
    },
  },
  {
    id: 'ownership-verified-account-keeps-its-status',
    title: 'leaves an account that was verified before ACTIVE when a later attempt fails',
    breaks: ['OWN-22'],
    replace: () => {
      const verified = new Set<string>()
      return {
        statusAfterVerification: ({ id }) => {
          verified.add(id)
          return 'ACTIVE'
        },
        statusAfterInvalidSignature: ({ id }) => (verified.has(id) ? 'ACTIVE' : 'UNVERIFIED'),
      }
    },
  },
  {
    id: 'ownership-challenge-expired-without-trace',
    title: 'rejects a late signature, but leaves the account unchanged',
    breaks: ['OWN-08'],
    replace: { statusAfterExpiry: ({ status }) => status },
  },
]

const ANSWERS: readonly Fault[] = [
  {
    id: 'ownership-verification-has-an-id-of-its-own',
    title: "returns the id of the verification in place of the account's id",
    breaks: ['OWN-09'],
    replace: ({ newId }) =>
      rewriting('verifyPlatformExternalAccountOwnership', { id: () => newId('ExternalAccount') }),
  },
  {
    id: 'ownership-account-returned-before-the-update',
    title: 'returns the account as it was before the update',
    breaks: ['OWN-10'],
    replace: rewriting('verifyPlatformExternalAccountOwnership', {
      status: 'PENDING_OWNERSHIP_VERIFICATION',
    }),
  },
  {
    id: 'ownership-verification-not-stored',
    title: 'returns ACTIVE, but does not store it',
    breaks: ['OWN-11', 'OWN-66'],
    // A valid signature after a malformed request leaves the account in the same state; so does the first attempt.
    mayAlsoBreak: ['OWN-29', 'OWN-33', 'OWN-62', 'OWN-73'],
    replace: {
      statusAfterVerification: ({ status }) => status,
      ...rewriting('verifyPlatformExternalAccountOwnership', { status: 'ACTIVE' }),
    },
  },
]

const SIGNATURE_SCHEMES: readonly Fault[] = [
  {
    id: 'ownership-electrum-by-default',
    title: 'uses electrum as the default of signatureScheme',
    breaks: ['OWN-12'],
    replace: { defaultSignatureScheme: 'electrum' },
  },
  ...(['EVM', 'SOLANA'] as const).map((refusing): Fault => ({
    id: `ownership-scheme-refused-on-${refusing.toLowerCase()}`,
    title: `rejects signatureScheme on ${refusing}, where it must be ignored`,
    breaks: ['OWN-13'],
    replace: ({ signatureSchemeMatters, signatureSchemeFieldErrors }) => ({
      signatureSchemeMatters: (chain) => chain === refusing || signatureSchemeMatters(chain),
      signatureSchemeFieldErrors: (body, chain) =>
        chain === refusing && body.signatureScheme !== undefined
          ? [{ field: 'signatureScheme', constraint: {}, message: 'signatureScheme is for Bitcoin only' }]
          : signatureSchemeFieldErrors(body, chain),
    }),
  })),
  {
    id: 'ownership-bip137-accepted-as-electrum',
    title: 'also tries bip137 when signatureScheme is electrum',
    breaks: ['OWN-14'],
    replace: ({ bip137SignatureIsValid, electrumSignatureIsValid }) => ({
      electrumSignatureIsValid: async (message, address, signature) =>
        (await electrumSignatureIsValid(message, address, signature)) ||
        (await bip137SignatureIsValid(message, address, signature)),
    }),
  },
  {
    id: 'ownership-electrum-accepted-as-bip137',
    title: 'also tries electrum when signatureScheme is bip137',
    breaks: ['OWN-15'],
    replace: ({ bip137SignatureIsValid, electrumSignatureIsValid }) => ({
      bip137SignatureIsValid: async (message, address, signature) =>
        (await bip137SignatureIsValid(message, address, signature)) ||
        (await electrumSignatureIsValid(message, address, signature)),
    }),
  },
]

const INVALID_SIGNATURES: readonly Fault[] = [
  {
    id: 'ownership-line-break-overlooked',
    title: 'accepts an EVM signature over messageToSign with a trailing line break',
    // The invalid signature that sets an account to UNVERIFIED is one of these.
    breaks: ['OWN-16', 'OWN-22'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, (message) => `${message}\n`),
    }),
  },
  {
    id: 'ownership-space-after-overlooked',
    title: 'accepts a Bitcoin signature over messageToSign with a trailing space',
    breaks: ['OWN-16'],
    replace: (conforming) =>
      onBitcoin((isValid) => alsoOver(isValid, (message) => `${message} `), conforming),
  },
  {
    id: 'ownership-space-before-overlooked',
    title: 'accepts a Solana signature over messageToSign with a leading space',
    breaks: ['OWN-16'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: alsoOver(ed25519SignatureIsValid, (message) => ` ${message}`),
    }),
  },
  {
    id: 'ownership-last-character-overlooked',
    title: 'accepts an EVM signature over messageToSign without its last character',
    breaks: ['OWN-17'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, (message) => message.slice(0, -1)),
    }),
  },
  {
    id: 'ownership-first-character-overlooked',
    title: 'accepts a Bitcoin signature over messageToSign without its first character',
    breaks: ['OWN-17'],
    replace: (conforming) =>
      onBitcoin((isValid) => alsoOver(isValid, (message) => message.slice(1)), conforming),
  },
  {
    id: 'ownership-text-after-overlooked',
    title: 'accepts a Solana signature over a text that starts with messageToSign',
    breaks: ['OWN-17'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: alsoOver(ed25519SignatureIsValid, (message) => `${message}.`),
    }),
  },
  {
    id: 'ownership-case-overlooked',
    title: 'accepts an EVM signature over messageToSign in another case',
    breaks: ['OWN-17'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, inOtherCase),
    }),
  },
  {
    id: 'ownership-evm-signer-not-compared',
    title: 'accepts any EVM signature of the right length',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: [...OTHER_MESSAGES, 'OWN-60', 'OWN-61', 'OWN-62', 'OWN-63'],
    replace: {
      eip191SignatureIsValid: (_message, _address, signature) => /^0x[0-9a-f]{130}$/i.test(signature),
    },
  },
  {
    id: 'ownership-bitcoin-signer-not-compared',
    title: 'accepts any Bitcoin signature of the right length',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // It does not read the header either.
    mayAlsoBreak: ['OWN-14', 'OWN-15', ...OTHER_MESSAGES, 'OWN-62'],
    replace: (conforming) =>
      onBitcoin(() => (_message, _address, signature) => bytesInBase64(signature) === 65, conforming),
  },
  {
    id: 'ownership-solana-key-not-used',
    title: 'accepts any Solana signature of the right length',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-53', 'OWN-54', 'OWN-55', 'OWN-57', 'OWN-58', 'OWN-62'],
    replace: {
      ed25519SignatureIsValid: (_message, _address, signature) =>
        /^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(signature),
    },
  },
  {
    id: 'ownership-any-message-of-a-challenge',
    title: "accepts the wallet's signature over the message of any outstanding challenge",
    breaks: ['OWN-19'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-58'],
    replace: {
      challengesSigned: (challenge, accounts) =>
        [challenge, ...outstanding(accounts)].map(({ messageToSign }) => ({ ...challenge, messageToSign })),
    },
  },
  {
    id: 'ownership-challenge-found-by-signature',
    title: 'finds the challenge by its signature, but verifies the account in the path',
    breaks: ['OWN-19'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-58'],
    replace: {
      challengesSigned: (challenge, accounts) => [
        challenge,
        ...outstanding(accounts).filter(({ chain }) => chain === challenge.chain),
      ],
    },
  },
  {
    id: 'ownership-invalid-signature-as-401',
    title: 'returns 401 INVALID_SIGNATURE for an invalid wallet signature',
    breaks: ['OWN-14', 'OWN-15', 'OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-20', 'OWN-21'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: [...OTHER_MESSAGES, 'OWN-60', 'OWN-61', 'OWN-62', 'OWN-63'],
    replace: refused('invalidSignature', 401, 'INVALID_SIGNATURE'),
  },
  {
    id: 'ownership-evm-length-breaks-the-decoder',
    title: 'returns 500 for an EVM signature of the wrong length',
    // It uses up the challenge, and the account does not show it.
    breaks: ['OWN-20', 'OWN-21', 'OWN-29'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: (message, address, signature) => {
        if (signature.length !== 132) throw new Error('a signature has 65 bytes')
        return eip191SignatureIsValid(message, address, signature)
      },
    }),
  },
  {
    id: 'ownership-bitcoin-length-breaks-the-decoder',
    title: 'returns 500 for a Bitcoin signature of the wrong length',
    breaks: ['OWN-20', 'OWN-21', 'OWN-29'],
    replace: (conforming) =>
      onBitcoin(
        (isValid) => (message, address, signature) => {
          if (bytesInBase64(signature) !== 65) throw new Error('a signature has 65 bytes')
          return isValid(message, address, signature)
        },
        conforming,
      ),
  },
  {
    id: 'ownership-solana-alphabet-breaks-the-decoder',
    title: 'returns 500 for a Solana signature that is not base58',
    breaks: ['OWN-21', 'OWN-29'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: (message, address, signature) => {
        if (/[^1-9A-HJ-NP-Za-km-z]/.test(signature)) throw new Error('no base58')
        return ed25519SignatureIsValid(message, address, signature)
      },
    }),
  },
  {
    id: 'ownership-invalid-signature-without-trace',
    title: 'rejects an invalid signature, but leaves the account unchanged',
    // The attempt with an undecodable signature also failed, and the account does not show it.
    breaks: ['OWN-22', 'OWN-29', 'OWN-67'],
    mayAlsoBreak: ['OWN-62'],
    replace: { statusAfterInvalidSignature: ({ status }) => status },
  },
  {
    id: 'ownership-invalid-bitcoin-signature-without-trace',
    title: 'leaves the account of a Bitcoin wallet unchanged after an invalid signature',
    breaks: ['OWN-22', 'OWN-29'],
    replace: ({ statusAfterInvalidSignature }) => ({
      statusAfterInvalidSignature: (account, signature) =>
        account.challenge?.method === 'WALLET_SIGNATURE' && account.challenge.chain === 'BITCOIN'
          ? account.status
          : statusAfterInvalidSignature(account, signature),
    }),
  },
  {
    id: 'ownership-undecodable-signature-without-trace',
    title: 'consumes the challenge for an undecodable signature, but leaves the account unchanged',
    breaks: ['OWN-29'],
    replace: ({ statusAfterInvalidSignature }) => ({
      statusAfterInvalidSignature: (account, signature) =>
        signature.includes('!') ? account.status : statusAfterInvalidSignature(account, signature),
    }),
  },
  {
    id: 'ownership-failed-challenge-helps-again',
    title: 'lets a challenge be retried after an invalid signature',
    breaks: ['OWN-23', 'OWN-24'],
    replace: { challengeSurvivesFailure: () => true },
  },
  {
    id: 'ownership-failed-solana-challenge-helps-again',
    title: 'lets a Solana challenge be retried after an invalid signature',
    breaks: ['OWN-23', 'OWN-24'],
    replace: { challengeSurvivesFailure: ({ chain }) => chain === 'SOLANA' },
  },
]

const REQUESTS: readonly Fault[] = [
  {
    id: 'ownership-missing-signature-breaks',
    title: 'returns 500 for a request without a signature',
    breaks: ['OWN-25'],
    replace: ({ signatureFieldErrors }) => ({
      signatureFieldErrors: (body, account) => {
        if (body.signature === undefined) throw new TypeError('signature is undefined')
        return signatureFieldErrors(body, account)
      },
    }),
  },
  {
    id: 'ownership-empty-signature-as-conflict',
    title: 'returns 409 for an empty signature',
    breaks: ['OWN-25'],
    replace: ({ challengeToComplete, signatureFieldErrors }) => {
      const empty = new WeakSet<ExternalAccount>()
      return {
        signatureFieldErrors: (body, account) => {
          if (body.signature !== '') return signatureFieldErrors(body, account)
          empty.add(account)
          return []
        },
        challengeToComplete: (account) => (empty.delete(account) ? undefined : challengeToComplete(account)),
      }
    },
  },
  {
    id: 'ownership-signature-of-another-type-breaks',
    title: 'returns 500 for a signature that is not a string',
    breaks: ['OWN-26'],
    replace: ({ signatureFieldErrors }) => ({
      signatureFieldErrors: (body, account) => {
        if (body.signature !== undefined) (body.signature as string).trim()
        return signatureFieldErrors(body, account)
      },
    }),
  },
  {
    id: 'ownership-signature-coerced',
    title: 'accepts an array of one string as a signature',
    // The value that it accepts as a signature is neither a failed attempt nor a field error.
    breaks: ['OWN-26', 'OWN-29'],
    replace: ({ signatureFieldErrors, eip191SignatureIsValid }) => ({
      signatureFieldErrors: (body, account) =>
        Array.isArray(body.signature) ? [] : signatureFieldErrors(body, account),
      eip191SignatureIsValid: (message, address, ...signature) =>
        eip191SignatureIsValid(message, address, signature.join()),
    }),
  },
  {
    id: 'ownership-malformed-body-as-409',
    title: 'returns 409 for a body that is not a JSON object',
    breaks: ['OWN-27'],
    replace: refused('malformedBody', 409, 'CONFLICT'),
  },
  {
    id: 'ownership-unknown-scheme-taken-for-bip137',
    title: 'treats an unknown signatureScheme as bip137',
    breaks: ['OWN-28'],
    replace: { signatureSchemeFieldErrors: () => [] },
  },
  {
    id: 'ownership-field-error-uses-up-the-challenge',
    title: 'consumes the challenge for a request without a signature, but leaves the account unchanged',
    breaks: ['OWN-29'],
    replace: ({ signatureFieldErrors }) => ({
      signatureFieldErrors: (body, account) => {
        const errors = signatureFieldErrors(body, account)
        if (errors.length > 0 && account.challenge) account.challenge.outstanding = false
        return errors
      },
    }),
  },
]

const CHALLENGES: readonly Fault[] = [
  {
    id: 'ownership-no-challenge-as-not-found',
    title: 'returns 404 for an account without a challenge',
    breaks: ['OWN-30'],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (account) =>
        account.challenge
          ? noChallengeOutstanding(account)
          : { ...noChallengeOutstanding(account), status: 404, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'ownership-completed-challenge-helps-again',
    title: 'accepts a second signature for a completed challenge',
    breaks: ['OWN-31'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-62', 'OWN-63'],
    replace: { challengeSurvivesSuccess: true },
  },
  {
    id: 'ownership-completed-challenge-as-invalid',
    title: 'returns 400 for a second signature for a completed challenge',
    breaks: ['OWN-31'],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (account) =>
        account.status === 'ACTIVE' && account.challenge
          ? { ...noChallengeOutstanding(account), status: 400, code: 'INVALID_INPUT' }
          : noChallengeOutstanding(account),
    }),
  },
  {
    id: 'ownership-liveness-as-invalid',
    title: 'returns 400 for a signature for a LIVENESS challenge',
    breaks: ['OWN-32'],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'LIVENESS'
          ? { ...noChallengeOutstanding(account), status: 400, code: 'INVALID_INPUT' }
          : noChallengeOutstanding(account),
    }),
  },
  ...(
    [
      ['without-challenge', 'an account without a challenge'],
      ['with-liveness', 'an account with a LIVENESS challenge'],
      ['verified', 'a verified account'],
    ] as const
  ).map(([kind, account]): Fault => ({
    id: `ownership-conflict-fails-the-account-${kind}`,
    title: `returns 409, but still moves ${account} to UNVERIFIED`,
    breaks: ['OWN-33'],
    // Of two concurrent signatures, the second one finds a verified account.
    mayAlsoBreak: kind === 'verified' ? ['OWN-62'] : [],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (record) => {
        if (kindOf(record) === kind) record.status = 'UNVERIFIED'
        return noChallengeOutstanding(record)
      },
    }),
  })),
  {
    id: 'ownership-unknown-account-as-400',
    title: 'returns 400 for an unknown external account',
    breaks: ['OWN-34'],
    replace: refused('externalAccountNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'ownership-unknown-account-as-transaction',
    title: 'returns TRANSACTION_NOT_FOUND for an unknown external account',
    breaks: ['OWN-35'],
    replace: refused('externalAccountNotFound', 404, 'TRANSACTION_NOT_FOUND'),
  },
]

const OF_CREDENTIALS: readonly Fault[] = [
  {
    id: 'ownership-credentials-optional',
    title: 'rejects wrong credentials, but accepts missing ones',
    breaks: ['OWN-36'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, ...rest) =>
        authorization === undefined || conforming.mayCallAsPlatform(operation, authorization, ...rest),
    }),
  },
  {
    id: 'ownership-secret-not-compared',
    title: 'checks the client id only',
    breaks: ['OWN-37'],
    replace: {
      mayCallAsPlatform: (_operation, authorization, { clientId }) =>
        /^Basic /i.test(authorization ?? '') && pairOf(authorization).startsWith(`${clientId}:`),
    },
  },
  {
    id: 'ownership-secret-compared-by-prefix',
    title: 'accepts a secret that starts with the true one',
    breaks: ['OWN-37'],
    replace: {
      mayCallAsPlatform: (_operation, authorization, { clientId, clientSecret }) =>
        /^Basic /i.test(authorization ?? '') &&
        pairOf(authorization).startsWith(`${clientId}:${clientSecret}`),
    },
  },
  {
    id: 'ownership-client-not-compared',
    title: 'accepts the secret with any client id',
    breaks: ['OWN-37'],
    replace: {
      mayCallAsPlatform: (_operation, authorization, { clientSecret }) =>
        /^Basic /i.test(authorization ?? '') && pairOf(authorization).endsWith(`:${clientSecret}`),
    },
  },
  {
    id: 'ownership-authentication-scheme-overlooked',
    title: 'accepts platform credentials with any authentication scheme, or without one',
    breaks: ['OWN-38'],
    replace: {
      mayCallAsPlatform: (_operation, authorization, { clientId, clientSecret }) =>
        pairOf(authorization) === `${clientId}:${clientSecret}`,
    },
  },
  {
    id: 'ownership-malformed-credentials-break',
    title: 'returns 500 for an Authorization header that it cannot parse',
    breaks: ['OWN-38'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, ...rest) => {
        if (authorization !== undefined && !pairOf(authorization).includes(':')) {
          throw new TypeError('the credentials have no colon')
        }
        return conforming.mayCallAsPlatform(operation, authorization, ...rest)
      },
    }),
    // It cannot parse the agent's token either.
    mayAlsoBreak: ['OWN-39'],
  },
  {
    id: 'ownership-agents-verify-ownership',
    title: "accepts an agent's access token in place of platform credentials",
    breaks: ['OWN-39'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, platform, agents) =>
        conforming.mayCallAsPlatform(operation, authorization, platform, agents) ||
        conforming.callingAgent(operation, authorization, agents, platform) !== undefined,
    }),
  },
  {
    id: 'ownership-unauthorized-as-403',
    title: 'returns 403 for invalid credentials',
    breaks: ['OWN-36', 'OWN-37'],
    mayAlsoBreak: ['OWN-38'],
    replace: ({ unauthorized }) => ({
      unauthorized: (operation) => ({ ...unauthorized(operation), status: 403 }),
    }),
  },
  {
    id: 'ownership-rejected-credentials-as-signature',
    title: 'returns INVALID_SIGNATURE for invalid credentials',
    breaks: ['OWN-40'],
    replace: ({ unauthorized }) => ({
      unauthorized: (operation) => ({ ...unauthorized(operation), code: 'INVALID_SIGNATURE' }),
    }),
  },
  {
    id: 'ownership-credentials-looked-at-last',
    title: 'verifies the signature before the credentials',
    breaks: ['OWN-41', 'OWN-42'],
    replace: (conforming) => {
      let platform: PlatformCredentials | undefined
      return {
        mayCallAsPlatform: (_operation, _authorization, credentials) => {
          platform = credentials
          return true
        },
        respond: (operation, response, request) =>
          operation !== 'verifyPlatformExternalAccountOwnership' ||
          (platform && conforming.mayCallAsPlatform(operation, request.authorization, platform, []))
            ? conforming.respond(operation, response, request)
            : { status: 401, body: conforming.platformErrorBody(conforming.unauthorized(operation)) },
      }
    },
  },
]

const CREDENTIALS: readonly Fault[] = OF_CREDENTIALS.map(whereOwnershipIsVerified)

/** Faults of credentials in other operations are in other files. */
function whereOwnershipIsVerified(fault: Fault): Fault {
  const isHere = (operation: unknown) => operation === 'verifyPlatformExternalAccountOwnership'
  return {
    ...fault,
    replace: (conforming) => {
      const replaced = withReplaced(conforming, fault.replace)
      return {
        ...replaced,
        mayCallAsPlatform: (operation, ...of) =>
          (isHere(operation) ? replaced : conforming).mayCallAsPlatform(operation, ...of),
        unauthorized: (operation) => (isHere(operation) ? replaced : conforming).unauthorized(operation),
      }
    },
  }
}

const outstanding = (accounts: ReadonlyMap<string, ExternalAccount>) =>
  [...accounts.values()]
    .map(({ challenge }) => challenge)
    .filter((challenge) => challenge?.method === 'WALLET_SIGNATURE')
    .filter((challenge) => challenge.outstanding)

const kindOf = ({ challenge, status }: ExternalAccount) => {
  if (!challenge) return 'without-challenge'
  if (challenge.method === 'LIVENESS') return 'with-liveness'
  return status === 'ACTIVE' ? 'verified' : 'failed'
}

/** Length of the decoded base64; 0 when it is invalid. */
const bytesInBase64 = (text: string): number => {
  try {
    return base64.decode(text).length
  } catch {
    return 0
  }
}

/** Identifier and secret in a header, under any authentication scheme. */
const pairOf = (authorization = '') =>
  Buffer.from(authorization.split(' ').at(-1) ?? '', 'base64').toString('utf8')

export const ownershipFaults: readonly Fault[] = [
  ...VALID_SIGNATURES,
  ...EXPIRY,
  ...ANSWERS,
  ...SIGNATURE_SCHEMES,
  ...INVALID_SIGNATURES,
  ...REQUESTS,
  ...CHALLENGES,
  ...CREDENTIALS,
  {
    id: 'ownership-verification-resets-the-account',
    title: 'replaces the platformAccountId and the currency of a verified account',
    breaks: ['OWN-65'],
    replace: ({ statusAfterVerification }) => ({
      statusAfterVerification: (account) => {
        Object.assign(account, { platformAccountId: 'verified', currency: 'EUR' })
        return statusAfterVerification(account)
      },
    }),
  },
  {
    id: 'ownership-retried-account-under-review',
    title: 'moves an account that failed before to UNDER_REVIEW when it is verified',
    breaks: ['OWN-66'],
    mayAlsoBreak: ['EXT-02'],
    replace: ({ statusAfterInvalidSignature, statusAfterVerification }) => {
      const failed = new Set<string>()
      return {
        statusAfterInvalidSignature: (account, signature) => {
          failed.add(account.id)
          return statusAfterInvalidSignature(account, signature)
        },
        statusAfterVerification: (account) =>
          failed.has(account.id) ? 'UNDER_REVIEW' : statusAfterVerification(account),
      }
    },
  },
  {
    id: 'ownership-second-failure-locks',
    title: 'moves an account to INACTIVE at its second failed attempt',
    breaks: ['OWN-67'],
    replace: ({ statusAfterInvalidSignature }) => {
      const failed = new Set<string>()
      return {
        statusAfterInvalidSignature: (account, signature) => {
          if (failed.has(account.id)) return 'INACTIVE'
          failed.add(account.id)
          return statusAfterInvalidSignature(account, signature)
        },
      }
    },
  },
  {
    id: 'ownership-verifies-the-wallet',
    title: 'moves every account of a verified wallet to ACTIVE',
    breaks: ['OWN-68'],
    replace: ({ challengesSigned, statusAfterVerification }) => {
      let accounts: readonly ExternalAccount[] = []
      const walletOf = ({ challenge }: ExternalAccount) =>
        challenge?.method === 'WALLET_SIGNATURE' ? challenge.address : undefined
      return {
        challengesSigned: (challenge, all) => {
          accounts = [...all.values()]
          return challengesSigned(challenge, all)
        },
        statusAfterVerification: (account) => {
          const status = statusAfterVerification(account)
          for (const other of accounts) if (walletOf(other) === walletOf(account)) other.status = status
          return status
        },
      }
    },
  },
  {
    id: 'ownership-lapses-with-the-challenge',
    title: 'moves a verified account to UNVERIFIED when its challenge expires',
    breaks: ['OWN-69'],
    replace: ({ statusAfterVerification, currentTime }) => ({
      statusAfterVerification: (account) => {
        const { challenge } = account
        if (challenge?.method === 'WALLET_SIGNATURE') {
          const lapses = () => (account.status = 'UNVERIFIED')
          setTimeout(lapses, challenge.expiresAt - currentTime()).unref()
        }
        return statusAfterVerification(account)
      },
    }),
  },
  {
    id: 'ownership-malformed-id-is-500',
    title: 'fails when a value that is not an external account id is verified',
    breaks: ['OWN-70'],
    replace: ({ accountToVerify }) => ({
      accountToVerify: (accounts, id) => {
        if (!/^ExternalAccount:[0-9a-f-]{36}$/i.test(id))
          throw new Error('invalid input syntax for type uuid')
        return accountToVerify(accounts, id)
      },
    }),
  },
  {
    id: 'ownership-verified-account-no-longer-the-default',
    title: 'removes the default flag of an account that is verified',
    breaks: ['OWN-65'],
    replace: ({ statusAfterVerification }) => ({
      statusAfterVerification: (account) => {
        account.defaultUmaDepositAccount = false
        return statusAfterVerification(account)
      },
    }),
  },
  {
    id: 'ownership-failure-resets-the-account',
    title: 'replaces the platformAccountId of an account when its verification fails',
    breaks: ['OWN-71'],
    replace: ({ statusAfterInvalidSignature }) => ({
      statusAfterInvalidSignature: (account, signature) => {
        Object.assign(account, { platformAccountId: 'failed' })
        return statusAfterInvalidSignature(account, signature)
      },
    }),
  },
  {
    id: 'ownership-encoded-path-unknown',
    title: 'returns 404 for an account id whose colon is percent-encoded',
    breaks: ['OWN-72'],
    replace: ({ respond, externalAccountNotFound }) => ({
      respond: (operation, response, request) =>
        respond(
          operation,
          /%3a/i.test(request.url)
            ? {
                status: 404,
                body: { code: externalAccountNotFound.code, reason: externalAccountNotFound.reason },
              }
            : response,
          request,
        ),
    }),
  },
  {
    id: 'ownership-wallet-challenge-after-liveness-unknown',
    title: 'finds no wallet challenge of an account that had a LIVENESS challenge',
    breaks: ['OWN-73'],
    replace: ({ challengeToComplete }) => {
      const withLiveness = new Set<string>()
      return {
        refusalOfChallenge: (account) => {
          if (account.challenge?.method === 'LIVENESS') withLiveness.add(account.id)
          return undefined
        },
        challengeToComplete: (account) =>
          withLiveness.has(account.id) ? undefined : challengeToComplete(account),
      }
    },
  },
]
