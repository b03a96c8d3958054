import { readRecording } from '../fixtures/recording/recording.ts'
import { replayedDeployment, replaySession } from '../fixtures/recording/replay-session.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Violation } from './violation.ts'
import { repeatSteps, type Cut } from './perform.ts'
import { readSequence, type ReadSequence } from './sequence.ts'
import { openSession } from './session.ts'
import { openWorld } from './world.ts'

export interface Replayed {
  readonly sequence: ReadSequence
  /** The recorded violation, if it occurred again. */
  readonly violation: Violation | undefined
  /** Why the sequence could not be completed; undefined: it was. */
  readonly cut: Cut | undefined
}

/**
 * Replays a sequence, from its recording alone or against a deployment.
 *
 * @param directory of a failure of an exploration
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
  const live = deployment && openSession(deployment)
  const subject = deployment ?? replayedDeployment(recording.head)
  const session = live?.of(nothing) ?? replaySession(recording, subject, { check: key, attempt: 1 }, nothing)
  // A deployment needs new identifiers for another run.
  const seed = live ? `${recording.head.seed}/${Date.now()}` : recording.head.seed
  const world = openWorld(subject, session, key, seed)
  try {
    const { violation, performance } = await repeatSteps(steps, world, (other) => other === requirement)
    return { sequence, violation, cut: performance.cut }
  } finally {
    await world.close().catch(() => undefined)
    await live?.close()
  }
}
