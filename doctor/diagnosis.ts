import type { FixIn, RequirementId } from '../spec/index.ts'

/**
 * - `fine`: nothing to do
 * - `warn`: worth a word; stops nothing
 * - `missing`: not there, or not to be reached
 * - `wrong`: there, and not as it must be
 * - `not asked`: there was no request that shows it
 */
export type Condition = 'fine' | 'warn' | 'missing' | 'wrong' | 'not asked'

/** What one examination found. */
export interface Diagnosis {
  readonly what: string
  readonly state: Condition
  readonly detail: string
  /** Requirements that cannot be judged as long as it is so. */
  readonly blocks: readonly RequirementId[]
  /** Where to fix it. */
  readonly fixIn?: FixIn
  /** The line to write, or the step to take. */
  readonly fix?: string
}

export const fine = (what: string, detail: string): Diagnosis => ({ what, state: 'fine', detail, blocks: [] })

export const notAsked = (what: string, detail: string): Diagnosis => ({
  what,
  state: 'not asked',
  detail,
  blocks: [],
})

/** 0: nothing blocks a run. 3: something cannot be reached, or is not as it must be. */
export const exitCodeOf = (
  diagnoses: readonly Diagnosis[],
  states: readonly { readonly isWrong: boolean }[],
): 0 | 3 =>
  diagnoses.some(({ state }) => state === 'missing' || state === 'wrong') ||
  states.some(({ isWrong }) => isWrong)
    ? 3
    : 0
