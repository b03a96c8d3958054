const LONGEST = 120

/** A value of a bundle in a message: JSON of at most one line. */
export function excerptOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
