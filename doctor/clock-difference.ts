import { fine, type Diagnosis } from './diagnosis.ts'
import type { Noted } from './examination.ts'

const WHAT = 'clock'
const TOLERATED_MS = 30_000

/**
 * The difference between the deployment's clock and the local clock, from the Date headers. A header has whole
 * seconds and was written between request and response. So each response bounds the difference on both sides.
 */
export function examineClock(baseUrl: string, noted: readonly Noted[]): Diagnosis {
  let atLeast = Number.NEGATIVE_INFINITY
  let atMost = Number.POSITIVE_INFINITY
  for (const { url, sentAt, response } of noted) {
    const date = Date.parse(response?.headers.date ?? '')
    if (!response || Number.isNaN(date) || !url.startsWith(baseUrl)) continue
    atLeast = Math.max(atLeast, date - response.receivedAt)
    atMost = Math.min(atMost, date + 1000 - sentAt)
  }
  if (atLeast === Number.NEGATIVE_INFINITY) {
    return {
      what: WHAT,
      state: 'warn',
      detail: 'no response has a Date header, so Assay waits for expiries by its own clock',
      blocks: [],
      fixIn: 'implementation',
      fix: 'Send a Date header, as HTTP requires of servers with a clock.',
    }
  }
  // Empty when the clock was set in between, or the servers have different clocks.
  const middle = (atLeast + Math.max(atLeast, atMost)) / 2
  const seconds = Math.round(Math.abs(middle) / 1000)
  const shown =
    seconds === 0
      ? 'within a second of the local clock'
      : `${seconds} s ${middle > 0 ? 'ahead of' : 'behind'} the local clock`
  if (Math.abs(middle) <= TOLERATED_MS) return fine(WHAT, shown)
  return {
    what: WHAT,
    state: 'warn',
    detail: `${shown}; Assay waits for expiries by the deployment's clock`,
    blocks: [],
    fixIn: 'environment',
    fix: 'Synchronize both clocks with NTP.',
  }
}
