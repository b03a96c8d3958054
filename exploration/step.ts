import type { Arbitrary } from 'fast-check'
import type { AreaId, OperationName } from '../spec/index.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** The action of a step with its parameters, and the expected outcome. */
export interface StepKind<Params> {
  /** Stable: recorded sequences name it. */
  readonly name: string
  /** Skipped for deployments that do not claim it. */
  readonly area: AreaId
  /** Skipped if one of them is not offered. */
  readonly operations: readonly OperationName[]
  /** Relative frequency; default: 2. */
  readonly weight?: number
  readonly params: Arbitrary<Params>
  /** Whether it is possible in the state of the model. Changes nothing. */
  readonly may: (model: Model, params: Params) => boolean
  /**
   * Performs the step and updates the model.
   *
   * @throws Violation when the model does not allow the response
   * @throws Blocked when the rest of the sequence cannot be judged
   */
  readonly take: (model: Model, world: World, params: Params) => Promise<unknown>
}

/** A kind of step with untyped parameters. */
export type AnyStepKind = StepKind<unknown>

/** Declares a kind of step: its parameters are typed inside, and JSON outside. */
export const stepKind = <Params>(kind: StepKind<Params>): AnyStepKind => kind as unknown as AnyStepKind

/** One step of a sequence. */
export interface Step {
  readonly kind: AnyStepKind
  /** JSON. */
  readonly params: unknown
}

/** A step of a recorded sequence. */
export interface RecordedStep {
  readonly step: string
  readonly params: unknown
}

/** A step that waits is performed if a random number up to this is 0: many others fit into the same time. */
export const RARELY = 11
