import { comparisonExitCode, type Comparison } from '../comparison.ts'
import { count } from '../verdict-words.ts'
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
import { code, escaped, fitting } from './markdown.ts'

/** A comment of a pull request must stay readable, and GitHub allows 65,536 characters. */
const MAX_SECTION_BYTES = 6_000

/** A comparison as Markdown, for a job summary or a comment. */
export function comparisonMd(comparison: Comparison): string {
  const { before, after, regressed, slower, reducedCoverage } = comparison
  const sign = regressed.length > 0 ? '❌' : comparisonExitCode(comparison) === 0 ? '✅' : '⚠️'
  const section = (title: string, items: readonly (readonly string[])[]) =>
    items.length === 0
      ? []
      : [
          '',
          `### ${title}`,
          '',
          ...fitting(
            items,
            (item) => item,
            MAX_SECTION_BYTES,
            (left) => `- …and ${left} more.`,
          ),
        ]
  const exit = exitSentence(comparison)
  const lines = [
    `## ${sign} ${escaped(comparisonSentence(comparison))}`,
    '',
    ...(exit === undefined ? [] : [exit, '']),
    `- before: ${escaped(runLine(before))}`,
    `- after: ${escaped(runLine(after))}`,
    ...CAUSE_CHANGES.flatMap((kind) =>
      section(
        capital(CAUSE_CHANGE_WORDS[kind]),
        comparison.causes[kind].map((cause) => [
          `- **${escaped(cause.title)}**`,
          `  - ${escaped(causeFacts(cause))}`,
        ]),
      ),
    ),
    ...section(
      'The runs differ in',
      differences(comparison).map((line) => [`- ${escaped(line)}`]),
    ),
    ...CHANGES.flatMap((kind) => section(capital(CHANGE_WORDS[kind]), comparison[kind].map(changeItem))),
    ...section(
      'Slower',
      slower.map(({ operation, before, after }) => [
        `- ${code(operation)}: median ${before} ms → ${after} ms`,
      ]),
    ),
    ...section(
      'Fewer expectations',
      reducedCoverage.map(({ id, check, before, after }) => [
        `- **${escaped(id)}** ${escaped(check)}: ${count(before, 'expectation')} → ${after === 0 ? 'the check was removed' : after}`,
      ]),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const changeItem = (change: Comparison['added'][number]): readonly string[] => [
  `- **${escaped(change.id)}** (${change.level}) ${escaped(change.title)}`,
  `  - ${movement(change)}${change.reason === undefined ? '' : `: ${escaped(change.reason)}`}`,
]

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
