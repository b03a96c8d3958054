/** The signed status list: every entry of the log, with the root of their tree. */
import type { KeyObject } from 'node:crypto'
import { opened, sealed } from '../envelope.ts'
import { entryIn, type LogEntry } from './log-entry.ts'
import { rootOf } from './merkle-tree.ts'

export const STATUS_LIST_TYPE = 'application/vnd.assay.status-list+json'
export const CHECKPOINT_TYPE = 'application/vnd.assay.checkpoint+json'

/** State of the log at a time. */
export interface Checkpoint {
  readonly schemaVersion: 1
  readonly at: string
  readonly size: number
  /** Root of the tree over its first `size` entries, hex. */
  readonly root: string
}

export interface StatusList {
  readonly checkpoint: Checkpoint
  /** As they are hashed. */
  readonly lines: readonly string[]
  readonly entries: readonly LogEntry[]
}

export const checkpointOf = (lines: readonly string[], at: string): Checkpoint => ({
  schemaVersion: 1,
  at,
  size: lines.length,
  root: rootOf(lines),
})

/** The text of the status list of a log. */
export const sealedStatusList = (lines: readonly string[], at: string, key: KeyObject): string =>
  sealed(Buffer.from(JSON.stringify({ checkpoint: checkpointOf(lines, at), lines })), key, STATUS_LIST_TYPE)

export type OpenedStatusList =
  | { readonly list: StatusList; readonly keyid: string; readonly problem?: never }
  | { readonly list?: never; readonly problem: string }

/** Opens a status list. Its signature and its root are verified before anything else. */
export function openStatusList(bytes: Buffer, key: KeyObject): OpenedStatusList {
  const { payload, problem, keyid } = opened(bytes, key, STATUS_LIST_TYPE)
  if (payload === undefined) return { problem: `the status list: ${problem}` }
  const value = JSON.parse(payload.toString('utf8')) as Partial<StatusList> | null
  const { checkpoint, lines } = value ?? {}
  if (!isCheckpoint(checkpoint) || !Array.isArray(lines) || !lines.every((line) => typeof line === 'string'))
    return { problem: 'the status list has another form than this version of Assay reads' }
  if (checkpoint.size !== lines.length || checkpoint.root !== rootOf(lines))
    return { problem: 'the entries of the status list are not those of its checkpoint' }
  const entries = lines.map((line) => entryIn(line))
  const odd = entries.findIndex(
    (entry, index) =>
      entry === undefined || entry.at < (entries[index - 1]?.at ?? '') || entry.at > checkpoint.at,
  )
  if (odd !== -1)
    return { problem: `entry ${odd} of the status list is invalid, or older than the one before it` }
  return { list: { checkpoint, lines, entries: entries as readonly LogEntry[] }, keyid }
}

export const isCheckpoint = (value: unknown): value is Checkpoint => {
  const { schemaVersion, at, size, root } = (value ?? {}) as Partial<Checkpoint>
  return (
    schemaVersion === 1 &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    Number.isInteger(size) &&
    typeof root === 'string'
  )
}

/** Evidence that a log did not only grow since a checkpoint; undefined: none. */
export function growthProblem(
  { lines }: Pick<StatusList, 'lines'>,
  before: Pick<Checkpoint, 'size' | 'root'>,
): { readonly name: 'forked' | 'rewound'; readonly found: string } | undefined {
  if (lines.length < before.size)
    return {
      name: 'rewound',
      found: `the log had the size ${before.size} before, and has ${lines.length} now`,
    }
  return rootOf(lines.slice(0, before.size)) === before.root
    ? undefined
    : { name: 'forked', found: `the log has other entries than before among the first ${before.size}` }
}
