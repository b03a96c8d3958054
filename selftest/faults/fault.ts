import type { RequirementId } from '../../spec/index.ts'
import type { Replacement } from '../replacement.ts'

/** The reference server with one rule replaced: the requirements that must fail, and those that may. */
export interface Fault {
  readonly id: string
  /** What the faulty deployment does. */
  readonly title: string
  readonly breaks: readonly RequirementId[]
  /** Requirements that the same fault can touch, depending on order or timing. */
  readonly mayAlsoBreak?: readonly RequirementId[]
  /** Requirements whose checks reveal the fault when few do: also judged in a sample. */
  readonly seenBy?: readonly RequirementId[]
  readonly replace: Replacement
}
