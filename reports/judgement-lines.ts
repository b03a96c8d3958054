import { existsSync, readFileSync } from 'node:fs'
import type { Judgement } from './conformance.ts'

/**
 * The judgements of a run, together with those that were made and never handed over, since the run was cut off or a
 * process of it died: the lines of `judgements.jsonl`. A line that was cut itself is left out.
 *
 * @param handedOver with what stands in for a judgement that never came
 */
export function withJudgementsLeft(path: string, handedOver: readonly Judgement[]): readonly Judgement[] {
  if (!existsSync(path)) return handedOver
  const judged = new Set(handedOver.filter(({ expectations }) => expectations > 0).map(nameOf))
  const left = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Judgement)
    .filter((judgement) => !judged.has(nameOf(judgement)))
  const found = new Set(left.map(nameOf))
  return [...handedOver.filter((judgement) => !found.has(nameOf(judgement))), ...left]
}

const nameOf = ({ check, attempt }: Judgement) => `${check} ${attempt}`
