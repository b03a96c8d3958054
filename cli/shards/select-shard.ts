import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import type { Shard } from '../../fixtures/shard.ts'
import { suiteName } from '../../spec/index.ts'
import { foldersOf } from '../suite-folders.ts'
import { assayError } from '../../errors/index.ts'
import { partition } from './partition.ts'

/** As given in the options of `assay run`. */
export interface ShardOptions {
  /** `i/n`, i from 1. */
  readonly shard: string
  /** File with durations of an earlier run; undefined: those that come with the suites. */
  readonly durations: string | undefined
  readonly seed: string | undefined
  readonly secondOpinions: boolean
}

const SUITES = fileURLToPath(new URL('../../suites', import.meta.url))
const OF_THE_EMBEDDED = fileURLToPath(new URL('../../suites/durations.json', import.meta.url))

/**
 * The part of a run that is asked for.
 *
 * @param deployment undefined: none was named
 * @param only areas and ids that the run is restricted to
 * @throws AssayError where it could never be merged, or not keep the deployment's limits
 */
export function selectShard(
  { shard, durations, seed, secondOpinions }: ShardOptions,
  deployment: Deployment | undefined,
  only: readonly string[],
): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(shard) ?? []).map(Number)
  if (index < 1 || index > of) {
    throw assayError('shard-invalid', { shard })
  }
  if (deployment === undefined) {
    throw assayError('shard-of-the-reference')
  }
  if (seed === undefined || seed === '') {
    throw assayError('shard-without-seed')
  }
  if (secondOpinions) {
    throw assayError('shard-second-opinions')
  }
  const { concurrency } = deployment.limits
  if (of > concurrency) {
    throw assayError('shards-too-many', { shards: of, concurrency })
  }
  const suites = suitesIn(foldersOf(deployment, only))
  return { index, of, partition: partition(suites, recordedDurations(durations), of) }
}

/** Names of the suites in some folders, or in all. */
const suitesIn = (folders: readonly string[] | undefined): readonly string[] =>
  readdirSync(SUITES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.spec\.[jt]s$/.test(file))
    .map((file) => suiteName(file))
    .filter((suite) => folders === undefined || folders.includes(suite.slice(0, suite.indexOf('/'))))
    .sort()

function recordedDurations(file: string | undefined): Readonly<Record<string, number>> {
  const path = file ?? OF_THE_EMBEDDED
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw notDurations(path, error instanceof Error ? error.message : String(error))
  }
  if (!areDurations(read)) throw notDurations(path, 'it is not an object with a number for each suite')
  return read
}

const areDurations = (read: unknown): read is Readonly<Record<string, number>> =>
  typeof read === 'object' &&
  read !== null &&
  !Array.isArray(read) &&
  Object.values(read).every((value) => Number.isFinite(value))

const notDurations = (path: string, why: string) =>
  assayError('durations-unusable', { file: path, reason: why })
