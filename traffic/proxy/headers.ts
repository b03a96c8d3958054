/** Which header fields a gateway forwards (RFC 9110, section 7.6). Raw lists: name, value, name, value. */

/** Fields between two neighbours, never forwarded. Node writes its own framing. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Names in lower case. */
export type Forwards = (name: string) => boolean

/**
 * The headers to forward: neither hop-by-hop headers nor those that `Connection` names. Without `Content-Length` the
 * body would be parsed as a separate request, so `Connection` cannot name it.
 */
export function forwarded(raw: readonly string[]): readonly string[] {
  const named = new Set(
    // A split at `\s*,\s*` would take quadratic time on spaces.
    valuesOf(raw, 'connection').flatMap((value) =>
      value
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    ),
  )
  named.delete('content-length')
  return kept(raw, (name) => !HOP_BY_HOP.has(name) && !named.has(name))
}

/** Methods whose requests Node sends chunked if they have no length. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The header of the request that the deployment receives. */
export function requestHeaders(method: string, raw: readonly string[], host: string): string[] {
  const headers = kept(forwarded(raw), (name) => name !== 'host' && name !== 'via')
  const via = [...valuesOf(raw, 'via'), '1.1 assay'].join(', ')
  const isChunked = valuesOf(raw, 'transfer-encoding').length > 0
  const isBare = !isChunked && valuesOf(raw, 'content-length').length === 0 && WITH_BODY.has(method)
  return [
    'Host',
    host,
    ...headers,
    'Via',
    via,
    ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
    ...(isBare ? ['Content-Length', '0'] : []),
  ]
}

export const kept = (raw: readonly string[], isKept: Forwards): readonly string[] => {
  const result: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (isKept(raw[at]!.toLowerCase())) result.push(raw[at]!, raw[at + 1]!)
  return result
}

export const valuesOf = (raw: readonly string[], wanted: string): readonly string[] => {
  const values: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (raw[at]!.toLowerCase() === wanted) values.push(raw[at + 1]!)
  return values
}

/** Names in lower case; repeated fields joined by a comma. */
export function joined(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase()
    const before = headers.get(name)
    headers.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`)
  }
  return Object.fromEntries(headers)
}
