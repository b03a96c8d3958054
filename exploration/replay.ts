import { readRecording } from '../fixtures/replay/recording.ts'
import { replayedDeployment, replaySetting } from '../fixtures/replay/replay-setting.ts'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import type { Breach } from './breach.ts'
import { takeAgain, type Cut } from './perform.ts'
import { readSequence, type ReadSequence } from './sequence.ts'
import { liveSetting } from './setting.ts'
import { openWorld } from './world.ts'

export interface Replayed {
  readonly sequence: ReadSequence
  /** The recorded breach, shown once more; undefined: it was not. */
  readonly breach: Breach | undefined
  /** Why the sequence could not be performed to its end; undefined: it was. */
  readonly cut: Cut | undefined
}

/**
 * Performs a recorded sequence once more: from its recording, with nobody on the other side, or on a deployment.
 *
 * @param directory that an exploration wrote for a failure
 * @param deployment undefined: from the recording
 */
export async function replaySequence(
  directory: string,
  deployment: Deployment | undefined,
): Promise<Replayed> {
  const sequence = readSequence(directory)
  const recording = readRecording(directory)
  const { key, steps, requirement } = sequence
  const nothing = { keep: () => undefined }
  const live = deployment && liveSetting(deployment)
  const subject = deployment ?? replayedDeployment(recording.head)
  const setting = live?.of(nothing) ?? replaySetting(recording, subject, { check: key, attempt: 1 }, nothing)
  // Another time on the deployment needs other identifiers.
  const seed = live ? `${recording.head.seed}/${Date.now()}` : recording.head.seed
  const world = openWorld(subject, setting, key, seed)
  try {
    const { breach, performance } = await takeAgain(steps, world, (other) => other === requirement)
    return { sequence, breach, cut: performance.cut }
  } finally {
    await world.close().catch(() => undefined)
    await live?.close()
  }
}
