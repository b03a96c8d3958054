/** How deployments err in verifying ownership (contract: Endpoints 1; States, External account status; Authentication). */
import { base58, base64 } from '@scure/base'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { PlatformCredentials } from '../../reference/rules/http.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

type Verifier = Rules['eip191SignatureIsValid']

/** Accepts signatures over messages that are made of the one to sign, too. */
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
    title:
      'compares the address that an EVM signature gives with the wallet’s letter by letter, case included',
    breaks: ['OWN-01'],
    // Their valid signatures are refused as well.
    mayAlsoBreak: ['OWN-13', 'OWN-41'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: (message, address, signature) =>
        address === address.toLowerCase() && eip191SignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-bip137-uncompressed-only',
    title: 'knows BIP-137 headers of uncompressed keys only for P2PKH addresses',
    breaks: ['OWN-02'],
    replace: ({ bip137SignatureIsValid }) => ({
      bip137SignatureIsValid: (message, address, signature) =>
        !address.startsWith('1') && bip137SignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-bip137-without-nested-segwit',
    title: 'does not know P2SH-P2WPKH addresses with bip137',
    breaks: ['OWN-03'],
    // On that address.
    mayAlsoBreak: ['OWN-12'],
    replace: ({ bip137SignatureIsValid }) => ({
      bip137SignatureIsValid: (message, address, signature) =>
        !address.startsWith('3') && bip137SignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-bip137-without-native-segwit',
    title: 'does not know P2WPKH addresses with bip137',
    breaks: ['OWN-04'],
    // On that address.
    mayAlsoBreak: ['OWN-12'],
    replace: ({ bip137SignatureIsValid }) => ({
      bip137SignatureIsValid: (message, address, signature) =>
        !address.startsWith('bc1') && bip137SignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-signature-scheme-overlooked',
    title: 'verifies as bip137 whatever signatureScheme names',
    breaks: ['OWN-05', 'OWN-14'],
    replace: ({ bip137SignatureIsValid }) => ({ electrumSignatureIsValid: bip137SignatureIsValid }),
  },
  {
    id: 'ownership-electrum-without-p2pkh',
    title: 'takes electrum for a format of segwit addresses only',
    breaks: ['OWN-05'],
    replace: ({ electrumSignatureIsValid }) => ({
      electrumSignatureIsValid: (message, address, signature) =>
        !address.startsWith('1') && electrumSignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-electrum-without-nested-segwit',
    title: 'does not know P2SH-P2WPKH addresses with electrum',
    breaks: ['OWN-05'],
    replace: ({ electrumSignatureIsValid }) => ({
      electrumSignatureIsValid: (message, address, signature) =>
        !address.startsWith('3') && electrumSignatureIsValid(message, address, signature),
    }),
  },
  {
    id: 'ownership-solana-signatures-in-base64',
    title: 'reads Solana signatures as base64',
    breaks: ['OWN-06'],
    // Its valid signatures are refused as well.
    mayAlsoBreak: ['OWN-13'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: (message, address, signature) =>
        ed25519SignatureIsValid(message, address, base58.encode(Buffer.from(signature, 'base64'))),
    }),
  },
  {
    id: 'ownership-line-ends-converted',
    title: 'stores messageToSign with other line ends than it returned',
    breaks: ['OWN-01', 'OWN-02', 'OWN-03', 'OWN-04', 'OWN-05', 'OWN-06'],
    // Their valid signatures are refused as well.
    mayAlsoBreak: ['OWN-12', 'OWN-13', 'OWN-41', 'OWN-54'],
    replace: () => ({ signedMessage: ({ messageToSign }) => messageToSign.replaceAll('\n', '\r\n') }),
  },
]

const EXPIRY: readonly Fault[] = [
  {
    id: 'ownership-challenge-expiry-ignored',
    title: 'accepts a signature however late it comes',
    breaks: ['OWN-07', 'OWN-08'],
    replace: () => ({ challengeHasExpired: () => false }),
  },
  {
    id: 'ownership-challenge-expiry-in-local-time',
    title: 'reads expiresAt as a time of its own time zone, two hours west',
    breaks: ['OWN-07', 'OWN-08'],
    replace: () => ({
      challengeHasExpired: ({ expiresAt }, now) => now >= expiresAt + 2 * 60 * 60 * 1000,
    }),
  },
  {
    id: 'ownership-challenge-expires-early',
    title: 'takes a challenge for expired four seconds before its expiresAt',
    breaks: ['OWN-64'],
    replace: () => ({ challengeHasExpired: ({ expiresAt }, now) => now >= expiresAt - 4_000 }),
  },
  {
    id: 'ownership-challenge-expired-as-conflict',
    title: 'takes an expired challenge for one that is not outstanding, and answers 409',
    breaks: ['OWN-07'],
    replace: ({ challengeExpired }) => ({
      challengeExpired: (chain) => ({ ...challengeExpired(chain), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'ownership-challenge-expired-without-trace',
    title: 'refuses a late signature, and leaves the account as it was',
    breaks: ['OWN-08'],
    replace: () => ({ statusAfterExpiry: ({ status }) => status }),
  },
]

const ANSWERS: readonly Fault[] = [
  {
    id: 'ownership-verification-has-an-id-of-its-own',
    title: 'answers with the id of the verification in place of the account’s',
    breaks: ['OWN-09'],
    replace: ({ newId }) => ({
      accountAnswered: (account) => ({ ...account, id: newId('ExternalAccount') }),
    }),
  },
  {
    id: 'ownership-account-answered-as-it-was',
    title: 'answers with the account as it was read before it was updated',
    breaks: ['OWN-10'],
    replace: () => ({
      accountAnswered: (account) => ({ ...account, status: 'PENDING_OWNERSHIP_VERIFICATION' }),
    }),
  },
  {
    id: 'ownership-verification-not-stored',
    title: 'answers ACTIVE, and does not store it',
    breaks: ['OWN-11'],
    // A valid signature after a request that was none leaves the account behind likewise; so does the first attempt.
    mayAlsoBreak: ['OWN-29', 'OWN-33', 'OWN-62'],
    replace: () => ({
      statusAfterVerification: ({ status }) => status,
      accountAnswered: (account) => ({ ...account, status: 'ACTIVE' }),
    }),
  },
]

const SIGNATURE_SCHEMES: readonly Fault[] = [
  {
    id: 'ownership-electrum-by-default',
    title: 'takes electrum for the default of signatureScheme',
    breaks: ['OWN-12'],
    replace: () => ({ defaultSignatureScheme: () => 'electrum' }),
  },
  ...(['EVM', 'SOLANA'] as const).map((refusing): Fault => ({
    id: `ownership-scheme-refused-on-${refusing.toLowerCase()}`,
    title: `refuses signatureScheme on ${refusing}, where it is to be ignored`,
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
    title: 'tries bip137 too where electrum is named',
    breaks: ['OWN-14'],
    replace: ({ bip137SignatureIsValid, electrumSignatureIsValid }) => ({
      electrumSignatureIsValid: async (message, address, signature) =>
        (await electrumSignatureIsValid(message, address, signature)) ||
        (await bip137SignatureIsValid(message, address, signature)),
    }),
  },
  {
    id: 'ownership-electrum-accepted-as-bip137',
    title: 'tries electrum too where bip137 is named',
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
    title: 'accepts an EVM signature over messageToSign with a line break after it',
    // The invalid signature that moves an account to UNVERIFIED is one of these.
    breaks: ['OWN-16', 'OWN-22'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, (message) => `${message}\n`),
    }),
  },
  {
    id: 'ownership-space-after-overlooked',
    title: 'accepts a Bitcoin signature over messageToSign with a space after it',
    breaks: ['OWN-16'],
    replace: (conforming) =>
      onBitcoin((isValid) => alsoOver(isValid, (message) => `${message} `), conforming),
  },
  {
    id: 'ownership-space-before-overlooked',
    title: 'accepts a Solana signature over messageToSign with a space before it',
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
    title: 'accepts a Solana signature over a text that begins with messageToSign',
    breaks: ['OWN-17'],
    replace: ({ ed25519SignatureIsValid }) => ({
      ed25519SignatureIsValid: alsoOver(ed25519SignatureIsValid, (message) => `${message}.`),
    }),
  },
  {
    id: 'ownership-case-overlooked',
    title: 'accepts an EVM signature over messageToSign in other case',
    breaks: ['OWN-17'],
    replace: ({ eip191SignatureIsValid }) => ({
      eip191SignatureIsValid: alsoOver(eip191SignatureIsValid, inOtherCase),
    }),
  },
  {
    id: 'ownership-evm-signer-not-compared',
    title: 'recovers the signer of an EVM signature, and does not compare it with the wallet',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: [
      'OWN-53',
      'OWN-54',
      'OWN-55',
      'OWN-56',
      'OWN-57',
      'OWN-58',
      'OWN-60',
      'OWN-61',
      'OWN-62',
      'OWN-63',
    ],
    replace: () => ({
      eip191SignatureIsValid: (_message, _address, signature) => /^0x[0-9a-f]{130}$/i.test(signature),
    }),
  },
  {
    id: 'ownership-bitcoin-signer-not-compared',
    title: 'recovers the signer of a Bitcoin signature, and does not compare it with the address',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // Nor does it look at the header.
    mayAlsoBreak: ['OWN-14', 'OWN-15', 'OWN-53', 'OWN-54', 'OWN-55', 'OWN-56', 'OWN-57', 'OWN-58', 'OWN-62'],
    replace: (conforming) =>
      onBitcoin(() => (_message, _address, signature) => bytesInBase64(signature) === 65, conforming),
  },
  {
    id: 'ownership-solana-key-not-used',
    title: 'looks at the length of a Solana signature only',
    breaks: ['OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-22'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-53', 'OWN-54', 'OWN-55', 'OWN-57', 'OWN-58', 'OWN-62'],
    replace: () => ({
      ed25519SignatureIsValid: (_message, _address, signature) =>
        /^[1-9A-HJ-NP-Za-km-z]{86,88}$/.test(signature),
    }),
  },
  {
    id: 'ownership-any-message-of-a-challenge',
    title: 'accepts the wallet’s signature over the message of any outstanding challenge',
    breaks: ['OWN-19'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-58'],
    replace: () => ({
      challengesAnswered: (challenge, accounts) =>
        [challenge, ...outstanding(accounts)].map(({ messageToSign }) => ({ ...challenge, messageToSign })),
    }),
  },
  {
    id: 'ownership-challenge-found-by-signature',
    title: 'finds the challenge by the signature, and verifies the account of the path',
    breaks: ['OWN-19'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-58'],
    replace: () => ({
      challengesAnswered: (challenge, accounts) => [
        challenge,
        ...outstanding(accounts).filter(({ chain }) => chain === challenge.chain),
      ],
    }),
  },
  {
    id: 'ownership-invalid-signature-as-401',
    title: 'answers an invalid wallet signature with 401 INVALID_SIGNATURE',
    breaks: ['OWN-14', 'OWN-15', 'OWN-16', 'OWN-17', 'OWN-18', 'OWN-19', 'OWN-20', 'OWN-21'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: [
      'OWN-53',
      'OWN-54',
      'OWN-55',
      'OWN-56',
      'OWN-57',
      'OWN-58',
      'OWN-60',
      'OWN-61',
      'OWN-62',
      'OWN-63',
    ],
    replace: ({ invalidSignature }) => ({
      invalidSignature: (...attempt) => ({
        ...invalidSignature(...attempt),
        status: 401,
        code: 'INVALID_SIGNATURE',
      }),
    }),
  },
  {
    id: 'ownership-evm-length-breaks-the-decoder',
    title: 'breaks on an EVM signature of another length',
    // The challenge is used up by it, and the account shows nothing.
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
    title: 'breaks on a Bitcoin signature of another length',
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
    title: 'breaks on a Solana signature that is not base58',
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
    title: 'refuses an invalid signature, and leaves the account as it was',
    // The attempt with what does not decode has failed as well, and the account does not show it.
    breaks: ['OWN-22', 'OWN-29'],
    replace: () => ({ statusAfterInvalidSignature: ({ status }) => status }),
  },
  {
    id: 'ownership-invalid-bitcoin-signature-without-trace',
    title: 'leaves the account of a Bitcoin wallet as it was when its signature is invalid',
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
    title: 'uses up the challenge for a signature that does not decode, and leaves the account as it was',
    breaks: ['OWN-29'],
    replace: ({ statusAfterInvalidSignature }) => ({
      statusAfterInvalidSignature: (account, signature) =>
        signature.includes('!') ? account.status : statusAfterInvalidSignature(account, signature),
    }),
  },
  {
    id: 'ownership-failed-challenge-helps-again',
    title: 'lets a challenge be tried until a signature is valid',
    breaks: ['OWN-23', 'OWN-24'],
    replace: () => ({ challengeSurvivesFailure: () => true }),
  },
  {
    id: 'ownership-failed-solana-challenge-helps-again',
    title: 'lets a challenge on Solana be tried until a signature is valid',
    breaks: ['OWN-23', 'OWN-24'],
    replace: () => ({ challengeSurvivesFailure: ({ chain }) => chain === 'SOLANA' }),
  },
]

const REQUESTS: readonly Fault[] = [
  {
    id: 'ownership-missing-signature-breaks',
    title: 'breaks on a request without a signature',
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
    title: 'answers an empty signature with 409',
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
    title: 'breaks on a signature that is not a string',
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
    title: 'makes a text of whatever it gets as signature, and an array of one text is that text',
    // What is taken for a signature is neither a failed attempt nor none.
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
    title: 'rejects a body that is not a JSON object with 409',
    breaks: ['OWN-27'],
    replace: ({ malformedBody }) => ({
      malformedBody: () => ({ ...malformedBody(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'ownership-unknown-scheme-taken-for-bip137',
    title: 'takes an unknown signatureScheme for bip137',
    breaks: ['OWN-28'],
    replace: () => ({ signatureSchemeFieldErrors: () => [] }),
  },
  {
    id: 'ownership-field-error-uses-up-the-challenge',
    title: 'uses up the challenge for a request without a signature, and leaves the account as it was',
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
    title: 'answers 404 for an account without a challenge',
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
    title: 'accepts the signature of a completed challenge again',
    breaks: ['OWN-31'],
    // Other requirements judge the same signatures.
    mayAlsoBreak: ['OWN-62', 'OWN-63'],
    replace: () => ({ challengeSurvivesSuccess: () => true }),
  },
  {
    id: 'ownership-completed-challenge-as-invalid',
    title: 'answers the signature of a completed challenge with 400',
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
    title: 'answers a signature for a LIVENESS challenge with 400',
    breaks: ['OWN-32'],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (account) =>
        account.challenge?.method === 'LIVENESS'
          ? { ...noChallengeOutstanding(account), status: 400, code: 'INVALID_INPUT' }
          : noChallengeOutstanding(account),
    }),
  },
  ...(['without-challenge', 'with-liveness', 'verified'] as const).map((kind): Fault => ({
    id: `ownership-conflict-fails-the-account-${kind}`,
    title: `answers 409, and moves an account ${kind.replace('-', ' ')} to UNVERIFIED all the same`,
    breaks: ['OWN-33'],
    // Of two signatures at once the second one meets a verified account.
    mayAlsoBreak: kind === 'verified' ? ['OWN-62'] : [],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding: (account) => {
        if (kindOf(account) === kind) account.status = 'UNVERIFIED'
        return noChallengeOutstanding(account)
      },
    }),
  })),
  {
    id: 'ownership-unknown-account-as-400',
    title: 'answers 400 for an unknown external account',
    breaks: ['OWN-34'],
    replace: ({ externalAccountNotFound }) => ({
      externalAccountNotFound: () => ({ ...externalAccountNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'ownership-unknown-account-as-transaction',
    title: 'answers TRANSACTION_NOT_FOUND for an unknown external account',
    breaks: ['OWN-35'],
    replace: ({ externalAccountNotFound }) => ({
      externalAccountNotFound: () => ({ ...externalAccountNotFound(), code: 'TRANSACTION_NOT_FOUND' }),
    }),
  },
]

const OF_CREDENTIALS: readonly Fault[] = [
  {
    id: 'ownership-credentials-optional',
    title: 'rejects wrong credentials, and does without any',
    breaks: ['OWN-36'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, ...rest) =>
        authorization === undefined || conforming.mayCallAsPlatform(operation, authorization, ...rest),
    }),
  },
  {
    id: 'ownership-secret-not-compared',
    title: 'knows the client by its identifier alone',
    breaks: ['OWN-37'],
    replace: () => ({
      mayCallAsPlatform: (_operation, authorization, { clientId }) =>
        /^Basic /i.test(authorization ?? '') && pairOf(authorization).startsWith(`${clientId}:`),
    }),
  },
  {
    id: 'ownership-secret-compared-by-prefix',
    title: 'accepts a secret that begins with the true one',
    breaks: ['OWN-37'],
    replace: () => ({
      mayCallAsPlatform: (_operation, authorization, { clientId, clientSecret }) =>
        /^Basic /i.test(authorization ?? '') &&
        pairOf(authorization).startsWith(`${clientId}:${clientSecret}`),
    }),
  },
  {
    id: 'ownership-client-not-compared',
    title: 'accepts the secret with any client identifier',
    breaks: ['OWN-37'],
    replace: () => ({
      mayCallAsPlatform: (_operation, authorization, { clientSecret }) =>
        /^Basic /i.test(authorization ?? '') && pairOf(authorization).endsWith(`:${clientSecret}`),
    }),
  },
  {
    id: 'ownership-authentication-scheme-overlooked',
    title: 'accepts the platform’s credentials under any authentication scheme, or none',
    breaks: ['OWN-38'],
    replace: () => ({
      mayCallAsPlatform: (_operation, authorization, { clientId, clientSecret }) =>
        pairOf(authorization) === `${clientId}:${clientSecret}`,
    }),
  },
  {
    id: 'ownership-malformed-credentials-break',
    title: 'breaks on an Authorization header that it cannot take apart',
    breaks: ['OWN-38'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, ...rest) => {
        if (authorization !== undefined && !pairOf(authorization).includes(':')) {
          throw new TypeError('the credentials have no colon')
        }
        return conforming.mayCallAsPlatform(operation, authorization, ...rest)
      },
    }),
    // The agent's token cannot be taken apart either.
    mayAlsoBreak: ['OWN-39'],
  },
  {
    id: 'ownership-agents-verify-ownership',
    title: 'accepts the access token of an agent where platform credentials belong',
    breaks: ['OWN-39'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, platform, agents) =>
        conforming.mayCallAsPlatform(operation, authorization, platform, agents) ||
        conforming.callingAgent(operation, authorization, agents, platform) !== undefined,
    }),
  },
  {
    id: 'ownership-unauthorized-as-403',
    title: 'answers rejected credentials with 403',
    breaks: ['OWN-36', 'OWN-37'],
    mayAlsoBreak: ['OWN-38'],
    replace: ({ unauthorized }) => ({
      unauthorized: (operation) => ({ ...unauthorized(operation), status: 403 }),
    }),
  },
  {
    id: 'ownership-rejected-credentials-as-signature',
    title: 'answers rejected credentials with the code INVALID_SIGNATURE',
    breaks: ['OWN-40'],
    replace: ({ unauthorized }) => ({
      unauthorized: (operation) => ({ ...unauthorized(operation), code: 'INVALID_SIGNATURE' }),
    }),
  },
  {
    id: 'ownership-credentials-looked-at-last',
    title: 'judges the signature first and the credentials afterwards',
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

/** What other operations make of credentials has faults elsewhere. */
function whereOwnershipIsVerified(fault: Fault): Fault {
  const isHere = (operation: unknown) => operation === 'verifyPlatformExternalAccountOwnership'
  return {
    ...fault,
    replace: (conforming) => {
      const { mayCallAsPlatform, unauthorized, ...rest } = fault.replace(conforming)
      return {
        ...rest,
        ...(mayCallAsPlatform && {
          mayCallAsPlatform: (operation, ...of) =>
            isHere(operation)
              ? mayCallAsPlatform(operation, ...of)
              : conforming.mayCallAsPlatform(operation, ...of),
        }),
        ...(unauthorized && {
          unauthorized: (operation) =>
            (isHere(operation) ? unauthorized : conforming.unauthorized)(operation),
        }),
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

/** Length of what the base64 holds; 0 when it is none. */
const bytesInBase64 = (text: string): number => {
  try {
    return base64.decode(text).length
  } catch {
    return 0
  }
}

/** Identifier and secret in a header, under whatever authentication scheme. */
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
]
