/** The body without null fields, as if they were omitted; the body itself if it has none. */
export function withoutNulls(body: unknown): unknown {
  if (!hasNullMember(body)) return body
  if (Array.isArray(body)) return body.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(body as object).flatMap(([key, value]) =>
      value === null ? [] : [[key, withoutNulls(value)]],
    ),
  )
}

function hasNullMember(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (Array.isArray(body)) return body.some(hasNullMember)
  return Object.values(body).some((value) => value === null || hasNullMember(value))
}
