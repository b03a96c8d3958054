import colours from 'picocolors'
import type { Comparison } from '../comparison.ts'
import { printable } from '../printable.ts'
import {
  CHANGES,
  CHANGE_WORDS,
  comparisonSentence,
  differences,
  exitSentence,
  movement,
} from './comparison-words.ts'

const SHOWN = 40

/** A comparison as a person reads it on a terminal. */
export function comparisonText(comparison: Comparison, colour: boolean): string {
  const paint = colours.createColors(colour)
  const hue = {
    regressed: paint.red,
    newlyBlocked: paint.yellow,
    fixed: paint.green,
    new: paint.cyan,
    gone: paint.dim,
  }
  const { before, after, slower, reducedCoverage } = comparison
  const exit = exitSentence(comparison)
  const some = <Item>(items: readonly Item[], line: (item: Item) => string): readonly string[] => [
    ...items.slice(0, SHOWN).map((item) => printable(line(item))),
    ...(items.length > SHOWN ? [`  …and ${items.length - SHOWN} more; --json has them all.`] : []),
  ]
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines, '']
  return [
    printable(`${before.deployment.name}, ${before.startedAt}: ${before.verdict}`),
    printable(`${after.deployment.name}, ${after.startedAt}: ${after.verdict}`),
    ...differences(comparison).map((line) => printable(line)),
    '',
    ...CHANGES.flatMap((kind) =>
      section(
        hue[kind](CHANGE_WORDS[kind]),
        some(comparison[kind], (change) => {
          const why = kind === 'regressed' || kind === 'newlyBlocked' ? change.reason : undefined
          return `  ${change.id} ${change.title} ${movement(change)}${why === undefined ? '' : `: ${why}`}`
        }),
      ),
    ),
    ...section(
      paint.yellow('slower'),
      some(slower, ({ operation, before, after }) => `  ${operation} median ${before} ms → ${after} ms`),
    ),
    ...section(
      paint.yellow('fewer expectations'),
      some(
        reducedCoverage,
        ({ id, check, before, after }) =>
          `  ${id} ${check}: ${after === 0 ? 'not there any more' : `${before} → ${after}`}`,
      ),
    ),
    comparisonSentence(comparison),
    ...(exit === undefined ? [] : [exit]),
    '',
  ].join('\n')
}
