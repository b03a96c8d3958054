/** Performs the steps of one sequence, and compares every response with the model and the invariants. */
import { Blocked } from '../fixtures/errors.ts'
import { unclaimedArea, type RequirementId } from '../spec/index.ts'
import { Violation, collectRecommendations, levelOf, ruleOf } from './violation.ts'
import { emptyModel, type Model } from './model.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** The result of a sequence so far. */
export interface Performance {
  /** The performed steps, in order. */
  readonly taken: TakenStep[]
  /** Why the rest could not be judged; undefined: it was. */
  cut: Cut | undefined
}

export interface TakenStep extends Step {
  /** Number of exchanges before it. */
  readonly after: number
}

export interface Cut {
  readonly step: string
  readonly fixIn: Blocked['fixIn']
  readonly reason: string
  readonly next: string
}

/** The violations that end a sequence with a failure. */
export type Matters = (requirement: RequirementId) => boolean

/** A violation of an unclaimed requirement does not count. */
export const isClaimed = (requirement: RequirementId, { deployment }: World): boolean =>
  unclaimedArea(ruleOf(requirement), deployment.areas) === undefined

/**
 * Performs a step, unless the sequence is over.
 *
 * @throws Violation when the step shows a relevant one
 */
export async function takeStep(
  { kind, params }: Step,
  model: Model,
  world: World,
  performance: Performance,
  matters: Matters,
): Promise<void> {
  performance.taken.push({ kind, params, after: world.exchangeClient.exchanges().length })
  let recommended: Violation | undefined
  try {
    const told = await collectRecommendations(() => kind.take(model, world, params))
    recommended = told.find(({ requirement }) => matters(requirement) && isClaimed(requirement, world))
  } catch (error) {
    // An invariant describes a violation better than a single step.
    throwLaws(world, matters)
    if (error instanceof Violation) {
      // The deployment no longer matches the model.
      model.over = true
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
  if (recommended) throw recommended
}

function throwLaws(world: World, matters: Matters): void {
  const broken = world
    .lawsBroken()
    .filter(({ requirement }) => matters(requirement) && isClaimed(requirement, world))
  // MUST before SHOULD.
  const worst = broken.find(({ requirement }) => levelOf(requirement) === 'MUST') ?? broken[0]
  if (worst) throw worst
}

/**
 * Performs the steps of a recorded sequence again.
 *
 * @returns the relevant violation; undefined: none occurred
 */
export async function repeatSteps(
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
