import { existsSync } from 'node:fs'
import type { Exchange } from './conformance.ts'
import { linesIn } from '../spec/lines-in.ts'

/**
 * The exchanges of the lines of an `exchanges.jsonl`. A line that is not one is skipped: the last may be cut where a
 * run was killed.
 */
export async function readExchanges(lines: AsyncIterable<string> | Iterable<string>): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const line of lines) {
    const exchange = exchangeOf(line)
    if (exchange) exchanges.push(exchange)
  }
  return exchanges
}

/** The exchange of a line; undefined: the line is not one. */
export function exchangeOf(line: string): Exchange | undefined {
  try {
    const value = JSON.parse(line) as Exchange | null
    return typeof value?.id === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** The exchanges of a recording; none where no such file. */
export const exchangesIn = async (file: string): Promise<Exchange[]> =>
  existsSync(file) ? await readExchanges(linesIn(file)) : []
