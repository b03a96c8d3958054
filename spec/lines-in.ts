import { createReadStream, statSync } from 'node:fs'

/**
 * The lines of a file. Only a line feed ends a line: `node:readline` also splits at U+2028 and U+2029. JSON allows
 * these unescaped, so a deployment could drop its own exchange from the evidence.
 *
 * @throws Error where it is a pipe or a device, which may have no end, or a line is longer than memory allows
 */
export async function* linesIn(path: string): AsyncGenerator<string> {
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`)
  let begun: string[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const [rest = '', ...lines] = (chunk as string).split('\n')
    begun.push(rest)
    length += rest.length
    if (length > MAX_LINE) throw new Error(`${path} has a line of more than ${MAX_LINE} characters`)
    for (const line of lines) {
      yield withoutReturn(begun.join(''))
      begun = [line]
      length = line.length
    }
  }
  const last = begun.join('')
  if (last !== '') yield withoutReturn(last)
}

/** Twice what a run keeps of long bodies. */
const MAX_LINE = 128 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
