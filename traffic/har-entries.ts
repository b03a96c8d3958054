/**
 * The entries of a HAR file, one at a time: memory holds one entry, however large the file is. Reads bytes, and decodes
 * and parses no more than an entry.
 */
import { TrafficFileError } from './traffic-file-error.ts'

/** Text of one entry, and where it begins. */
export interface EntryText {
  readonly bytes: Uint8Array
  /** From 0. */
  readonly index: number
  /** From 1. */
  readonly line: number
}

/** A longer entry is an error, bytes. */
export const MAX_ENTRY_BYTES = 32 * 1024 * 1024
/** The nesting outside of entries that is followed. */
const MAX_DEPTH = 200
const MAX_KEY_BYTES = 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const LINE_FEED = 0x0a
const [COMMA, COLON, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x2c, 0x3a, 0x7b, 0x5b, 0x5d]
const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === LINE_FEED || byte === 0x0d

const REMEDY = 'Save the recording again as HAR 1.2, or name an `exchanges.jsonl` of Assay.'

/**
 * @param file named in errors
 * @throws TrafficFileError when the chunks are not a HAR file
 */
export async function* harEntries(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<EntryText> {
  const scanner = createScanner(file)
  for await (const chunk of chunks) yield* scanner.take(chunk)
  scanner.end()
}

/** The keys that lead to where the scanner is; an array has the key `[]`. */
interface Open {
  readonly isArray: boolean
  key: string
}

function createScanner(file: string) {
  const open: Open[] = []
  let line = 1
  let position = 0
  let index = 0
  let inString = false
  let isEscaped = false
  let key: number[] | undefined
  let lastString = ''
  let hasBegun = false
  let hasEntries = false
  /** Pieces of the entry that is being read, and how deep it is. */
  let entry: { pieces: Uint8Array[]; size: number; depth: number; line: number } | undefined

  const problem = (found: string) =>
    new TrafficFileError(file, `line ${line} (byte ${position})`, found, REMEDY)
  const isInEntries = () =>
    open.length === 3 && open[0]?.key === 'log' && open[1]?.key === 'entries' && open[2]?.isArray === true

  function string(byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) {
      inString = false
      if (key) lastString = Buffer.from(key).toString('utf8')
      key = undefined
      return
    }
    if (key && key.length < MAX_KEY_BYTES) key.push(byte)
  }

  function structure(byte: number): void {
    if (byte === QUOTE) {
      if (isInEntries()) throw problem(`entry ${index} is a string; expected an object`)
      inString = true
      key = []
    } else if (OPENING.has(byte)) {
      if (!hasBegun && byte !== OPEN_BRACE) throw problem('expected a HAR object { "log": { … } }')
      hasBegun = true
      open.push({ isArray: byte === OPEN_BRACKET, key: '' })
      if (isInEntries()) hasEntries = true
      if (open.length > MAX_DEPTH) throw problem(`it nests deeper than ${MAX_DEPTH} arrays and objects`)
    } else if (CLOSING.has(byte)) {
      const closed = open.pop()
      if (!closed || closed.isArray !== (byte === CLOSE_BRACKET))
        throw problem(`found ${String.fromCharCode(byte)} where nothing is open that it closes`)
    } else if (byte === COLON && open.length > 0 && !open.at(-1)!.isArray) open.at(-1)!.key = lastString
    else if (!hasBegun && !isSpace(byte) && !(position < 3 && byte >= 0xbb))
      throw problem('expected a HAR object { "log": { … } }')
    else if (isInEntries() && !isSpace(byte) && byte !== COMMA)
      throw problem(`found ${printableByte(byte)} between entries; expected an object`)
  }

  return {
    *take(chunk: Uint8Array): Generator<EntryText> {
      let from = 0
      for (let at = 0; at < chunk.length; at++, position++) {
        const byte = chunk[at]!
        if (byte === LINE_FEED) line++
        if (inString) {
          string(byte)
          continue
        }
        if (entry) {
          if (byte === QUOTE) inString = true
          else if (OPENING.has(byte)) entry.depth++
          else if (CLOSING.has(byte) && --entry.depth === 0) {
            entry.pieces.push(chunk.subarray(from, at + 1))
            yield { bytes: Buffer.concat(entry.pieces), index, line: entry.line }
            index++
            entry = undefined
          }
          continue
        }
        if (byte === OPEN_BRACE && isInEntries()) {
          entry = { pieces: [], size: 0, depth: 1, line }
          from = at
        } else structure(byte)
      }
      if (!entry) return
      // The chunk may be written over once the next one is read.
      const piece = Buffer.from(chunk.subarray(from))
      entry.pieces.push(piece)
      entry.size += piece.length
      if (entry.size > MAX_ENTRY_BYTES)
        throw new TrafficFileError(
          file,
          `entry ${index} (line ${entry.line})`,
          `it is larger than ${MAX_ENTRY_BYTES / 1024 / 1024} MB`,
          'Remove the entry, or record without the bodies of large downloads.',
        )
    },
    end(): void {
      if (!hasBegun) throw problem('the file is empty')
      if (entry || inString || open.length > 0)
        throw problem(`the file ends within ${entry ? `entry ${index}` : 'the HAR object'}`)
      if (!hasEntries) throw problem('it has no array at $.log.entries')
    },
  }
}

const printableByte = (byte: number) =>
  byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `byte 0x${byte.toString(16).padStart(2, '0')}`
