import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Judgement } from './conformance.ts'

/**
 * The judgements of a run, together with those that were made and never handed over, since the run was cut off or a
 * process of it died: the lines of `judgements.jsonl`. A line that was cut itself is left out.
 *
 * @param handedOver with what stands in for a judgement that never came
 */
export function withJudgementsLeft(path: string, handedOver: readonly Judgement[]): readonly Judgement[] {
  const judged = new Set(handedOver.filter(({ expectations }) => expectations > 0).map(nameOf))
  const left = readJudgements(path).filter((judgement) => !judged.has(nameOf(judgement)))
  const found = new Set(left.map(nameOf))
  return [...handedOver.filter((judgement) => !found.has(nameOf(judgement))), ...left]
}

/** Adds what stands in for judgements that never came, so that the lines say all that the report rests on. */
export function keepJudgementsMissing(path: string, handedOver: readonly Judgement[]): void {
  const kept = new Set(readJudgements(path).map(nameOf))
  const missing = handedOver.filter((judgement) => !kept.has(nameOf(judgement)))
  if (missing.length > 0)
    appendFileSync(path, missing.map((judgement) => `${JSON.stringify(judgement)}\n`).join(''))
}

/** The judgements that stand in a file, a line each; none where there is no file, since nothing was judged. */
export const readJudgements = (path: string): readonly Judgement[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Judgement)
    : []

const nameOf = ({ check, attempt }: Judgement) => `${check} ${attempt}`
