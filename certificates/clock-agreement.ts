import { dateIn } from '../fixtures/date-headers.ts'
import type { Exchange } from '../spec/index.ts'

/** Maximum difference between the deployment's clock and the local clock in a certified run, ms. */
export const CLOCK_BOUND_MS = 30_000

export interface ClockAgreement {
  /** Number of responses with a `Date` header. */
  readonly responses: number
  /** Largest difference from the local clock, ms; positive: ahead. */
  readonly farthestMs: number
}

/**
 * The difference between the deployment's clock and the local clock, from every `Date` header of its API. A header
 * has whole seconds and was written between request and response, so a difference within these bounds passes.
 *
 * @param addresses the base URL and the replicas: each has a clock
 */
export function clockAgreement(exchanges: Iterable<Exchange>, addresses: readonly string[]): ClockAgreement {
  const isOfApi = (url: string) => addresses.some((address) => url.startsWith(`${address}/`))
  let responses = 0
  let farthestMs = 0
  for (const { at, durationMs, request, response } of exchanges) {
    const date = Date.parse(dateIn(response?.headers ?? {}) ?? '')
    if (Number.isNaN(date) || !isOfApi(request.url)) continue
    responses++
    const sentAt = Date.parse(at)
    const atLeast = date - (sentAt + durationMs)
    const atMost = date + 1000 - sentAt
    const difference = atLeast > 0 ? atLeast : Math.min(0, atMost)
    if (Math.abs(difference) > Math.abs(farthestMs)) farthestMs = Math.round(difference)
  }
  return { responses, farthestMs }
}
