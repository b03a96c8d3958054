import type { Refusal } from '../errors.ts'
import type { Variation } from './variation.ts'

const notAttested = (refusal: Refusal): Refusal => ({ ...refusal, status: 400, code: 'INVALID_INPUT' })

/** Contract: Endpoints 3, immediatelyExecute; Authentication, embedded wallet signed actions; Limits. */
export const embeddedWalletAuthVariations: readonly Variation[] = [
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
    blocks: ['ERR-37', 'ERR-96'],
    replace: (rules) => ({
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
    id: 'wallet-deletion-answers-200',
    title: 'answers the deletion of a credential with 200 and an empty object',
    point: 'what the deletion of a credential answers',
    reading: 'Not shown.',
    replace: (rules) => ({
      respond: async (operation, answer, request) => {
        const last = await rules.respond(operation, answer, request)
        return operation === 'deleteCredential' && last.status === 204 ? { status: 200, body: {} } : last
      },
    }),
  },
]
