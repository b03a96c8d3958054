/** A history as long as they come: some years of nights, seeded. */
import type { Verdict } from '../../reports/conformance.ts'
import type { RunRecord } from '../../reports/trends/run-record.ts'
import { totalsOf } from '../../reports/verdicts.ts'
import { areas, operations, requirements } from '../../spec/index.ts'

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const judged = requirements.filter(({ specified }) => specified)

/** Nightly runs of every requirement: a few come and go, one breaks and stays broken, one operation becomes slower. */
export function manyRuns(amount: number, deployment = 'nightly'): readonly RunRecord[] {
  const random = numbers(7)
  return Array.from({ length: amount }, (_, night) => {
    const results = judged.map(({ id, area }, index) => ({
      id,
      area,
      verdict: verdictOf(index, night / amount, random()),
    }))
    const byArea: Record<string, Partial<Record<Verdict, string>>> = {}
    for (const { id, area, verdict } of results) {
      const known = (byArea[area] ??= {})
      known[verdict] = known[verdict] === undefined ? id : `${known[verdict]} ${id}`
    }
    return {
      schemaVersion: 1,
      startedAt: new Date(Date.UTC(2018, 0, 1 + night, 2)).toISOString(),
      tookMs: 20_000,
      seed: String(night),
      version: '0.1.0',
      deployment,
      verdict: 'non-conformant',
      complete: true,
      only: [],
      totals: totalsOf(results),
      areas: byArea,
      latency: Object.fromEntries(
        Object.keys(operations).map((name) => {
          const median = Math.round(
            (name === 'createAgentQuote' && night > amount - 6 ? 400 : 80) + 20 * random(),
          )
          return [name, [100, median, 3 * median]]
        }),
      ),
    }
  })
}

/** The requirement at this place fails from the middle on. */
export const BREAKS = 10
/** The one at this place comes and goes. */
export const FLAKY = 20

function verdictOf(index: number, progress: number, drawn: number): Verdict {
  if (index === BREAKS) return progress >= 0.99 ? 'fail' : 'pass'
  if (index === FLAKY) return drawn < 0.3 ? 'fail' : 'pass'
  return drawn < 0.001 ? 'blocked' : 'pass'
}

export const idAt = (index: number): string => judged[index]!.id

export const titles = {
  areas: new Map<string, string>(areas.map(({ id, title }) => [id, title])),
  requirements: new Map<string, string>(requirements.map(({ id, title }) => [id, title])),
}
