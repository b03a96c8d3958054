import type { FixIn, RequirementId } from '../../spec/index.ts'

/**
 * - `fine`: nothing to do
 * - `warn`: worth a word; stops nothing
 * - `missing`: not there, or not to be reached
 * - `wrong`: there, and not as it must be
 * - `unknown`: could not be examined
 */
export type Condition = 'fine' | 'warn' | 'missing' | 'wrong' | 'unknown'

/** What one examination found. */
export interface Diagnosis {
  readonly what: string
  readonly state: Condition
  readonly detail: string
  /** Requirements that cannot be judged as long as it is so. */
  readonly blocks: readonly RequirementId[]
  /** Whose turn it is. */
  readonly fixIn?: FixIn
  /** The line to write, or the step to take. */
  readonly fix?: string
}

export const fine = (what: string, detail: string): Diagnosis => ({ what, state: 'fine', detail, blocks: [] })

/** 0: a run can judge everything that the deployment claims. 3: something is missing, wrong or unknown. */
export const exitCodeOf = (diagnoses: readonly Diagnosis[]): 0 | 3 =>
  diagnoses.every(({ state }) => state === 'fine' || state === 'warn') ? 0 : 3
