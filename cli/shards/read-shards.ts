import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { headProblem } from '../../fixtures/recording/head-problem.ts'
import { RECORDING, type RecordingHead } from '../../fixtures/recording/recording.ts'
import { readWholeLines } from '../../fixtures/recording/whole-lines.ts'
import type { Shard } from '../../fixtures/shard.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { PLAN } from '../../reports/report-files.ts'
import { assayError } from '../../errors/index.ts'
import { FILES_OF_LINES, lineProblem } from './line-problem.ts'
import { reportProblem } from '../../reports/report-problem.ts'

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
 * @throws AssayError where they are not of one run, or one is there twice
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
  throw assayError('shard-folder-missing', { folder: directory, file: RECORDING })
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function readShard(directory: string): FinishedShard {
  const head = jsonIn(directory, RECORDING, headProblem) as RecordingHead
  const { shard } = head
  if (shard === undefined) {
    throw assayError('shard-is-a-whole-run', { folder: directory })
  }
  if (!isPossible(shard))
    throw assayError('shard-unreadable', {
      file: join(directory, RECORDING),
      reason: `its shard is not one of at most ${MAX_SHARDS}`,
    })
  refuseLines(directory)
  const plan = join(directory, PLAN)
  return {
    directory,
    head: { ...head, shard },
    conformance: existsSync(join(directory, 'conformance.json'))
      ? (jsonIn(directory, 'conformance.json', reportProblem) as Conformance)
      : undefined,
    plan: existsSync(plan) ? readFileSync(plan, 'utf8') : '',
  }
}

/** The lines that a report is made of, before anything is written. */
function refuseLines(directory: string): void {
  for (const name of FILES_OF_LINES) {
    const file = join(directory, name)
    readWholeLines(file).forEach((line, place) => {
      const reason = lineProblem(name, line)
      if (reason !== undefined)
        throw assayError('shard-unreadable', { file, reason: `line ${place + 1}: ${reason}` })
    })
  }
}

/** `--shard` takes no larger number. A report of the missing shards of a larger one would not fit into memory. */
const MAX_SHARDS = 9999

const isPossible = ({ index, of }: Shard): boolean =>
  Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of && of <= MAX_SHARDS

/** @param problemIn what is wrong with its value */
function jsonIn(directory: string, name: string, problemIn: (value: unknown) => string | undefined): unknown {
  const file = join(directory, name)
  const value = parsed(file)
  const reason = problemIn(value)
  if (reason !== undefined) throw assayError('shard-unreadable', { file, reason })
  return value
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw assayError('shard-unreadable', {
      file,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

function refuseTwice(one: FinishedShard, other: FinishedShard): void {
  const { index, of } = one.head.shard
  if (index !== other.head.shard.index) return
  throw assayError('shard-given-twice', {
    shard: `${index} of ${of}`,
    folders: [one.directory, other.directory],
  })
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
  throw assayError('shards-differ', {
    folders: [first.directory, shard.directory],
    what,
    values: comparable(of(first), of(shard)),
  })
}

/** The values, where they are short enough to be shown. */
const comparable = (one: unknown, other: unknown): readonly string[] => {
  const texts = [one, other].map((value) => (typeof value === 'object' ? '' : JSON.stringify(value)))
  return texts.every((text) => text !== '' && text.length <= 200) ? texts : []
}
