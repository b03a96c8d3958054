import type { Exchange } from '../spec/index.ts'

/**
 * Gaps of a recording that prevent a replay: missing exchanges, and truncated bodies. Empty: none.
 *
 * @param exchanges as in `exchanges.jsonl`
 * @param whole ids of exchanges with a body in `bodies.jsonl`
 * @param named ids of exchanges that verdicts need
 */
export function recordingGaps(
  exchanges: readonly Exchange[],
  whole: ReadonlySet<string>,
  named: Iterable<string>,
): readonly string[] {
  const attempts = new Map<string, number[]>()
  for (const { id } of exchanges) {
    const attempt = id.slice(0, id.lastIndexOf('.'))
    const number = Number(id.slice(attempt.length + 1))
    const known = attempts.get(attempt)
    if (known) known.push(number)
    else attempts.set(attempt, [number])
  }
  const recorded = new Set(exchanges.map(({ id }) => id))
  return [
    ...[...attempts].flatMap(([attempt, numbers]) =>
      // Numbered from one: each number must occur exactly once.
      numbers.toSorted((a, b) => a - b).every((number, index) => number === index + 1)
        ? []
        : [`${attempt} does not have each of its exchanges once`],
    ),
    ...[...new Set(named)].filter((id) => !recorded.has(id)).map((id) => `${id} is missing`),
    ...exchanges.flatMap(({ id, response }) => {
      if (response?.lossy === true) return [`the body of ${id} is not text, so it is incomplete`]
      const isCut = response?.truncated === true
      if (isCut && !whole.has(id)) return [`of the body of ${id} only the beginning is there`]
      return !isCut && whole.has(id) ? [`the body of ${id} has two different texts`] : []
    }),
  ]
}
