import type { RequirementId } from '../../spec/index.ts'
import type { Replacement } from '../replacement.ts'

/** The reference server with one behaviour changed: the requirements that must fail, and those that may fail. */
export interface Fault {
  readonly id: string
  /** The behaviour of the faulty deployment. */
  readonly title: string
  readonly breaks: readonly RequirementId[]
  /** Requirements that the same fault may violate, depending on order or timing. */
  readonly mayAlsoBreak?: readonly RequirementId[]
  /** Requirements whose checks catch the fault if few do; a sample judges them too. */
  readonly seenBy?: readonly RequirementId[]
  readonly replace: Replacement
}
