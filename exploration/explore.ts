/**
 * Explores a deployment: random sequences of steps, each conforming in the state that the model is in, until something is
 * broken, which is then shown with as few steps as will do.
 */
import * as fc from 'fast-check'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Exchange, RequirementId } from '../spec/index.ts'
import { Violation } from './violation.ts'
import { emptyModel, type Model } from './model.ts'
import { takeAgain, takeStep, type Cut, type Performance, type TakenStep } from './perform.ts'
import { openSession } from './session.ts'
import type { Step } from './step.ts'
import { subjectsOf, type Target } from './steps.ts'
import { openWorld, type World } from './world.ts'

/** A requirement that a sequence showed to be broken. */
export interface Failure {
  readonly requirement: RequirementId
  readonly message: string
  /** Id of the exchange that shows it; undefined: no single one does. */
  readonly exchange: string | undefined
  /** Names the exchanges of the sequence. */
  readonly key: string
  /** Of the sequence's wallets and request identifiers. */
  readonly seed: string
  readonly steps: readonly TakenStep[]
  readonly exchanges: readonly Exchange[]
  /** Bodies that the exchanges hold in part, by the id of the exchange. */
  readonly bodies: ReadonlyMap<string, string>
  /** How many steps the sequence had in which it was first seen. */
  readonly foundWith: number
  /** Whether it was shown again when the sequence was performed once more; undefined: that was not tried. */
  readonly cameAgain: boolean | undefined
  /** Leaves the secrets that the sequence knew of out of a text. */
  readonly redact: (text: string) => string
}

export interface Exploration {
  readonly failures: readonly Failure[]
  readonly sequences: number
  /** Steps taken in all, while shrinking too. */
  readonly steps: number
  readonly requests: number
  /** How often each kind of step was taken. */
  readonly taken: ReadonlyMap<string, number>
  /** Why sequences ended before their end, each reason once with how often. */
  readonly cuts: ReadonlyMap<string, { readonly cut: Cut; readonly times: number }>
  /** Errors of the harness itself, which are no violation. */
  readonly broken: unknown
}

export interface ExploreOptions {
  readonly seed: number
  readonly durationMs: number
  /** Draws so many sequences at most; default: as many as there is time for. */
  readonly mostSequences?: number
  /** Stops after so many failures; default: when something must be wrong altogether. */
  readonly most?: number
  /** Whether shorter sequences are looked for; default: they are. */
  readonly shrinks?: boolean
  readonly now?: () => number
  /** Whether to end after the sequence that is under way. */
  readonly isStopped?: () => boolean
  /** Called with a failure, and again with every shorter sequence that reproduces it. */
  readonly found?: (failure: Failure) => void
  /** Called after every sequence. */
  readonly progress?: (state: {
    readonly sequences: number
    readonly steps: number
    readonly failures: number
  }) => void
}

/** Steps drawn per sequence; those that the model rules out are left away. */
const MOST_STEPS = 70
/** A deployment that does not answer in so many sequences in a row is given up. */
const MOST_UNREACHABLE = 3
/** More kinds of failure than this say that something is wrong altogether. */
const MOST_FAILURES = 20
/** After so many without a step none is left to take. */
const MOST_IDLE = 1_000
/** A step that was never but rejected, so many times, is given up. */
const FEW = 3
const MANY_RUNS = 1_000_000_000

