import { Blocked, valueAt, type Answer } from '../../fixtures/index.ts'
import { textNamed } from './text-named.ts'

/** What the first step of a signed action asks for. */
export interface SignatureAsked {
  readonly payloadToSign: string
  readonly requestId: string
}

/** What an answer asks to be signed; undefined when it asks for nothing. */
export function askedIn({ body }: Answer): SignatureAsked | undefined {
  const [payloadToSign, requestId] = [textNamed('payloadToSign', body), textNamed('requestId', body)]
  return payloadToSign !== undefined && requestId !== undefined ? { payloadToSign, requestId } : undefined
}

/**
 * What the first step of a check's signed action asks for.
 *
 * @throws Blocked when it asks for nothing
 */
export function signatureAsked(answer: Answer): SignatureAsked {
  const asked = askedIn(answer)
  if (asked && ASKING.includes(outcomeOf(answer))) return asked
  throw new Blocked(
    'implementation',
    `${answer.operation} without a signature was answered with ${answer.status} and nothing to sign (exchange ${answer.exchange})`,
    'See why there is no payloadToSign and requestId; INT-10 and EWA-20 judge it.',
  )
}

/** `asked` for a success that asks for a signature, else status and code. */
export const outcomeOf = (answer: Answer): string =>
  answer.status < 300 && askedIn(answer)
    ? 'asked'
    : `${answer.status} ${String(valueAt(answer.body, 'code'))}`

/**
 * What is answered where the signature is missing: it is asked for, or its want is an error (contract: Authentication,
 * missing signature header).
 */
export const ASKING: readonly string[] = ['asked', '401 WALLET_SIGNATURE_MISSING']

/** What is answered about something that is not there, whether the signature is looked for before it or after. */
export const NOT_THERE = /^(40[04] \w+|401 WALLET_SIGNATURE_MISSING)$/
