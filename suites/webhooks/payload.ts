import type { Delivery } from '../../fixtures/index.ts'
import { tryParseJson } from '../../spec/try-parse-json.ts'

/** A delivery is read in each poll. */
const unpackedBefore = new WeakMap<object, unknown>()
/** An event nests less; a text of brackets would nest without end. */
const MAX_DEPTH = 200

/**
 * The content of a delivery, which the contract does not show: queues and signed envelopes carry the event as a text of
 * JSON, or as base64 of it, alone or signed.
 */
export function payloadOf({ json }: Pick<Delivery, 'json'>): unknown {
  if (typeof json !== 'object' || json === null) return unpacked(json, MAX_DEPTH)
  if (!unpackedBefore.has(json)) unpackedBefore.set(json, unpacked(json, MAX_DEPTH))
  return unpackedBefore.get(json)
}

/** A signed envelope in compact form: the event is the part between the dots (RFC 7515, 7.1). */
const JWS = /^[\w-]{16,}\.(?<payload>[\w-]{16,})\.[\w-]*$/
const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/

function unpacked(value: unknown, depth: number): unknown {
  if (depth === 0) return undefined
  if (typeof value === 'string') {
    const inner = innerOf(value)
    return inner === undefined ? value : unpacked(inner, depth - 1)
  }
  if (Array.isArray(value)) return value.map((one) => unpacked(one, depth - 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unpacked(one, depth - 1)]))
}

/** The object or list that a text is; undefined: it is only a text. */
function innerOf(text: string): object | undefined {
  const encoded = JWS.exec(text)?.groups?.payload ?? (BASE64.test(text) ? text : undefined)
  const value = tryParseJson(encoded === undefined ? text : Buffer.from(encoded, 'base64').toString('utf8'))
  return typeof value === 'object' && value !== null ? value : undefined
}
