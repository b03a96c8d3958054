import { fine, type Diagnosis } from './diagnosis.ts'
import type { Noted } from './examination.ts'

const WHAT = 'clock'
const TOLERATED_MS = 30_000

/**
 * How far the deployment's clock is from ours, by the Date headers seen. A header counts whole seconds, and was written
 * between the sending of the request and the arrival of the response: each response bounds the difference from both
 * sides, and all together bound it best.
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
      detail: 'no response has a Date header, so expiries are waited for by our own clock',
      blocks: [],
      fixIn: 'implementation',
      fix: 'Send a Date header, as HTTP asks of servers that have a clock.',
    }
  }
  // Empty when the clock was set meanwhile, or is another behind each of several servers.
  const middle = (atLeast + Math.max(atLeast, atMost)) / 2
  const seconds = Math.round(Math.abs(middle) / 1000)
  const said =
    seconds === 0 ? 'within a second of ours' : `${seconds} s ${middle > 0 ? 'ahead of' : 'behind'} ours`
  if (Math.abs(middle) <= TOLERATED_MS) return fine(WHAT, said)
  return {
    what: WHAT,
    state: 'warn',
    detail: `${said}; expiries are waited for by the deployment's clock`,
    blocks: [],
    fixIn: 'environment',
    fix: 'Let both machines keep their time by NTP.',
  }
}
