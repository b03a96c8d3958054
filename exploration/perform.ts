/** Takes the steps of one sequence, and holds every response to the model and to the laws. */
import { Blocked } from '../fixtures/errors.ts'
import { unclaimedArea, type RequirementId } from '../spec/index.ts'
import { Violation, levelOf, ruleOf } from './violation.ts'
import { emptyModel, type Model } from './model.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** What came of a sequence so far. */
export interface Performance {
  /** The steps that were taken, in order. */
  readonly taken: TakenStep[]
  /** Why the rest could not be judged; undefined: it could. */
  cut: Cut | undefined
}

export interface TakenStep extends Step {
  /** How many exchanges there had been before it. */
  readonly after: number
}

export interface Cut {
  readonly step: string
  readonly fixIn: Blocked['fixIn']
  readonly reason: string
  readonly next: string
}

/** Which violations end a sequence with a failure. */
export type Matters = (requirement: RequirementId) => boolean

/** A violation of an unclaimed requirement does not count. */
export const isClaimed = (requirement: RequirementId, { deployment }: World): boolean =>
  unclaimedArea(ruleOf(requirement), deployment.areas) === undefined

/**
 * Takes a step, if the sequence is not over.
 *
 * @throws Violation when it shows something that matters
 */
export async function takeStep(
  { kind, params }: Step,
  model: Model,
  world: World,
  performance: Performance,
  matters: Matters,
): Promise<void> {
  performance.taken.push({ kind, params, after: world.exchangeClient.exchanges().length })
  try {
    await kind.take(model, world, params)
  } catch (error) {
    // A law that spans answers says more of what happened than one step could.
    throwLaws(world, matters)
    if (error instanceof Violation) {
      // From here on the deployment is elsewhere than the model, unless it is only not as it should be.
      model.over = levelOf(error.requirement) === 'MUST'
      if (matters(error.requirement) && isClaimed(error.requirement, world)) throw error
      return
    }
    if (!(error instanceof Blocked)) throw error
    model.over = true
    performance.cut = {
      step: kind.name,
      fixIn: error.fixIn,
      reason: world.exchangeClient.redact(error.message),
      next: error.next,
    }
    return
  }
  throwLaws(world, matters)
}

function throwLaws(world: World, matters: Matters): void {
  const broken = world
    .lawsBroken()
    .filter(({ requirement }) => matters(requirement) && isClaimed(requirement, world))
  // What must be kept comes before what should be.
  const worst = broken.find(({ requirement }) => levelOf(requirement) === 'MUST') ?? broken[0]
  if (worst) throw worst
}

/**
 * Takes the steps of a recorded sequence once more.
 *
 * @returns the violation that matters; undefined: none was shown
 */
export async function takeAgain(
  steps: readonly Step[],
  world: World,
  matters: Matters,
): Promise<{ readonly violation: Violation | undefined; readonly performance: Performance }> {
  const model = emptyModel()
  const performance: Performance = { taken: [], cut: undefined }
  try {
    for (const step of steps)
      if (!model.over && step.kind.may(model, step.params))
        await takeStep(step, model, world, performance, matters)
  } catch (error) {
    if (error instanceof Violation) return { violation: error, performance }
    throw error
  }
  return { violation: undefined, performance }
}
