/**
 * Explores a deployment: random sequences of steps, each valid in the state of the model, until a requirement is
 * violated. The violation is then reported with as few steps as possible.
 */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { seedOfRun } from '../fixtures/random.ts'
import { withRedaction } from '../fixtures/redaction/redaction-under-way.ts'
import type { Exchange, RequirementId } from '../spec/index.ts'
import { Violation } from './violation.ts'
import { emptyModel, type Model } from './model.ts'
import { repeatSteps, takeStep, type Cut, type Matters, type Performance, type TakenStep } from './perform.ts'
import { openSession, type ExplorationSession } from './session.ts'
import type { Step } from './step.ts'
import { subjectsOf, type Target } from './steps.ts'
import { Tally } from './tally.ts'
import { openWorld, type World } from './world.ts'

/** A requirement that a sequence violated. */
export interface Failure {
  readonly requirement: RequirementId
  readonly message: string
  /** Id of the exchange with the violation; undefined: no single exchange has it. */
  readonly exchange: string | undefined
  /** Prefix of the exchange ids of the sequence. */
  readonly key: string
  /** Seed of the sequence's wallets and request identifiers. */
  readonly seed: string
  readonly steps: readonly TakenStep[]
  readonly exchanges: readonly Exchange[]
  /** Complete bodies that the exchanges have truncated, by exchange id. */
  readonly bodies: ReadonlyMap<string, string>
  /** The number of steps of the first sequence with the violation. */
  readonly foundWith: number
  /** Whether the violation occurred again in a repeat of the sequence; undefined: not repeated. */
  readonly isReproduced: boolean | undefined
  /** Redacts the secrets of the sequence from a text. */
  readonly redact: (text: string) => string
}

export interface Exploration {
  readonly failures: readonly Failure[]
  readonly sequences: number
  /** The total number of steps, including those while shrinking. */
  readonly steps: number
  readonly requests: number
  /** Number of steps of each kind. */
  readonly taken: ReadonlyMap<string, number>
  /** Reasons for early ends of sequences, with their number. */
  readonly cuts: ReadonlyMap<string, { readonly cut: Cut; readonly times: number }>
  /** Errors of Assay itself, which are not violations. */
  readonly error: unknown
}