export async function explore(deployment: Deployment, options: ExploreOptions): Promise<Exploration> {
  const {
    seed,
    durationMs,
    mostSequences = MANY_RUNS,
    most = MOST_FAILURES,
    shrinks = true,
    now = Date.now,
    isStopped = () => false,
    found,
    progress,
  } = options
  const session = openSession(deployment)
  const end = now() + durationMs
  const counts = { sequences: 0, steps: 0, requests: 0 }
  const taken = new Map<string, number>()
  const cuts = new Map<string, { cut: Cut; times: number }>()
  const failures = new Map<RequirementId, Failure>()
  let broken: unknown
  const refused = new Map<string, number>()
  /** Steps for which the deployment does not serve a state: they are not tried for ever. */
  const unserved = new Set<string>()
  let unreachable = 0
  /** Sequences in a row in which there was nothing to do. */
  let idle = 0
  /** The requirement of which the shortest sequence is looked for: the first that was broken. */
  let target: RequirementId | undefined
  let shortest: Failure | undefined
  let underWay: Promise<void> = Promise.resolve()

  const isOver = () =>
    isStopped() ||
    now() >= end ||
    broken !== undefined ||
    unreachable >= MOST_UNREACHABLE ||
    idle >= MOST_IDLE
  const matters = (requirement: RequirementId) =>
    target === undefined ? !failures.has(requirement) : requirement === target

  async function perform(steps: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
    // Ends the search, too.
    if (isOver()) throw new fc.PreconditionFailure(true)
    const key = `sequence-${++counts.sequences}`
    const sequenceSeed = `${seed}/${key}`
    const exchanges: Exchange[] = []
    const bodies = new Map<string, string>()
    const evidence = {
      keep(exchange: Exchange, body?: string) {
        exchanges.push(exchange)
        if (body !== undefined) bodies.set(exchange.id, body)
      },
    }
    const world = openWorld(deployment, session.of(evidence), key, sequenceSeed)
    const performance: Performance = { taken: [], cut: undefined }
    const real: Real = { world, performance, matters, isOver }
    const model = emptyModel(unserved)
    try {
      await fc.asyncModelRun(() => ({ model, real }), steps)
    } catch (error) {
      if (!(error instanceof Violation)) {
        broken = error
        throw new fc.PreconditionFailure(true)
      }
      if (isOver() && shortest !== undefined) return
      target = error.requirement
      shortest = {
        requirement: error.requirement,
        message: world.exchangeClient.redact(error.message),
        exchange: error.exchange,
        key,
        seed: sequenceSeed,
        steps: [...performance.taken],
        exchanges,
        bodies,
        foundWith: shortest?.foundWith ?? performance.taken.length,
        cameAgain: undefined,
        redact: (text) => world.exchangeClient.redact(text),
      }
      found?.(shortest)
      throw error
    } finally {
      counts.steps += performance.taken.length
      counts.requests += exchanges.length
      for (const { kind } of performance.taken) taken.set(kind.name, (taken.get(kind.name) ?? 0) + 1)
      note(performance)
      await world.close().catch(() => undefined)
      progress?.({ sequences: counts.sequences, steps: counts.steps, failures: failures.size })
    }
  }

  /** Performed once more, with other wallets and identifiers. */
  async function comesAgain({ steps, requirement, key }: Failure): Promise<boolean> {
    const again = `${key}-again`
    const world = openWorld(deployment, session.of({ keep: () => undefined }), again, `${seed}/${again}`)
    try {
      const { violation } = await takeAgain(steps, world, (other) => other === requirement)
      return violation !== undefined
    } finally {
      await world.close().catch(() => undefined)
    }
  }

  function note({ taken: steps, cut }: Performance): void {
    idle = steps.length === 0 ? idle + 1 : 0
    if (steps.length > 0) unreachable = cut?.fixIn === 'environment' ? unreachable + 1 : 0
    if (!cut) return
    const cutShort = (refused.get(cut.step) ?? 0) + 1
    refused.set(cut.step, cutShort)
    // Once it went well, it was rejected for its parameters alone.
    if (cut.fixIn === 'deployment-file' && cutShort >= FEW && cutShort === taken.get(cut.step))
      unserved.add(cut.step)
    const reason = `${cut.step}: ${withoutIds(cut.reason)}`
    cuts.set(reason, { cut, times: (cuts.get(reason)?.times ?? 0) + 1 })
  }

  const subjects = subjectsOf(deployment)
  const sequences = sequencesOf(subjects)
  for (let round = 0; subjects.length > 0 && !isOver() && failures.size < most; round++) {
    target = undefined
    shortest = undefined
    const property = fc.asyncProperty(sequences, (steps) => {
      underWay = perform(steps)
      return underWay
    })
    await fc.check(property, {
      seed: seed + round,
      numRuns: mostSequences,
      // Long sequences as often as short ones.
      unbiased: true,
      endOnFailure: !shrinks,
      interruptAfterTimeLimit: Math.max(1, end - now()),
      markInterruptAsFailure: false,
    })
    await underWay.catch(() => undefined)
    const failure = shortest as Failure | undefined
    if (failure === undefined) break
    const whole = shrinks ? { ...failure, cameAgain: await comesAgain(failure) } : failure
    failures.set(failure.requirement, whole)
    found?.(whole)
  }
  await session.close()
  return { failures: [...failures.values()], ...counts, taken, cuts, broken }
}

interface Real {
  readonly world: World
  readonly performance: Performance
  readonly matters: (requirement: RequirementId) => boolean
  readonly isOver: () => boolean
}

const withoutIds = (reason: string) =>
  reason.replace(/ \(exchange [^)]*\)/g, '').replace(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…')

/** Sequences of steps of one subject each. */
function sequencesOf(subjects: readonly Target[]): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Real>>> {
  return fc.oneof(
    ...subjects.map(({ weight, kinds }) => ({
      weight,
      arbitrary: fc.commands<Model, Real, false>(
        [
          fc.oneof(
            ...kinds.map((kind) => ({
              weight: kind.weight ?? 2,
              arbitrary: kind.params.map((params) => command({ kind, params })),
            })),
          ),
        ],
        { maxCommands: MOST_STEPS, size: 'max', disableReplayLog: true },
      ),
    })),
  )
}

/** A step as the library takes it. */
const command = (step: Step): fc.AsyncCommand<Model, Real> => ({
  check: (model) => !model.over && !model.unserved.has(step.kind.name) && step.kind.may(model, step.params),
  async run(model, { world, performance, matters, isOver }) {
    if (isOver()) {
      model.over = true
      return
    }
    await takeStep(step, model, world, performance, matters)
  },
  toString: () => `${step.kind.name}(${JSON.stringify(step.params)})`,
})
