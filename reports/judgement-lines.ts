import { existsSync, readFileSync } from 'node:fs'
import type { Judgement } from './conformance.ts'

/**
 * Judgements that were made and, since the run was cut off, never handed over: the lines of `judgements.jsonl` beyond
 * those that are known. A line that was cut itself is left out.
 */
export function judgementsLeft(path: string, known: readonly Judgement[]): readonly Judgement[] {
  if (!existsSync(path)) return []
  const handedOver = new Set(known.filter(({ expectations }) => expectations > 0).map(nameOf))
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Judgement)
    .filter((judgement) => !handedOver.has(nameOf(judgement)))
}

const nameOf = ({ check, attempt }: Judgement) => `${check} ${attempt}`
