import type { Arbitrary } from 'fast-check'
import type { AreaId, OperationName } from '../spec/index.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** What a step does with its parameters, and the expected outcome. */
export interface StepKind<Params> {
  /** Stable: recorded sequences name it. */
  readonly name: string
  /** Left out of explorations of deployments that do not claim it. */
  readonly area: AreaId
  /** Left out where one of them is not offered. */
  readonly operations: readonly OperationName[]
  /** How often it is drawn, in comparison; default: 2. */
  readonly weight?: number
  readonly params: Arbitrary<Params>
  /** Whether it can be taken in the state of the model. Changes nothing. */
  readonly may: (model: Model, params: Params) => boolean
  /**
   * Takes the step and changes the model with it.
   *
   * @throws Violation when the model rules out what is seen
   * @throws Blocked when the rest of the sequence cannot be judged
   */
  readonly take: (model: Model, world: World, params: Params) => Promise<void>
}

/** A kind of step whose parameters only it understands. */
export type AnyStepKind = StepKind<unknown>

/** Declares a kind of step: its parameters are typed inside, and JSON outside. */
export const stepKind = <Params>(kind: StepKind<Params>): AnyStepKind => kind as unknown as AnyStepKind

/** One step of a sequence. */
export interface Step {
  readonly kind: AnyStepKind
  /** JSON. */
  readonly params: unknown
}

/** A step as a recorded sequence has it. */
export interface RecordedStep {
  readonly step: string
  readonly params: unknown
}

/** A step that waits is taken when a number up to this is drawn as 0: in the same time many others can be taken. */
export const RARELY = 11
