import type { Delivery } from '../../fixtures/index.ts'
import { tryParseJson } from '../../spec/try-parse-json.ts'

/**
 * The content of a delivery, which the contract does not show: queues and signed envelopes carry the event as a text of
 * JSON, or as base64 of it.
 */
export const payloadOf = ({ json }: Pick<Delivery, 'json'>): unknown => unpacked(json)

const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/

function unpacked(value: unknown): unknown {
  if (typeof value === 'string') {
    const inner = innerOf(value)
    return inner === undefined ? value : unpacked(inner)
  }
  if (Array.isArray(value)) return value.map(unpacked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unpacked(one)]))
}

/** The object or list that a text is; undefined: it is only a text. */
function innerOf(text: string): object | undefined {
  const value = tryParseJson(BASE64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text)
  return typeof value === 'object' && value !== null ? value : undefined
}