export interface ExploreOptions {
  readonly seed: number
  readonly durationMs: number
  /** Maximum number of sequences; default: unlimited within the time limit. */
  readonly mostSequences?: number
  /** Stops after this number of failures; default: `TOO_MANY_KINDS`. */
  readonly most?: number
  /** Whether to look for shorter sequences; default: true. */
  readonly shrinks?: boolean
  readonly now?: () => number
  /** Whether to stop after the current sequence. */
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

/** Steps per sequence; steps that are invalid in the model are dropped. */
const MOST_STEPS = 70
/** More kinds of failure than this suggest a general problem. */
const MOST_FAILURES = 20
const MANY_RUNS = 1_000_000_000

export async function explore(deployment: Deployment, options: ExploreOptions): Promise<Exploration> {
  const { seed, most = MOST_FAILURES, shrinks = true, now = Date.now, found } = options
  const session = openSession(deployment)
  const search: Search = {
    deployment,
    identifiers: seedOfRun(String(seed), randomUUID().slice(0, 8)),
    options,
    session,
    end: now() + options.durationMs,
    tally: new Tally(),
    failures: new Map(),
    target: undefined,
    shortest: undefined,
    error: undefined,
  }
  const { failures, tally } = search
  const subjects = subjectsOf(deployment)
  const sequences = sequencesOf(subjects)
  for (let round = 0; subjects.length > 0 && !isOver(search) && failures.size < most; round++) {
    const failure = await findFailure(search, sequences, seed + round)
    if (failure === undefined) break
    const whole = shrinks ? { ...failure, isReproduced: await performAgain(search, failure) } : failure
    failures.set(failure.requirement, whole)
    found?.(whole)
  }
  await session.close()
  const { sequences: count, steps, requests, taken, cuts } = tally
  return {
    failures: [...failures.values()],
    sequences: count,
    steps,
    requests,
    taken,
    cuts,
    error: search.error,
  }
}

/** The findings of an exploration so far, and its goal. */
interface Search {
  readonly deployment: Deployment
  /** Seed of wallets and identifiers: the deployment knows those of an earlier exploration. */
  readonly identifiers: string
  readonly options: ExploreOptions
  readonly session: ExplorationSession
  /** ms since the epoch. */
  readonly end: number
  readonly tally: Tally
  readonly failures: Map<RequirementId, Failure>
  /** The requirement to shrink: the first one violated. */
  target: RequirementId | undefined
  shortest: Failure | undefined
  /** An error of Assay itself. */
  error: unknown
}

const isOver = ({ options: { isStopped, now = Date.now }, end, error, tally }: Search): boolean =>
  isStopped?.() === true || now() >= end || error !== undefined || tally.isStuck

const canEndSequence =
  (search: Search): Matters =>
  (requirement) =>
    search.target === undefined ? !search.failures.has(requirement) : requirement === search.target

/** Draws sequences until one fails, and then shorter ones that fail by the same requirement. */
async function findFailure(
  search: Search,
  sequences: fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Real>>>,
  seed: number,
): Promise<Failure | undefined> {
  const { mostSequences = MANY_RUNS, shrinks = true, now = Date.now } = search.options
  search.target = undefined
  search.shortest = undefined
  let underWay: Promise<void> = Promise.resolve()
  const property = fc.asyncProperty(sequences, (steps) => {
    underWay = performSequence(search, steps)
    return underWay
  })
  await fc.check(property, {
    seed,
    numRuns: mostSequences,
    // Long sequences as often as short ones.
    unbiased: true,
    endOnFailure: !shrinks,
    interruptAfterTimeLimit: Math.max(1, search.end - now()),
    markInterruptAsFailure: false,
  })
  await underWay.catch(() => undefined)
  return search.shortest
}

/** @throws Violation when the sequence shows one that matters */
async function performSequence(search: Search, steps: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
  const { deployment, identifiers, options, session, tally, failures } = search
  // Also ends the search.
  if (isOver(search)) throw new fc.PreconditionFailure(true)
  const key = `sequence-${++tally.sequences}`
  const seed = `${identifiers}/${key}`
  const evidence = createSequenceEvidence()
  const own = session.of(evidence)
  const world = openWorld(deployment, own, key, seed)
  const performance: Performance = { taken: [], cut: undefined }
  const real: Real = { world, performance, matters: canEndSequence(search), isOver: () => isOver(search) }
  const model = emptyModel(tally.unserved)
  try {
    await withRedaction(own.redaction, () => fc.asyncModelRun(() => ({ model, real }), steps))
  } catch (error) {
    if (!(error instanceof Violation)) {
      search.error = error
      throw new fc.PreconditionFailure(true)
    }
    if (isOver(search) && search.shortest !== undefined) return
    search.target = error.requirement
    search.shortest = {
      requirement: error.requirement,
      message: world.exchangeClient.redact(error.message),
      exchange: error.exchange,
      key,
      seed,
      steps: [...performance.taken],
      exchanges: evidence.exchanges,
      bodies: evidence.bodies,
      foundWith: search.shortest?.foundWith ?? performance.taken.length,
      isReproduced: undefined,
      redact: (text) => world.exchangeClient.redact(text),
    }
    options.found?.(search.shortest)
    throw error
  } finally {
    tally.count(performance, evidence.exchanges.length)
    await world.close().catch(() => undefined)
    options.progress?.({ sequences: tally.sequences, steps: tally.steps, failures: failures.size })
  }
}

/** Keeps the exchanges of one sequence. */
function createSequenceEvidence() {
  const exchanges: Exchange[] = []
  const bodies = new Map<string, string>()
  return {
    exchanges,
    bodies,
    keep(exchange: Exchange, body?: string) {
      exchanges.push(exchange)
      if (body !== undefined) bodies.set(exchange.id, body)
    },
  }
}

/** Whether the failure is seen again with other wallets and identifiers. */
async function performAgain(
  { deployment, session, identifiers }: Search,
  { steps, requirement, key }: Failure,
): Promise<boolean> {
  const again = `${key}-again`
  const world = openWorld(deployment, session.of({ keep: () => undefined }), again, `${identifiers}/${again}`)
  try {
    const { violation } = await repeatSteps(steps, world, (other) => other === requirement)
    return violation !== undefined
  } finally {
    await world.close().catch(() => undefined)
  }
}

interface Real {
  readonly world: World
  readonly performance: Performance
  readonly matters: Matters
  readonly isOver: () => boolean
}

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

/** A step in the form of the library. */
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
