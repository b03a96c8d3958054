/** The text under a name, at any depth of a body. */
export function textNamed(name: string, body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [key, value] of Object.entries(body)) {
    if (key === name && typeof value === 'string' && value !== '') return value
    const deeper = textNamed(name, value)
    if (deeper !== undefined) return deeper
  }
  return undefined
}
