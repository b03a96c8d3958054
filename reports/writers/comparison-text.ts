import colours from 'picocolors'
import type { Comparison } from '../comparison.ts'
import { printable } from '../printable.ts'
import {
  CAUSE_CHANGES,
  CAUSE_CHANGE_WORDS,
  causeFacts,
  CHANGES,
  CHANGE_WORDS,
  comparisonSentence,
  differences,
  exitSentence,
  movement,
  runLine,
} from './comparison-words.ts'
import { count } from '../verdict-words.ts'

const SHOWN = 40

/** A comparison as a person reads it on a terminal. */
export function comparisonText(comparison: Comparison, colour: boolean): string {
  const paint = colours.createColors(colour)
  const hue = {
    regressed: paint.red,
    newlyBlocked: paint.yellow,
    changed: paint.yellow,
    fixed: paint.green,
    unblocked: paint.green,
    added: paint.cyan,
    removed: paint.dim,
  }
  const causeHue = { added: paint.red, same: paint.yellow, removed: paint.green }
  const { before, after, slower, reducedCoverage } = comparison
  const exit = exitSentence(comparison)
  return [
    printable(`before  ${runLine(before)}`),
    printable(`after   ${runLine(after)}`),
    '',
    ...CAUSE_CHANGES.flatMap((kind) =>
      section(
        causeHue[kind](CAUSE_CHANGE_WORDS[kind]),
        some(comparison.causes[kind], (cause) => [`  ${cause.title}`, `    ${causeFacts(cause)}`]),
      ),
    ),
    ...section(
      paint.yellow('the runs differ in'),
      differences(comparison).map((line) => printable(`  ${line}`)),
    ),
    ...CHANGES.flatMap((kind) =>
      section(
        hue[kind](CHANGE_WORDS[kind]),
        some(comparison[kind], (change) => {
          const why = change.reason === undefined ? '' : `: ${change.reason}`
          return [`  ${change.id} ${change.title}`, `    ${movement(change)}${why}`]
        }),
      ),
    ),
    ...section(
      paint.yellow('slower'),
      some(slower, ({ operation, before, after }) => [`  ${operation}: median ${before} ms → ${after} ms`]),
    ),
    ...section(
      paint.yellow('fewer expectations'),
      some(reducedCoverage, ({ id, check, before, after }) => [
        `  ${id} ${check}`,
        `    ${count(before, 'expectation')} → ${after === 0 ? 'the check was removed' : after}`,
      ]),
    ),
    comparisonSentence(comparison),
    ...(exit === undefined ? [] : [exit]),
    '',
  ].join('\n')
}

/** Nothing where it has no lines. */
const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines, '']

/** The lines of the first items, and how many more there are. */
const some = <Item>(items: readonly Item[], lines: (item: Item) => readonly string[]): readonly string[] => [
  ...items.slice(0, SHOWN).flatMap((item) => lines(item).map((line) => printable(line))),
  ...(items.length > SHOWN ? [`  …and ${items.length - SHOWN} more; --json has them all.`] : []),
]
