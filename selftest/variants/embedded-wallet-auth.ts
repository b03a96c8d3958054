import { refused } from '../refused.ts'
import type { Refusal } from '../../reference/errors.ts'
import type { Credential } from '../../reference/resources/embedded-wallet-auth.ts'
import { isObject } from '../../reference/is-object.ts'
import { answersChanged, listedInArrays, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const notAttested = (refusal: Refusal): Refusal => ({ ...refusal, status: 400, code: 'INVALID_INPUT' })

/** Contract: Endpoints 3, immediatelyExecute; Authentication, embedded wallet signed actions; Limits. */
export const embeddedWalletAuthVariations: readonly Variant[] = [
  {
    id: 'wallet-mismatch-is-invalid',
    title: 'returns one code for every invalid signature',
    point: 'a good key that signed something else',
    interpretation: 'WALLET_SIGNATURE_INVALID covers WALLET_SIGNATURE_BODY_MISMATCH.',
    blocks: ['ERR-65'],
    replace: (rules) => ({ walletSignatureMismatch: rules.walletSignatureInvalid }),
  },
  {
    id: 'wallet-payload-among-instructions',
    title: 'returns the payload to sign in the payment instructions of a quote',
    point: 'place of payloadToSign in the quote',
    interpretation: 'It may be anywhere in the quote.',
    replace: (rules) => ({
      statedPayload: (payloadToSign) => ({
        paymentInstructions: [
          { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', ...rules.statedPayload(payloadToSign) } },
        ],
      }),
    }),
  },
  {
    id: 'wallet-execution-needs-request-id',
    title: 'rejects the execution of an embedded wallet quote without Request-Id',
    point: 'Request-Id when a quote is executed',
    interpretation: 'Request-Id accompanies the signature header.',
    replace: { signedQuoteNeedsRequestId: true },
  },
  {
    id: 'wallet-registration-signed',
    title: 'requires a signature to register a credential',
    point: 'whether registering a credential is a signed action',
    interpretation: 'The contract does not specify which actions are signed.',
    replace: { registrationIsSigned: true },
  },
  {
    id: 'wallet-credentials-count-once-verified',
    title: 'counts an e-mail or SMS credential only once its end user has verified it',
    point: 'when a credential counts',
    interpretation: 'The contract specifies neither the verification of a credential nor its effect.',
    blocks: ['EWA-10'],
    replace: (rules) => {
      const unverified = new Set<unknown>()
      const isVerified = ({ id }: Credential) => !unverified.has(id)
      return {
        otpCredentialsOf: (credentials, type) => rules.otpCredentialsOf(credentials.filter(isVerified), type),
        isTiedElsewhere: (credentials, type, tiedTo) =>
          rules.isTiedElsewhere([...credentials].filter(isVerified), type, tiedTo),
        respond: async (operation, given, request) => {
          const response = await rules.respond(operation, given, request)
          if (operation === 'createCredential' && response.status === 201)
            unverified.add((response.body as Json).id)
          return response
        },
      }
    },
  },
  {
    id: 'wallet-passkey-attestation-refused',
    title: 'verifies the attestation of a passkey first',
    point: 'what enrolling a passkey takes',
    interpretation:
      'The contract does not specify the body, so an invalid attestation may be rejected first.',
    blocks: ['ERR-37', 'ERR-96', 'EWA-06', 'EWA-07', 'EWA-54', 'EWA-55'],
    replace: (rules) => ({
      credentialTiedTo: (type, body) => (type === 'PASSKEY' ? undefined : rules.credentialTiedTo(type, body)),
      passkeyEnrolled: notAttested(rules.passkeyEnrolled),
      passkeyCredentialExists: notAttested(rules.passkeyCredentialExists),
    }),
  },
  {
    id: 'wallet-immediate-execution-conflicts',
    title: 'returns 409 for immediatelyExecute from an embedded wallet',
    point: 'how immediatelyExecute is refused for an embedded wallet',
    interpretation: 'The contract does not specify which error.',
    replace: refused('immediateExecutionUnsigned', 409, 'CONFLICT'),
  },
  {
    id: 'wallet-immediate-execution-lacks-a-signature',
    title: 'returns the missing-signature error for immediatelyExecute from an embedded wallet',
    point: 'how immediatelyExecute is refused for an embedded wallet',
    interpretation: 'The contract does not specify which error; the execution would need a signature.',
    replace: ({ walletSignatureMissing }) => ({ immediateExecutionUnsigned: walletSignatureMissing }),
  },
  {
    id: 'first-step-is-unauthorized',
    title: 'returns the missing-signature error in the first step of a signed action',
    point: 'the first step of a signed action',
    interpretation: '401 WALLET_SIGNATURE_MISSING, with the payload to sign in its details.',
    // Without details, an error cannot return the payload to sign.
    blocks: [
      'EWA-21',
      'EWA-64',
      'EWA-65',
      'INT-21',
      'INT-22',
      'EWA-22',
      'EWA-23',
      'EWA-53',
      'EWA-54',
      'EWA-55',
      'EWA-56',
      'INT-11',
      'INT-12',
      'INT-13',
      'INT-14',
      'INT-15',
      'INT-16',
      'INT-17',
      'EWA-20',
      'EWA-24',
      'EWA-25',
      'EWA-26',
      'EWA-31',
      'EWA-32',
      'EWA-60',
      'INT-04',
      'INT-05',
      'INT-10',
      'INT-18',
    ],
    replace: (rules) =>
      answersChanged(rules, (response) =>
        response.status === 202 && isObject(response.body) && 'payloadToSign' in response.body
          ? {
              status: 401,
              body: {
                ...(rules.platformErrorBody(rules.walletSignatureMissing) as Json),
                details: response.body,
              },
            }
          : response,
      ),
  },
  {
    id: 'wallet-signature-of-bytes',
    title: 'accepts any base64url as the form of a signature, then verifies it',
    point: 'unparsable signature headers',
    interpretation: 'The contract does not specify the form of a signature.',
    replace: (rules) => ({
      readWalletSignature: (header) =>
        rules.readWalletSignature(header) ??
        (/^[\w-]+$/.test(header) ? { publicKey: '00', signature: '00' } : undefined),
    }),
  },
  {
    id: 'wallet-quotes-of-agents-not-here',
    title: "rejects the execution of an agent's embedded wallet quote with platform credentials",
    point: "which credentials execute an agent's quote from an embedded wallet",
    interpretation: 'The contract does not specify it.',
    warns: ['EWA-51'],
    replace: (rules) => ({
      quoteNamed: (quotes, quoteId) => {
        const quote = rules.quoteNamed(quotes, quoteId)
        const isOfAgentsWallet = quote?.agentId !== undefined && quote.payloadToSign !== undefined
        return isOfAgentsWallet ? undefined : quote
      },
    }),
  },
  {
    id: 'wallet-identifiers-are-read',
    title: 'returns 400 for credential and session ids that it did not issue',
    point: 'identifiers of credentials and sessions',
    interpretation: 'The contract does not specify their form.',
    unmet: ['AUTH_METHOD_NOT_FOUND', 'SESSION_NOT_FOUND'],
    replace: (rules) => ({
      credentialNotFound: { ...rules.credentialNotFound, status: 400, code: 'INVALID_INPUT' },
      sessionNotFound: { ...rules.sessionNotFound, status: 400, code: 'INVALID_INPUT' },
    }),
  },
  {
    id: 'wallet-deletion-returns-200',
    title: 'returns 200 with an empty object for the deletion of a credential',
    point: 'response to the deletion of a credential',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      respond: async (operation, response, request) => {
        const last = await rules.respond(operation, response, request)
        return operation === 'deleteCredential' && last.status === 204 ? { status: 200, body: {} } : last
      },
    }),
  },
  {
    id: 'wallet-credentials-in-an-array',
    alone: true,
    title: 'returns the credentials of a wallet in an array',
    point: 'how the credentials of a wallet are listed',
    interpretation: 'The contract does not specify the list.',
    replace: (rules) => listedInArrays(rules, ['listCredentials']),
  },
  {
    id: 'wallet-credentials-deleted-unsigned',
    alone: true,
    title: 'deletes a credential without a signature',
    point: 'which actions of an embedded wallet are signed',
    interpretation: 'The contract does not specify it.',
    blocks: [
      'EWA-20',
      'EWA-21',
      'EWA-22',
      'EWA-64',
      'EWA-65',
      'EWA-23',
      'EWA-25',
      'EWA-26',
      'EWA-32',
      'EWA-53',
      'EWA-54',
      'EWA-55',
      'EWA-56',
      'EWA-60',
      'ERR-95',
      'ERR-109',
    ],
    replace: {
      isSignedAction: (subject) => !subject.startsWith('deleteCredential'),
    },
  },
  {
    id: 'wallets-exported-unsigned',
    alone: true,
    title: 'exports a wallet without a signature',
    point: 'which actions of an embedded wallet are signed',
    interpretation: 'The contract does not specify it.',
    warns: ['INT-10'],
    blocks: [
      'INT-21',
      'INT-22',
      'INT-11',
      'INT-12',
      'INT-13',
      'INT-14',
      'INT-15',
      'INT-16',
      'INT-17',
      'INT-04',
      'INT-05',
    ],
    replace: { isSignedAction: (subject) => !subject.startsWith('exportInternalAccount') },
  },
  {
    id: 'wallet-passkeys-sign-nothing',
    title: 'accepts only the keys of sessions for signed actions, and not that of a passkey',
    point: 'which credentials sign',
    interpretation: 'The contract does not specify which types of credentials sign.',
    blocks: ['EWA-54'],
    replace: { passkeyPublicKey: () => undefined },
  },
]
