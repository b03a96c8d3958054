/** Reads recordings, one exchange at a time. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AssayError, assayError, type ErrorCode } from '../errors/index.ts'
import { EXCHANGES, LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { linesIn } from '../spec/lines-in.ts'
import type { Exchange } from '../spec/index.ts'
import { harEntries, MAX_ENTRY_BYTES } from './har-entries.ts'
import { harExchange, isFinding } from './har-exchange.ts'
import { ownExchange } from './own-exchange.ts'
import { isUsableDuration, isUsableTime, type RecordedExchange } from './recorded-exchange.ts'

/** A recording on disk. */
export interface TrafficFile {
  readonly path: string
  /** Names it in the report: letters, digits, dots and dashes. */
  readonly name: string
}

const LINES = /\.(?:jsonl|ndjson)$/i

/**
 * The named files; a folder means its `exchanges.jsonl`.
 *
 * @throws AssayError when one is missing
 */
export function trafficFiles(paths: readonly string[]): readonly TrafficFile[] {
  const names = new Map<string, number>()
  return paths.map((given) => {
    const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true
    const path = isFolder ? join(given, EXCHANGES) : given
    if (!existsSync(path))
      throw isFolder
        ? assayError('traffic-folder-without-recording', { file: given, needed: EXCHANGES })
        : assayError('traffic-file-missing', { file: given })
    const name = basename(path)
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(-60)
    const count = (names.get(name) ?? 0) + 1
    names.set(name, count)
    return { path, name: count === 1 ? name : `${name}-${count}` }
  })
}

/** @throws AssayError when the file is not a recording */
export const readTraffic = (file: TrafficFile): AsyncIterable<RecordedExchange> =>
  LINES.test(file.path) ? exchangesOfLines(file) : exchangesOfHar(file)

async function* exchangesOfHar({ path, name }: TrafficFile): AsyncGenerator<RecordedExchange> {
  for await (const entry of harEntries(notCompressed(path), path)) yield harExchange(entry, path, name)
}

/** The first bytes of files that are not plain UTF-8. */
const MAGIC = [
  [[0x50, 0x4b], 'traffic-file-zipped'],
  [[0x1f, 0x8b], 'traffic-file-compressed'],
  [[0xff, 0xfe], 'traffic-file-utf-16'],
  [[0xfe, 0xff], 'traffic-file-utf-16'],
] as const satisfies readonly (readonly [readonly number[], ErrorCode])[]

async function* notCompressed(path: string): AsyncGenerator<Uint8Array> {
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const bytes = chunk as Uint8Array
      const magic = isFirst && MAGIC.find(([start]) => start.every((byte, at) => bytes[at] === byte))
      if (magic) throw assayError(magic[1], { file: path })
      isFirst = false
      yield bytes
    }
  } catch (error) {
    if (error instanceof AssayError) throw error
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw assayError('traffic-file-unreadable', { file: path, code })
  }
}

async function* exchangesOfLines({ path, name }: TrafficFile): AsyncGenerator<RecordedExchange> {
  const bodies = longBodiesBeside(path)
  const lines = linesIn(path)
  let number = 0
  let cut: AssayError | undefined
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    // The last line of a run that was killed may be cut; a line within the file may not.
    if (cut) throw cut
    const exchange = exchangeIn(line)
    if (exchange) yield ownExchange(exchange, bodies.get(exchange.id), name)
    else cut = assayError('traffic-line-invalid', { file: path, line: number })
  }
  if (cut && number === 1) throw cut
}

const OWN_ID = /^[\w.-]{1,200}\.\d{1,6}\.\d{1,9}$/

/** undefined: the line is not one. */
function exchangeIn(line: string): Exchange | undefined {
  if (line.length > MAX_ENTRY_BYTES) return undefined
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  const { id, check, kind, operation, caller, at, durationMs, request, response, findings } = (value ??
    {}) as Partial<Exchange>
  const isSound =
    typeof id === 'string' &&
    OWN_ID.test(id) &&
    typeof check === 'string' &&
    typeof kind === 'string' &&
    ['string', 'undefined'].includes(typeof operation) &&
    ['number', 'undefined'].includes(typeof caller) &&
    typeof at === 'string' &&
    typeof durationMs === 'number' &&
    isUsableDuration(durationMs) &&
    isUsableTime(Date.parse(at)) &&
    typeof request?.method === 'string' &&
    typeof request.url === 'string' &&
    isTexts(request.headers) &&
    ['string', 'undefined'].includes(typeof request.body) &&
    (response === undefined ||
      (typeof response?.status === 'number' &&
        typeof response.body === 'string' &&
        typeof response.bytes === 'number' &&
        typeof response.truncated === 'boolean' &&
        isTexts(response.headers))) &&
    Array.isArray(findings) &&
    findings.every(isFinding)
  return isSound ? (value as Exchange) : undefined
}

const isTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')

/** Complete bodies of exchanges that have only their beginning. */
function longBodiesBeside(path: string): ReadonlyMap<string, string> {
  const file = join(dirname(path), LONG_BODIES)
  if (!existsSync(file)) return new Map()
  return new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          const { exchange, body } = JSON.parse(line) as {
            readonly exchange?: unknown
            readonly body?: unknown
          }
          return typeof exchange === 'string' && typeof body === 'string' ? [[exchange, body] as const] : []
        } catch {
          return []
        }
      }),
  )
}

/** All exchanges of all files; with several files, exchanges of runs have the file in their name too. */
export async function* readAll(files: readonly TrafficFile[]): AsyncGenerator<RecordedExchange> {
  for (const file of files)
    for await (const exchange of readTraffic(file))
      yield files.length > 1 && exchange.own ? namedAfter(file, exchange) : exchange
}

const namedAfter = ({ name }: TrafficFile, exchange: RecordedExchange): RecordedExchange => ({
  ...exchange,
  id: `${name}-${exchange.id}`,
  check: `${name}-${exchange.check}`,
})
