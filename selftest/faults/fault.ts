import type { RequirementId } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

/** The reference with one rule replaced: what must then be found broken, and what may. */
export interface Fault {
  readonly id: string
  /** What the faulty deployment does. */
  readonly title: string
  readonly breaks: readonly RequirementId[]
  /** Requirements that the same fault can touch, depending on order or timing. */
  readonly mayAlsoBreak?: readonly RequirementId[]
  /** Requirements whose checks bring out what is broken, where few do: judged in a sample too. */
  readonly seenBy?: readonly RequirementId[]
  readonly replace: (conforming: Rules) => Partial<Rules>
}
