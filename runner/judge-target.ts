import { applies, isOffered } from '../fixtures/applies.ts'
import { asControl, ofControl, onlyShown, performedControls, type Controls } from '../fixtures/controls.ts'
import { performCheck, type Check } from '../fixtures/perform-check.ts'
import type { Subject } from '../fixtures/subjects.ts'
import { createTurns, type Rest } from '../fixtures/turns.ts'
import { forgetSetting, workerSetting } from '../fixtures/worker-setting.ts'
import type { Judgement } from '../spec/index.ts'

/** What the checks said of one of many deployments. */
export interface JudgedTarget {
  readonly judgements: readonly Judgement[]
  /** Those of controls: they only show what the others need, and judge no requirement. */
  readonly controls: readonly Judgement[]
}

const SEED = 'assay'

/**
 * Performs the checks that apply to a deployment, each once, or twice where it ran out of time: those that wait for something to expire first, the others as
 * many at a time as its limits allow. Keeps no exchanges.
 *
 * @param needsControlsOf which judgements are settled by what they need; the others do without controls
 */
export async function judgeTarget(
  target: Subject,
  all: readonly Check[],
  controls: Controls,
  needsControlsOf: (judgement: Judgement) => boolean,
): Promise<JudgedTarget> {
  const { deployment } = target
  const setting = workerSetting(deployment, 1, undefined)
  const turns = createTurns(deployment.limits.concurrency)
  const perform = async (check: Check, rest?: Rest) => {
    const first = await performCheck(check, deployment, 1, setting, SEED, rest)
    return first.outOfTime === true ? performCheck(check, deployment, 2, setting, SEED, rest) : first
  }
  const performAll = (checks: readonly Check[]) =>
    Promise.all(
      checks.map((check) => (check.waits ? perform(check) : turns.inTurn((rest) => perform(check, rest)))),
    )
  try {
    const judgements = await performAll(all.filter((check) => applies(check, target)))
    const needing = judgements.map((judgement) => ({
      ...judgement,
      witnesses: needsControlsOf(judgement) ? judgement.witnesses! : onlyShown(judgement.witnesses!),
    }))
    const performed = await performedControls(needing, controls, (chosen) => {
      const keys = new Set(chosen.map(({ check }) => check))
      return performAll(
        all
          .filter((check) => keys.has(check.key) && isOffered(check, target.deployment))
          .map((check) => asControl(check)),
      )
    })
    return { judgements, controls: performed.map(ofControl) }
  } finally {
    forgetSetting(deployment)
  }
}
