import type { FixIn, RequirementId } from '../spec/index.ts'

/**
 * - `fine`: no action needed
 * - `warn`: noteworthy, blocks nothing
 * - `missing`: does not exist or is unreachable
 * - `wrong`: exists and is invalid
 * - `not tested`: no request could show it
 */
export type Condition = 'fine' | 'warn' | 'missing' | 'wrong' | 'not tested'

/** The result of one examination. */
export interface Diagnosis {
  readonly what: string
  readonly state: Condition
  readonly detail: string
  /** Requirements that it blocks. */
  readonly blocks: readonly RequirementId[]
  /** Where to fix it. */
  readonly fixIn?: FixIn
  /** The line to write, or the step to take. */
  readonly fix?: string
}

export const fine = (what: string, detail: string): Diagnosis => ({ what, state: 'fine', detail, blocks: [] })

export const notTested = (what: string, detail: string): Diagnosis => ({
  what,
  state: 'not tested',
  detail,
  blocks: [],
})

/** 0: nothing blocks a run. 3: something is unreachable or invalid. */
export const exitCodeOf = (
  diagnoses: readonly Diagnosis[],
  states: readonly { readonly isWrong: boolean }[],
): 0 | 3 =>
  diagnoses.some(({ state }) => state === 'missing' || state === 'wrong') ||
  states.some(({ isWrong }) => isWrong)
    ? 3
    : 0
