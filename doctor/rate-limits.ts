import type { Limits } from '../fixtures/config/limits.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import type { Noted } from './examination.ts'
import { count } from '../spec/count.ts'

export const WHAT_RATE_LIMITS = 'rate limits'
const LIMIT_HEADER = /^(?:x-)?rate-?limit/

/** Rate limits that the responses state (contract: Limits, gaps). */
export function examineRateLimits(noted: readonly Noted[], { requestsPerSecond }: Limits): Diagnosis {
  const responses = noted.flatMap(({ response }) => response ?? [])
  const throttled = responses.filter(({ status }) => status === 429)
  const headers = new Map(
    responses
      .flatMap(({ headers }) => Object.entries(headers))
      .filter(([name]) => LIMIT_HEADER.test(name) || name === 'retry-after'),
  )
  const shown = [...headers].map(([name, value]) => `${name}: ${value}`).join(', ')
  if (throttled.length === 0) {
    return fine(
      WHAT_RATE_LIMITS,
      shown === '' ? `none seen in ${count(responses.length, 'response')}` : shown,
    )
  }
  return {
    what: WHAT_RATE_LIMITS,
    state: 'wrong',
    detail: `${throttled.length} of ${count(responses.length, 'request')} got 429 at up to ${requestsPerSecond} a second${shown === '' ? '' : ` (${shown})`}`,
    blocks: [],
    fixIn: 'deployment-file',
    fix: `limits: { requestsPerSecond: ${slowerRate(requestsPerSecond)} }  (or what the deployment allows)`,
  }
}

/** Half of a rate. */
export const slowerRate = (requestsPerSecond: number): number =>
  requestsPerSecond > 2 ? Math.floor(requestsPerSecond / 2) : requestsPerSecond / 2
