import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { RECORDING, type RecordingHead } from '../../fixtures/recording/recording.ts'
import type { Shard } from '../../fixtures/shard.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { PLAN } from '../../reports/report-files.ts'
import { UsageError } from '../usage-error.ts'

/** A shard as its run left it. */
export interface FinishedShard {
  readonly directory: string
  readonly head: RecordingHead & { readonly shard: Shard }
  /** Its report; undefined: its run ended before it could write one. */
  readonly conformance: Conformance | undefined
  /** Text of the plan: the checks of all shards. Empty: it ended before it had one. */
  readonly plan: string
}

/**
 * Reads shards of one run.
 *
 * @param directories each of a shard, or of folders that are
 * @returns at least one, by their index
 * @throws UsageError where they are not of one run, or one is there twice
 */
export function readShards(directories: readonly string[]): readonly FinishedShard[] {
  const shards = directories
    .flatMap(shardDirectories)
    .map(readShard)
    .sort((a, b) => a.head.shard.index - b.head.shard.index)
  shards.forEach((shard, place) => {
    const before = shards[place - 1]
    if (before) refuseTwice(before, shard)
    refuseOther(shards[0]!, shard)
  })
  return shards
}

/**
 * The directory itself, or those in it: artifacts of several machines may be in one folder.
 *
 * @returns empty if no run has begun
 */
export function runsIn(directory: string): readonly string[] {
  if (existsSync(join(directory, RECORDING))) return [directory]
  return isDirectory(directory)
    ? readdirSync(directory)
        .sort()
        .map((name) => join(directory, name))
        .filter((path) => existsSync(join(path, RECORDING)))
    : []
}

function shardDirectories(directory: string): readonly string[] {
  const found = runsIn(directory)
  if (found.length > 0) return found
  throw new UsageError(
    `${directory} contains no shard of a run: ${RECORDING} is missing in it and in its folders.`,
    'Set the folders that `assay run --shard --out` wrote. Omit a lost one; the report will show it.',
  )
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function readShard(directory: string): FinishedShard {
  const head = jsonIn(directory, RECORDING) as RecordingHead
  const { shard } = head
  if (shard === undefined) {
    throw new UsageError(
      `${directory} contains a whole run, not a shard.`,
      'Name directories that `assay run --shard` wrote.',
    )
  }
  const plan = join(directory, PLAN)
  return {
    directory,
    head: { ...head, shard },
    conformance: existsSync(join(directory, 'conformance.json'))
      ? (jsonIn(directory, 'conformance.json') as Conformance)
      : undefined,
    plan: existsSync(plan) ? readFileSync(plan, 'utf8') : '',
  }
}

function jsonIn(directory: string, name: string): unknown {
  const path = join(directory, name)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      'Copy the folder of the shard again, or omit the shard; the report will show it.',
    )
  }
}

function refuseTwice(one: FinishedShard, other: FinishedShard): void {
  const { index, of } = one.head.shard
  if (index !== other.head.shard.index) return
  throw new UsageError(
    `Shard ${index} of ${of} is there twice: in ${one.directory} and in ${other.directory}.`,
    'Set only one of them: a shard must not count twice.',
  )
}

/** The shared properties of the shards of one run, for messages. */
const COMMON: readonly (readonly [what: string, of: (shard: FinishedShard) => unknown])[] = [
  ['number of shards', ({ head }) => head.shard.of],
  ['seed', ({ head }) => head.seed],
  ['edition', ({ head }) => String(head.edition ?? 1)],
  ['deployment', ({ head }) => head.deployment.name],
  ['base address', ({ head }) => head.deployment.baseUrl],
  ['deployment file', ({ head }) => head.deployment],
  ['contract version', ({ head }) => head.contractVersion],
  ['version of assay', ({ head }) => head.tool.version],
  ['catalogue of requirements', ({ head }) => head.catalogueDigest],
  ['restriction (--only)', ({ head }) => head.only],
  ['division into shards (--durations)', ({ head }) => head.shard.partition],
  ['plan of checks', ({ plan }) => plan],
]

function refuseOther(first: FinishedShard, shard: FinishedShard): void {
  const different = COMMON.find(([what, of]) => {
    const isMissing = what === 'plan of checks' && (first.plan === '' || shard.plan === '')
    return !isMissing && !isDeepStrictEqual(of(first), of(shard))
  })
  if (!different) return
  const [what, of] = different
  throw new UsageError(
    `${first.directory} and ${shard.directory} are not shards of one run: they differ in their ${what}${shown(of(first), of(shard))}.`,
    'Merge only shards of one run: same seed, deployment file, Assay version and options.',
  )
}

const shown = (one: unknown, other: unknown): string => {
  const texts = [one, other].map((value) => (typeof value === 'object' ? '' : JSON.stringify(value)))
  return texts.every((text) => text !== '' && text.length <= 200) ? `: ${texts.join(' and ')}` : ''
}
