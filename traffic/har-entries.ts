/**
 * Reads the entries of a HAR file one at a time, so that memory holds one entry of a large file. Decodes and parses
 * single entries only.
 */
import { assayError, type AssayError } from '../errors/index.ts'

/** Text of one entry, and its offset. */
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

/**
 * @param file named in errors
 * @throws AssayError when the chunks are not a HAR file
 */
export async function* harEntries(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<EntryText> {
  const scanner = new Scanner(file)
  for await (const chunk of chunks) yield* scanner.take(chunk)
  scanner.end()
}

/** The keys that lead to the scanner's position; an array has the key `[]`. */
interface Open {
  readonly isArray: boolean
  key: string
}

/** An entry that is being read. */
interface OpenEntry {
  readonly pieces: Uint8Array[]
  readonly line: number
  size: number
  depth: number
}

/** Follows the structure of the file byte by byte, and cuts out its entries. */
class Scanner {
  private readonly file: string
  private readonly open: Open[] = []
  private line = 1
  private position = 0
  private index = 0
  private inString = false
  private isEscaped = false
  /** Of the string that is being read outside of entries. */
  private key: number[] | undefined
  private lastString = ''
  private hasBegun = false
  private hasEntries = false
  private entry: OpenEntry | undefined

  constructor(file: string) {
    this.file = file
  }

  *take(chunk: Uint8Array): Generator<EntryText> {
    let from = 0
    for (let at = 0; at < chunk.length; at++, this.position++) {
      const byte = chunk[at]!
      if (byte === LINE_FEED) this.line++
      if (this.inString) this.readString(byte)
      else if (this.entry) {
        if (this.closesEntry(byte, this.entry)) yield this.takeEntry(this.entry, chunk.subarray(from, at + 1))
      } else if (byte === OPEN_BRACE && this.isInEntries()) {
        this.entry = { pieces: [], size: 0, depth: 1, line: this.line }
        from = at
      } else this.readStructure(byte)
    }
    if (this.entry) this.keepPiece(this.entry, chunk.subarray(from))
  }

  end(): void {
    if (!this.hasBegun) throw assayError('har-empty', this.here())
    if (this.entry || this.inString || this.open.length > 0)
      throw assayError('har-cut-off', {
        ...this.here(),
        within: this.entry ? `entry ${this.index}` : 'the HAR object',
      })
    if (!this.hasEntries) throw assayError('har-without-entries', this.here())
  }

  private readString(byte: number): void {
    if (this.isEscaped) this.isEscaped = false
    else if (byte === BACKSLASH) this.isEscaped = true
    else if (byte === QUOTE) {
      this.inString = false
      if (this.key) this.lastString = Buffer.from(this.key).toString('utf8')
      this.key = undefined
      return
    }
    if (this.key && this.key.length < MAX_KEY_BYTES) this.key.push(byte)
  }

  /** Whether the byte is the last one of the entry. */
  private closesEntry(byte: number, entry: OpenEntry): boolean {
    if (byte === QUOTE) this.inString = true
    else if (OPENING.has(byte)) entry.depth++
    else if (CLOSING.has(byte)) return --entry.depth === 0
    return false
  }

  private takeEntry({ pieces, line }: OpenEntry, last: Uint8Array): EntryText {
    this.entry = undefined
    return { bytes: Buffer.concat([...pieces, last]), index: this.index++, line }
  }

  private keepPiece(entry: OpenEntry, bytes: Uint8Array): void {
    // The chunk may be written over once the next one is read.
    entry.pieces.push(Buffer.from(bytes))
    entry.size += bytes.length
    if (entry.size > MAX_ENTRY_BYTES)
      throw assayError('har-entry-too-large', {
        file: this.file,
        line: entry.line,
        index: this.index,
        megabytes: MAX_ENTRY_BYTES / 1024 / 1024,
      })
  }

  private readStructure(byte: number): void {
    if (byte === QUOTE) {
      if (this.isInEntries()) throw this.notAnObject('"')
      this.inString = true
      this.key = []
    } else if (OPENING.has(byte)) this.openContainer(byte)
    else if (CLOSING.has(byte)) {
      const closed = this.open.pop()
      if (!closed || closed.isArray !== (byte === CLOSE_BRACKET))
        throw assayError('har-unbalanced', { ...this.here(), bracket: String.fromCharCode(byte) })
    } else if (byte === COLON && this.open.length > 0 && !this.open.at(-1)!.isArray)
      this.open.at(-1)!.key = this.lastString
    else if (!this.hasBegun && !isSpace(byte) && !(this.position < 3 && byte >= 0xbb))
      throw assayError('har-not-an-object', this.here())
    else if (this.isInEntries() && !isSpace(byte) && byte !== COMMA)
      throw this.notAnObject(printableByte(byte))
  }

  private openContainer(byte: number): void {
    if (!this.hasBegun && byte !== OPEN_BRACE) throw assayError('har-not-an-object', this.here())
    this.hasBegun = true
    this.open.push({ isArray: byte === OPEN_BRACKET, key: '' })
    if (this.isInEntries()) this.hasEntries = true
    if (this.open.length > MAX_DEPTH) throw assayError('har-too-deep', { ...this.here(), max: MAX_DEPTH })
  }

  private isInEntries(): boolean {
    const { open } = this
    return (
      open.length === 3 && open[0]?.key === 'log' && open[1]?.key === 'entries' && open[2]?.isArray === true
    )
  }

  private here() {
    return { file: this.file, line: this.line, byte: this.position }
  }

  private notAnObject(found: string): AssayError {
    return assayError('har-entry-not-an-object', { ...this.here(), index: this.index, found })
  }
}

const printableByte = (byte: number) =>
  byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `byte 0x${byte.toString(16).padStart(2, '0')}`
