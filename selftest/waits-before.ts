import { setTimeout as sleep } from 'node:timers/promises'
import type { Rules } from '../reference/rules/index.ts'
import type { Step } from '../reference/rules/steps.ts'

/** Two requests that are sent together meet in a gap of this length, also on a busy machine. */
const GAP_MS = 1_000
const TURN_MS = 50

/** Waits in turns: a busy server reads the requests that have arrived once a turn. */
export async function openGap(ms = GAP_MS): Promise<void> {
  for (let waited = 0; waited < ms; waited += TURN_MS) await sleep(TURN_MS, undefined, { ref: false })
}

/** A gap that closes after that of another step of the same request. */
export const openLongerGap = (): Promise<void> => openGap(GAP_MS + 2 * TURN_MS)

const waits =
  (wait: (ms: number) => Promise<void>) =>
  (step: Step, ms = GAP_MS) =>
  ({ before }: Rules): Pick<Rules, 'before'> => ({
    before: (asked, id) => (asked === step ? wait(ms) : before(asked, id)),
  })

/** Waits between the check and the action of a step, for concurrent requests to meet. */
export const waitsBefore = waits(openGap)

/** Acts later, by one timer: turns would make a conforming server that lags slower than the contract allows. */
export const actsLater = waits((ms) => sleep(ms, undefined, { ref: false }))
