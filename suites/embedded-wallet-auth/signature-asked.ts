import { Blocked, valueAt, type Answer } from '../../fixtures/index.ts'

/** What the first step of a signed action asks for. */
export interface SignatureAsked {
  readonly payloadToSign: string
  readonly requestId: string
}

/** What an answer asks to be signed; undefined when it asks for nothing. */
export function askedIn({ body }: Answer): SignatureAsked | undefined {
  const [payloadToSign, requestId] = [valueAt(body, 'payloadToSign'), valueAt(body, 'requestId')]
  return typeof payloadToSign === 'string' && typeof requestId === 'string'
    ? { payloadToSign, requestId }
    : undefined
}

/**
 * What the first step of a check's signed action asks for.
 *
 * @throws Blocked when it asks for nothing
 */
export function signatureAsked(answer: Answer): SignatureAsked {
  const asked = askedIn(answer)
  if (asked && answer.status < 300) return asked
  throw new Blocked(
    'implementation',
    `${answer.operation} without a signature was answered with ${answer.status} and nothing to sign (exchange ${answer.exchange})`,
    'See why there is no payloadToSign and requestId; INT-10 and EWA-20 judge it.',
  )
}

/** `asked again` for what asks for a signature, else status and code. */
export const outcomeOf = (answer: Answer): string =>
  answer.status === 202 && askedIn(answer)
    ? 'asked again'
    : `${answer.status} ${String(valueAt(answer.body, 'code'))}`
