import type { Refusal } from '../../reference/errors.ts'
import { isObject } from '../../reference/is-object.ts'
import { answersChanged, listedInArrays, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const notAttested = (refusal: Refusal): Refusal => ({ ...refusal, status: 400, code: 'INVALID_INPUT' })

/** Contract: Endpoints 3, immediatelyExecute; Authentication, embedded wallet signed actions; Limits. */
export const embeddedWalletAuthVariations: readonly Variant[] = [
  {
    id: 'wallet-mismatch-is-invalid',
    title: 'has one code for every signature that does not verify',
    point: 'a good key that signed something else',
    reading: 'WALLET_SIGNATURE_INVALID says it as well as WALLET_SIGNATURE_BODY_MISMATCH.',
    blocks: ['ERR-65'],
    replace: (rules) => ({ walletSignatureMismatch: () => rules.walletSignatureInvalid() }),
  },
  {
    id: 'wallet-payload-among-instructions',
    title: 'says among the payment instructions of a quote what is to be signed',
    point: 'where payloadToSign stands in the quote',
    reading: 'Anywhere in the quote.',
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
    title: 'executes no quote of an embedded wallet without Request-Id',
    point: 'Request-Id when a quote is executed',
    reading: 'It is paired with the signature header.',
    replace: () => ({ signedQuoteNeedsRequestId: () => true }),
  },
  {
    id: 'wallet-registration-signed',
    title: 'asks for a signature to register a credential',
    point: 'whether registering a credential is a signed action',
    reading: 'Which actions are signed, is not shown.',
    replace: () => ({ registrationIsSigned: () => true }),
  },
  {
    id: 'wallet-passkey-attestation-refused',
    title: 'verifies the attestation of a passkey before anything else',
    point: 'what enrolling a passkey takes',
    reading: 'Its body is not shown, and what is no attestation may be refused as such.',
    blocks: ['ERR-37', 'ERR-96', 'EWA-06', 'EWA-07'],
    warns: ['EWA-06'],
    replace: (rules) => ({
      credentialTiedTo: (type, body) => (type === 'PASSKEY' ? undefined : rules.credentialTiedTo(type, body)),
      passkeyEnrolled: () => notAttested(rules.passkeyEnrolled()),
      passkeyCredentialExists: () => notAttested(rules.passkeyCredentialExists()),
    }),
  },
  {
    id: 'wallet-immediate-execution-conflicts',
    title: 'refuses immediatelyExecute for an embedded wallet with 409',
    point: 'how immediatelyExecute is refused for an embedded wallet',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      immediateExecutionUnsupported: () => ({
        ...rules.immediateExecutionUnsupported(),
        status: 409,
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'first-step-is-unauthorized',
    title: 'answers the first step of a signed action as a request whose signature is missing',
    point: 'the first step of a signed action',
    reading: '401 WALLET_SIGNATURE_MISSING, and its details say what is to be signed.',
    // Where errors have no details, nothing says what is to be signed.
    blocks: [
      'EWA-21',
      'EWA-22',
      'EWA-23',
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
                ...(rules.platformErrorBody(rules.walletSignatureMissing()) as Json),
                details: response.body,
              },
            }
          : response,
      ),
  },
  {
    id: 'wallet-signature-of-bytes',
    title: 'takes any base64url for a signature, and verifies it',
    point: 'what of a signature header is unparsable',
    reading: 'The form of the value is not shown, and bytes can always be a signature.',
    replace: (rules) => ({
      readWalletSignature: (header) =>
        rules.readWalletSignature(header) ??
        (/^[\w-]+$/.test(header) ? { publicKey: '00', signature: '00' } : undefined),
    }),
  },
  {
    id: 'wallet-quotes-of-agents-not-here',
    title: "executes an agent's quote from an embedded wallet for nobody with the platform's credentials",
    point: "which credentials execute an agent's quote from an embedded wallet",
    reading: 'Not shown.',
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
    title: 'answers 400 to identifiers of credentials and sessions that it never gave out',
    point: 'identifiers of credentials and sessions',
    reading: 'Their form is not shown.',
    unmet: ['AUTH_METHOD_NOT_FOUND', 'SESSION_NOT_FOUND'],
    replace: (rules) => ({
      credentialNotFound: () => ({ ...rules.credentialNotFound(), status: 400, code: 'INVALID_INPUT' }),
      sessionNotFound: () => ({ ...rules.sessionNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'wallet-deletion-answers-200',
    title: 'answers the deletion of a credential with 200 and an empty object',
    point: 'what the deletion of a credential answers',
    reading: 'Not shown.',
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
    title: 'lists the credentials of a wallet in an array',
    point: 'how the credentials of a wallet are listed',
    reading: 'The list is not shown.',
    replace: (rules) => listedInArrays(rules, ['listCredentials']),
  },
  {
    id: 'wallet-credentials-deleted-unsigned',
    alone: true,
    title: 'deletes a credential without a signature',
    point: 'which actions of an embedded wallet are signed',
    reading: 'Not shown.',
    blocks: [
      'EWA-20',
      'EWA-21',
      'EWA-22',
      'EWA-23',
      'EWA-25',
      'EWA-26',
      'EWA-32',
      'EWA-60',
      'ERR-95',
      'ERR-109',
    ],
    replace: () => ({
      isSignedAction: (subject) => !subject.startsWith('deleteCredential'),
    }),
  },
  {
    id: 'wallets-exported-unsigned',
    alone: true,
    title: 'exports a wallet without a signature',
    point: 'which actions of an embedded wallet are signed',
    reading: 'Not shown.',
    warns: ['INT-10'],
    blocks: ['INT-11', 'INT-12', 'INT-13', 'INT-14', 'INT-15', 'INT-16', 'INT-17', 'INT-04', 'INT-05'],
    replace: () => ({ isSignedAction: (subject) => !subject.startsWith('exportInternalAccount') }),
  },
]
