import { excerpt } from '../fixtures/redaction/excerpt.ts'
import type { Redaction } from '../fixtures/redaction/redaction.ts'
import type { WireResponse } from '../fixtures/http/transport.ts'
import { printable } from '../reports/printable.ts'
import { parseJson } from '../fixtures/http/strict-json.ts'

const SHOWN = 200
/** Enough to identify the response. */
const MAX_TYPE = 80

/** The response of a state endpoint without a JSON object: status, content type and the beginning of the body. */
export function describeInvalidResponse(
  { status, headers, body }: WireResponse,
  redaction: Redaction,
): string {
  const text = Buffer.from(body).toString('utf8')
  if (isObject(body)) return ''
  const type = excerpt(headers['content-type'] ?? 'no content type', MAX_TYPE, redaction).text
  const beginning = excerpt(text, SHOWN, redaction).text
  return `; it sent ${status}, ${printable(type)}: ${text === '' ? 'an empty body' : `"${printable(beginning)}"`}`
}

function isObject(body: Uint8Array): boolean {
  const parsed = parseJson(body)
  return (
    parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)
  )
}
