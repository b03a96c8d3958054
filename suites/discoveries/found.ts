/** Everything that lists within an answer have, since no field of a discovery is shown. */
export function foundIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as readonly unknown[]
  if (typeof body !== 'object' || body === null) return []
  return Object.values(body).flatMap(foundIn)
}
