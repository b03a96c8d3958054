import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { RECORDING, type RecordingHead } from '../fixtures/recording/recording.ts'
import type { Conformance } from '../reports/conformance.ts'
import { JUDGEMENTS } from '../reports/report-files.ts'
import { linesIn } from '../spec/lines-in.ts'
import { isRecord, type Exchange } from '../spec/index.ts'
import { clockAgreement } from './clock-agreement.ts'
import { listFiles } from './files.ts'
import { recordingGaps } from './recording-gaps.ts'
import type { FinishedRun } from './refusals.ts'
import { spanOf } from './span.ts'
import type { Bundled } from './statement.ts'

export interface Bundle extends Bundled, FinishedRun {
  readonly exchanges: readonly Exchange[]
}

/**
 * Reads the directory of a finished run.
 *
 * @throws Error when a file is missing, or not as a run writes it
 */
export async function readBundle(directory: string): Promise<Bundle> {
  const conformance = JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance
  const head = JSON.parse(readFileSync(join(directory, RECORDING), 'utf8')) as RecordingHead
  const exchanges = (await readLines(join(directory, 'exchanges.jsonl'))).map((value, index) => {
    if (!isExchange(value)) throw new Error(`line ${index + 1} of exchanges.jsonl is not an exchange`)
    return value
  })
  const whole = new Set<string>()
  const bodies = join(directory, LONG_BODIES)
  if (existsSync(bodies)) {
    for (const { exchange } of (await readLines(bodies)) as readonly { readonly exchange: string }[])
      whole.add(exchange)
  }
  const named = conformance.requirements.flatMap(({ checks }) => checks.flatMap((check) => check.exchanges))
  return {
    files: await listFiles(directory),
    conformance,
    head,
    exchanges,
    span: spanOf(exchanges),
    clock: clockAgreement(exchanges, [conformance.deployment.baseUrl, ...(head.deployment.replicas ?? [])]),
    gaps: recordingGaps(exchanges, whole, named),
  }
}

/** Files of a run with one JSON value per line. */
const FILES_OF_LINES = ['exchanges.jsonl', LONG_BODIES, JUDGEMENTS]

/** Recordings that differ from the format of a run. Parsers may read a duplicate key differently. */
export async function findForeignFormats(directory: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const head = readFileSync(join(directory, RECORDING), 'utf8')
  if (!isWritten(head.trimEnd(), 2)) found.add(RECORDING)
  for (const name of FILES_OF_LINES) {
    const file = join(directory, name)
    if (!existsSync(file)) continue
    for await (const line of linesIn(file)) if (!isWritten(line)) found.add(name)
  }
  return [...found]
}

const isWritten = (text: string, indent?: number): boolean =>
  JSON.stringify(JSON.parse(text), null, indent) === text

/** Whether it has every field of an exchange. */
function isExchange(value: unknown): value is Exchange {
  const { id, check, kind, at, durationMs, request, response, findings } = value as Partial<Exchange>
  return (
    [id, check, kind, at, request?.method, request?.url].every((text) => typeof text === 'string') &&
    Number.isFinite(durationMs) &&
    !Number.isNaN(Date.parse(at!)) &&
    isRecord(request?.headers) &&
    Array.isArray(findings) &&
    (response === undefined ||
      (typeof response.status === 'number' &&
        typeof response.body === 'string' &&
        isRecord(response.headers)))
  )
}

/** Every line as JSON. A complete run has no truncated line. */
async function readLines(file: string): Promise<readonly unknown[]> {
  const values: unknown[] = []
  for await (const line of linesIn(file)) values.push(JSON.parse(line))
  return values
}
