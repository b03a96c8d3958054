/** A sequence with a violation, as files: a recording to replay, and a page to read. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { RECORDING, recordedDeployment, type RecordingHead } from '../fixtures/recording/recording.ts'
import { CONTRACT_VERSION, requirements, type RequirementId } from '../spec/index.ts'
import type { Failure } from './explore.ts'
import { sequencePage } from './sequence-page.ts'
import type { RecordedStep, Step } from './step.ts'
import { stepKinds } from './steps.ts'
import { makeFolder } from '../spec/make-folder.ts'

/** Next to the recording: the steps and the violation. */
export const SEQUENCE = 'sequence.json'

export interface RecordedSequence {
  readonly schemaVersion: 1
  /** Prefix of the exchange ids of the sequence. */
  readonly key: string
  readonly requirement: RequirementId
  readonly message: string
  /** Id of the exchange with the violation; default: no single one has it. */
  readonly exchange?: string
  readonly steps: readonly RecordedStep[]
}

/**
 * Writes the files of a failure into a new directory.
 *
 * @param tool with its version
 */
export function writeSequence(
  directory: string,
  failure: Failure,
  deployment: Deployment,
  tool: RecordingHead['tool'],
): void {
  const { key, requirement, message, exchange, steps, exchanges, bodies, seed, redact } = failure
  const head: RecordingHead = {
    schemaVersion: 1,
    contractVersion: CONTRACT_VERSION,
    catalogueDigest: createHash('sha256').update(JSON.stringify(requirements)).digest('hex'),
    tool,
    seed,
    only: [requirement],
    deployment: recordedDeployment(deployment),
  }
  const sequence: RecordedSequence = {
    schemaVersion: 1,
    key,
    requirement,
    message,
    ...(exchange !== undefined && { exchange }),
    steps: steps.map(({ kind, params }) => ({ step: kind.name, params })),
  }
  // Redacts secrets that became known after the text was written.
  const lines = (values: readonly unknown[]) =>
    values.map((value) => `${redact(JSON.stringify(value))}\n`).join('')
  const long = [...bodies].map(([id, body]) => ({ exchange: id, body }))
  makeFolder(directory)
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  write(RECORDING, `${JSON.stringify(head, null, 2)}\n`)
  write(SEQUENCE, `${redact(JSON.stringify(sequence, null, 2))}\n`)
  write('exchanges.jsonl', lines(exchanges))
  write(LONG_BODIES, lines(long))
  write('sequence.md', redact(sequencePage(failure, deployment)))
}

export interface ReadSequence extends Omit<RecordedSequence, 'steps'> {
  readonly steps: readonly Step[]
}

/**
 * The sequence in a directory.
 *
 * @throws Error when it has unknown steps
 */
export function readSequence(directory: string): ReadSequence {
  const recorded = JSON.parse(readFileSync(join(directory, SEQUENCE), 'utf8')) as RecordedSequence
  const steps = recorded.steps.map(({ step, params }) => {
    const kind = stepKinds.get(step)
    if (!kind) throw new Error(`the sequence has the step ${step}, which this version does not know`)
    return { kind, params }
  })
  return { ...recorded, steps }
}
