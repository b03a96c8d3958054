import type { Exchange } from '../spec/index.ts'

/** The time span of a run's exchanges, ms since the epoch, by Assay's clock. */
export interface Span {
  /** The first request was sent. */
  readonly first: number
  /** The last response was complete. */
  readonly last: number
}

/** undefined: no exchange with a time. */
export function spanOf(exchanges: Iterable<Exchange>): Span | undefined {
  let first = Infinity
  let last = -Infinity
  for (const { at, durationMs } of exchanges) {
    const begun = Date.parse(at)
    if (Number.isNaN(begun)) continue
    first = Math.min(first, begun)
    last = Math.max(last, begun + durationMs)
  }
  return first === Infinity ? undefined : { first, last: Math.ceil(last) }
}
