/** More elements than any array of the contract has (Limits, page size). */
const ELEMENTS_JUDGED = 200

/**
 * The body with arrays cut to their first elements. A validator that collects all errors takes quadratic time, and a
 * deployment may send tens of thousands of elements.
 */
export function withShortArrays(body: unknown): unknown {
  if (!hasLongArray(body)) return body
  if (Array.isArray(body)) {
    const elements = (body.length > ELEMENTS_JUDGED ? body.slice(0, ELEMENTS_JUDGED) : body) as unknown[]
    return elements.map(withShortArrays)
  }
  return Object.fromEntries(
    Object.entries(body as object).map(([key, value]) => [key, withShortArrays(value)]),
  )
}

function hasLongArray(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  if (Array.isArray(body)) return body.length > ELEMENTS_JUDGED || body.some(hasLongArray)
  return Object.values(body).some(hasLongArray)
}
