import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { textNamed } from './text-named.ts'

/** What the first step of a signed action asks for. */
export interface SignatureAsked {
  readonly payloadToSign: string
  readonly requestId: string
}

/** What a response asks to be signed; undefined when it asks for nothing. */
export function askedIn({ body }: CheckedResponse): SignatureAsked | undefined {
  const [payloadToSign, requestId] = [textNamed('payloadToSign', body), textNamed('requestId', body)]
  return payloadToSign !== undefined && requestId !== undefined ? { payloadToSign, requestId } : undefined
}

/**
 * What the first step of a check's signed action asks for.
 *
 * @throws Blocked when it asks for nothing: which actions are signed is not shown
 */
export function signatureAsked(response: CheckedResponse): SignatureAsked {
  requireAsking(response)
  const asked = askedIn(response)
  if (asked) return asked
  throw new Blocked(
    'deployment-file',
    `${response.operation} without a signature returned ${response.status} and nothing to sign (exchange ${response.exchange})`,
    'Answer with payloadToSign and requestId, which are defaults of Assay, or allow it with --allow-blocked.',
  )
}

/** @throws Blocked when the first step of an action does not ask for a signature */
export function requireAsking(response: CheckedResponse): void {
  if (ASKING.includes(outcomeOf(response))) return
  throw new Blocked(
    'deployment-file',
    `${response.operation} without a signature returned ${response.status} (exchange ${response.exchange}); which actions are signed is not shown, so that this is not judged`,
    `Bind operations.${response.operation} in the deployment file if its path differs, or allow it with --allow-blocked.`,
  )
}

/** `asked` for a success that asks for a signature, else status and code. */
export const outcomeOf = (response: CheckedResponse): string =>
  response.status < 300 && askedIn(response)
    ? 'asked'
    : `${response.status} ${String(valueAt(response.body, 'code'))}`

/**
 * What is answered where the signature is missing: it is asked for, or its want is an error (contract: Authentication,
 * missing signature header).
 */
export const ASKING: readonly string[] = ['asked', '401 WALLET_SIGNATURE_MISSING']

/** What is answered about something that is not there, whether the signature is looked for before it or after. */
export const NOT_THERE = /^(40[04] \w+|401 WALLET_SIGNATURE_MISSING)$/
