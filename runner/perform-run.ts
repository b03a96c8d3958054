import { appendFileSync, closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { applies, isOffered } from '../fixtures/applies.ts'
import { asControl, ofControl, performChosenControls, type Controls } from '../fixtures/controls.ts'
import type { CheckSession } from '../fixtures/session/check-session.ts'
import { eachOnce, EvidenceLost, type Evidence } from '../fixtures/recording/evidence.ts'
import { performCheck } from '../fixtures/perform-check.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { isVaried } from '../fixtures/random.ts'
import { replaySession } from '../fixtures/recording/replay-session.ts'
import { liveSharing } from '../fixtures/sharing/sharing.ts'
import { suitesOf } from '../fixtures/shard.ts'
import type { ReleaseWhile } from '../fixtures/semaphore.ts'
import { JUDGEMENTS } from '../reports/report-files.ts'
import type { Judgement } from '../spec/index.ts'
import { createPerformer, inDrawnOrder, inStartingOrder, type KnownTimes } from './perform-checks.ts'
import { refuseReplacedFolder } from './run-lock.ts'
import type { RunPlan } from './run-plan.ts'

/** The dependencies of a run. */
export interface RunMeans {
  /** Every check of the suites. */
  readonly checks: readonly Check[]
  readonly controls: Controls
  /** Shared by live checks; a replayed check shares nothing. */
  readonly session: CheckSession
  readonly evidence: Evidence
  /** Stops the run: no check starts, and pending ones are abandoned. */
  readonly signal: AbortSignal
  /** Called with every judgement. */
  readonly onJudged: (judgement: Judgement) => void
}

/** The checks of a run, those of its other shards among them. */
export const checksOfRun = (plan: RunPlan, all: readonly Check[]): readonly Check[] =>
  all.filter((check) => applies(check, subjectOf(plan)))

/** The checks that fall to this run or shard. */
export function plannedHere(plan: RunPlan, all: readonly Check[]): readonly Check[] {
  const suites = suitesOf(plan.shard)
  return checksOfRun(plan, all).filter(({ suite }) => suites?.has(suite) !== false)
}

/**
 * Performs the checks of a run. Every judgement is written at once: a killed run keeps its finished judgements.
 *
 * @param known what took long in an earlier run
 */
export async function performRun(plan: RunPlan, means: RunMeans, known: KnownTimes): Promise<void> {
  const { deployment } = plan
  const { checks, signal } = means
  const planned = isVaried(plan.seed)
    ? inDrawnOrder(plannedHere(plan, checks), plan.seed)
    : inStartingOrder(plannedHere(plan, checks), known)
  const sharing = liveSharing(means.session, planned)
  const performer = createPerformer(
    attemptIn(plan, {
      ...means,
      session: { ...means.session, sharing },
      evidence: plan.recording ? eachOnce(means.evidence) : means.evidence,
    }),
    deployment.limits.concurrency,
  )
  const cutOff = new Promise<void>((ended) => signal.addEventListener('abort', () => ended(), { once: true }))
  if (!signal.aborted) await Promise.race([performAll(), cutOff])

  async function performAll(): Promise<void> {
    const attempts = await performer.perform(planned)
    const areSettled = means.session.earlierStates?.applyToAll() === true
    const again = await performer.retryFailed(planned, attempts, areSettled)
    await performControls(plan, [...attempts.flat(), ...again], means)
  }
}

/** Performs the controls for these attempts, except checks that the run performs anyway. */
export async function performControls(
  plan: RunPlan,
  attempts: readonly Judgement[],
  means: RunMeans,
): Promise<void> {
  const { deployment, shard } = plan
  const { checks, controls } = means
  const performer = createPerformer(attemptIn(plan, means), deployment.limits.concurrency)
  // Shards of one run perform controls of the same checks, each its own.
  const by = shard === undefined ? '' : `-${shard.index}`
  await performChosenControls(attempts, controls, async (chosen) => {
    const keys = new Set(chosen.map(({ check }) => check))
    const performed = await performer.perform(
      checks
        .filter((check) => keys.has(check.key) && isOffered(check, deployment))
        .map((check) => asControl(check, by)),
    )
    return performed.flat()
  })
}

function attemptIn(plan: RunPlan, { session, evidence, signal, onJudged }: RunMeans) {
  const { deployment, recording, seed, out } = plan
  return async (check: Check, number: number, rest?: ReleaseWhile): Promise<Judgement> => {
    if (signal.aborted) return new Promise(() => undefined)
    const own = recording
      ? {
          ...replaySession(recording, deployment, { check: check.key, attempt: number }, evidence),
          earlierStates: session.earlierStates,
        }
      : session
    const judgement = await performCheck(check, deployment, number, own, seed, rest)
    if (signal.aborted) return new Promise(() => undefined)
    const kept = keepJudgement(out, check.isControl === true ? ofControl(judgement) : judgement)
    onJudged(kept)
    return kept
  }
}

/** On Windows it is not defined, and counts as 0. */
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
const APPEND_TO_NO_LINK = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW

/**
 * Writes a judgement.
 *
 * @returns it as written: its texts may quote a response, and would keep all of it in memory
 * @throws EvidenceLost when writing fails
 */
export function keepJudgement(out: string, judgement: Judgement): Judgement {
  const file = join(out, JUDGEMENTS)
  const line = JSON.stringify(judgement)
  refuseReplacedFolder(out)
  try {
    const opened = openSync(file, APPEND_TO_NO_LINK)
    try {
      appendFileSync(opened, `${line}\n`)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    throw new EvidenceLost(file, error)
  }
  return JSON.parse(line) as Judgement
}

const subjectOf = ({ deployment, only }: RunPlan) => ({
  name: deployment.name,
  deployment,
  only: only.length === 0 ? undefined : new Set(only),
  waitsFor: undefined,
})
