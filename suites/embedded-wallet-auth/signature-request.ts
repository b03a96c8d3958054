import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { textNamed } from './text-named.ts'

/** The signature request in the response to the first step of a signed action. */
export interface SignatureRequest {
  readonly payloadToSign: string
  readonly requestId: string
}

/** The signature request in a response; undefined: the response has none. */
export function signatureRequestIn({ body }: CheckedResponse): SignatureRequest | undefined {
  const [payloadToSign, requestId] = [textNamed('payloadToSign', body), textNamed('requestId', body)]
  return payloadToSign !== undefined && requestId !== undefined ? { payloadToSign, requestId } : undefined
}

/**
 * The signature request of a check's signed action.
 *
 * @throws Blocked when the first step requests no signature: the contract does not show which actions are signed
 */
export function requireSignatureRequest(response: CheckedResponse): SignatureRequest {
  requireSignatureOutcome(response)
  const asked = signatureRequestIn(response)
  if (asked) return asked
  throw new Blocked(
    'deployment-file',
    `${response.operation} without a signature returned ${response.status} and nothing to sign (exchange ${response.exchange})`,
    'Return payloadToSign and requestId, which are defaults of Assay, or allow the requirement with --allow-blocked.',
  )
}

/** @throws Blocked when the first step of an action does not request a signature */
export function requireSignatureOutcome(response: CheckedResponse): void {
  if (SIGNATURE_OUTCOMES.includes(outcomeOf(response))) return
  throw new Blocked(
    'deployment-file',
    `${response.operation} without a signature returned ${response.status} (exchange ${response.exchange}); the contract does not show which actions are signed, so this is not judged`,
    `Bind operations.${response.operation} in the deployment file if its path differs, or allow it with --allow-blocked.`,
  )
}

/** `requested` for a success that requests a signature, otherwise status and code. */
export const outcomeOf = (response: CheckedResponse): string =>
  response.status < 300 && signatureRequestIn(response)
    ? 'requested'
    : `${response.status} ${String(valueAt(response.body, 'code'))}`

/**
 * Responses to a missing signature: a signature request, or an error (contract: Authentication, missing signature
 * header).
 */
export const SIGNATURE_OUTCOMES: readonly string[] = ['requested', '401 WALLET_SIGNATURE_MISSING']

/** Responses for a nonexistent resource, whether the signature is required before or after the lookup. */
export const NOT_THERE = /^(40[04] \w+|401 WALLET_SIGNATURE_MISSING)$/
