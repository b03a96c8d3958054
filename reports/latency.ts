import { grouped } from '../spec/grouped.ts'
import type { Exchange, OperationLatency } from './conformance.ts'

/** Response times of each operation, over all requests of a run with a response, sorted by name. */
export function latencyOf(exchanges: readonly Exchange[]): readonly OperationLatency[] {
  const answered = exchanges.filter(({ kind, response }) => kind === 'contract' && response !== undefined)
  return [...grouped(answered, ({ operation = '' }) => operation)]
    .filter(([operation]) => operation !== '')
    .map(([operation, responses]) => {
      const sorted = responses.map(({ durationMs }) => durationMs).sort((a, b) => a - b)
      return {
        operation,
        count: sorted.length,
        p50: at(sorted, 0.5),
        p95: at(sorted, 0.95),
        max: at(sorted, 1),
      }
    })
    .sort((a, b) => (a.operation < b.operation ? -1 : 1))
}

/** The nearest rank, in whole milliseconds. */
const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0)
