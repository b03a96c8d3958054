import type { Exchange } from '../spec/index.ts'

/** Maximum difference between the deployment's clock and ours in a certified run, ms. */
export const CLOCK_BOUND_MS = 30_000

export interface ClockAgreement {
  /** Number of responses with the deployment's time. */
  readonly responses: number
  /** How far its clock was from the local clock at its maximum, in ms; positive: ahead. */
  readonly farthestMs: number
}

/**
 * The difference between the deployment's clock and ours, from every `Date` header of its API. A header has whole
 * seconds, and was written between request and response: a difference within these bounds is accepted.
 */
export function clockAgreement(exchanges: Iterable<Exchange>, baseUrl: string): ClockAgreement {
  let responses = 0
  let farthestMs = 0
  for (const { at, durationMs, request, response } of exchanges) {
    const date = Date.parse(response?.headers.date ?? '')
    if (Number.isNaN(date) || !request.url.startsWith(`${baseUrl}/`)) continue
    responses++
    const sentAt = Date.parse(at)
    const atLeast = date - (sentAt + durationMs)
    const atMost = date + 1000 - sentAt
    const difference = atLeast > 0 ? atLeast : Math.min(0, atMost)
    if (Math.abs(difference) > Math.abs(farthestMs)) farthestMs = Math.round(difference)
  }
  return { responses, farthestMs }
}
