/** Takes the steps of one sequence, and holds every answer to the model and to the laws. */
import { Blocked } from '../fixtures/blocked.ts'
import { requirements, unclaimedArea, type RequirementId } from '../spec/index.ts'
import type { Breach } from './breach.ts'
import { Breach as BreachError } from './breach.ts'
import type { Model } from './model.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** What came of a sequence so far. */
export interface Performance {
  /** The steps that were taken, in order. */
  readonly taken: Step[]
  /** Why the rest could not be judged; undefined: it could. */
  cut: Cut | undefined
}

export interface Cut {
  readonly step: string
  readonly blame: Blocked['blame']
  readonly reason: string
  readonly next: string
}

/** Which breaches end a sequence with a failure. */
export type Matters = (requirement: RequirementId) => boolean

const known = new Map(requirements.map((requirement) => [requirement.id, requirement]))

/** A breach of what the deployment does not claim is none. */
export const isClaimed = (requirement: RequirementId, { deployment }: World): boolean =>
  unclaimedArea(known.get(requirement)!, deployment.areas) === undefined

export const levelOf = (requirement: RequirementId): 'MUST' | 'SHOULD' => known.get(requirement)!.level
export const titleOf = (requirement: RequirementId): string => known.get(requirement)!.title

/**
 * Takes a step, if the sequence is not over.
 *
 * @throws Breach when it shows something that matters
 */
export async function takeStep(
  { kind, params }: Step,
  model: Model,
  world: World,
  performance: Performance,
  matters: Matters,
): Promise<void> {
  performance.taken.push({ kind, params })
  try {
    await kind.take(model, world, params)
  } catch (error) {
    // A law that spans answers says more of what happened than one step could.
    throwLaws(world, matters)
    if (error instanceof BreachError) {
      // From here on the deployment is elsewhere than the model.
      model.over = true
      if (matters(error.requirement) && isClaimed(error.requirement, world)) throw error
      return
    }
    if (!(error instanceof Blocked)) throw error
    model.over = true
    performance.cut = { step: kind.name, blame: error.blame, reason: error.message, next: error.next }
    return
  }
  throwLaws(world, matters)
}

function throwLaws(world: World, matters: Matters): void {
  const broken = world
    .lawsBroken()
    .filter(({ requirement }) => matters(requirement) && isClaimed(requirement, world))
  // What must be kept comes before what should be.
  const worst: Breach | undefined =
    broken.find(({ requirement }) => levelOf(requirement) === 'MUST') ?? broken[0]
  if (worst) throw worst
}
