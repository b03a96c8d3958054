import { createReadStream } from 'node:fs'

/**
 * The lines of a file. Only a line feed ends a line: `node:readline` also splits at U+2028 and U+2029. JSON allows
 * these unescaped, so a deployment could drop its own exchange from the evidence.
 */
export async function* linesIn(path: string): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const [rest = '', ...lines] = (chunk as string).split('\n')
    begun.push(rest)
    for (const line of lines) {
      yield withoutReturn(begun.join(''))
      begun = [line]
    }
  }
  const last = begun.join('')
  if (last !== '') yield withoutReturn(last)
}

const CHUNK_BYTES = 256 * 1024

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
