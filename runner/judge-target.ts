import { applies, isOffered } from '../fixtures/applies.ts'
import {
  asControl,
  ofControl,
  onlyShown,
  performChosenControls,
  type Controls,
} from '../fixtures/controls.ts'
import { CONSISTENCY_MS } from '../fixtures/patience.ts'
import { noEvidence } from '../fixtures/recording/evidence.ts'
import { liveSession } from '../fixtures/session/live-session.ts'
import { performCheck } from '../fixtures/perform-check.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { noRedaction } from '../fixtures/redaction/redaction.ts'
import { liveSharing } from '../fixtures/sharing/sharing.ts'
import type { Target } from '../fixtures/targets.ts'
import type { Exchange, Judgement } from '../spec/index.ts'
import { createPerformer } from './perform-checks.ts'

/** The results of the checks for one of many deployments. */
export interface JudgedTarget {
  readonly judgements: readonly Judgement[]
  /** Judgements of controls: they only produce witnesses, and judge no requirement. */
  readonly controls: readonly Judgement[]
  /** Empty if they are not kept. */
  readonly exchanges: readonly Exchange[]
}

const SEED = 'assay'

/**
 * Performs the checks that apply to a deployment, each once. They are retried as in a run, except that a failed one is
 * retried only where reads returned an earlier state.
 *
 * @param needsControlsOf judgements whose witnesses matter; the others need no controls
 * @param keepsExchanges default: false
 */
export async function judgeTarget(
  target: Target,
  all: readonly Check[],
  controls: Controls,
  needsControlsOf: (judgement: Judgement) => boolean,
  keepsExchanges = false,
): Promise<JudgedTarget> {
  const exchanges: Exchange[] = []
  const evidence = keepsExchanges
    ? { keep: (exchange: Exchange) => void exchanges.push(exchange) }
    : noEvidence
  const { deployment } = target
  const applying = all.filter((check) => applies(check, target))
  const live = liveSession(deployment, { evidence, redaction: noRedaction })
  // Nothing shows a change late but the fault itself.
  const session = { ...live, lateMs: CONSISTENCY_MS, sharing: liveSharing(live, applying) }
  const performer = createPerformer(
    (check, number, rest) => performCheck(check, deployment, number, session, SEED, rest),
    deployment.limits.concurrency,
  )
  const lastAttempts = async (checks: readonly Check[]) => {
    const attempts = await performer.perform(checks)
    const again =
      session.earlierStates?.applyToAll() === true ? await performer.retryFailed(checks, attempts, true) : []
    const retried = new Map(again.map((judgement) => [judgement.check, judgement]))
    return attempts.map((all) => retried.get(all[0].check) ?? all.at(-1)!)
  }
  try {
    return await judged()
  } finally {
    await session.transport.close()
  }

  async function judged(): Promise<JudgedTarget> {
    const judgements = await lastAttempts(applying)
    const needing = judgements.map((judgement) => ({
      ...judgement,
      witnesses: needsControlsOf(judgement) ? judgement.witnesses! : onlyShown(judgement.witnesses!),
    }))
    const performed = await performChosenControls(needing, controls, (chosen) => {
      const keys = new Set(chosen.map(({ check }) => check))
      return lastAttempts(
        all
          .filter((check) => keys.has(check.key) && isOffered(check, target.deployment))
          .map((check) => asControl(check)),
      )
    })
    return { judgements, controls: performed.map(ofControl), exchanges }
  }
}
