import { setTimeout as sleep } from 'node:timers/promises'
import type { Rules } from '../reference/rules/index.ts'
import type { Step } from '../reference/rules/steps.ts'

/**
 * How long the gap between a check and its action stays open. Two requests that are sent together meet in it, even when
 * a busy machine delivers them half a second apart.
 */
export const CONCURRENCY_GAP_MS = 1_000

/** Waits between the check and the action of a step. */
export const waitsBefore =
  (step: Step, ms = CONCURRENCY_GAP_MS) =>
  ({ before }: Rules): Pick<Rules, 'before'> => ({
    before: (asked, id) => (asked === step ? sleep(ms, undefined, { ref: false }) : before(asked, id)),
  })
