import type { Comparison } from '../comparison.ts'
import {
  CHANGES,
  CHANGE_WORDS,
  comparisonSentence,
  differences,
  exitSentence,
  movement,
} from './comparison-words.ts'
import { code, escaped, table } from './markdown.ts'

/** Beyond this many rows a comment of a pull request is no help. */
const SHOWN = 100

/** A comparison as Markdown, for a job summary or a comment. */
export function comparisonMd(comparison: Comparison): string {
  const { before, after, regressed, slower, reducedCoverage } = comparison
  const sign = regressed.length > 0 ? '❌' : comparison.compared > 0 && after.complete ? '✅' : '⚠️'
  const section = (title: string, header: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? []
      : [
          '',
          `### ${title}`,
          '',
          ...table(header, rows.slice(0, SHOWN)),
          ...(rows.length > SHOWN ? ['', `…and ${rows.length - SHOWN} more.`] : []),
        ]
  const exit = exitSentence(comparison)
  const lines = [
    `## ${sign} ${escaped(comparisonSentence(comparison))}`,
    '',
    ...(exit === undefined ? [] : [exit, '']),
    ...table(
      ['', 'deployment', 'started', 'verdict'],
      [
        ['before', escaped(before.deployment.name), escaped(before.startedAt), before.verdict],
        ['after', escaped(after.deployment.name), escaped(after.startedAt), after.verdict],
      ],
    ),
    ...differences(comparison).flatMap((line) => ['', escaped(line)]),
    ...CHANGES.flatMap((kind) =>
      section(
        capital(CHANGE_WORDS[kind]),
        ['requirement', 'change', 'statement and reason'],
        comparison[kind].map((change) => [
          `**${escaped(change.id)}** ${change.level}`,
          movement(change),
          [change.title, change.reason]
            .flatMap((text) => (text === undefined ? [] : [escaped(text)]))
            .join('<br>'),
        ]),
      ),
    ),
    ...section(
      'Slower',
      ['operation', 'median before', 'median after'],
      slower.map(({ operation, before, after }) => [code(operation), `${before} ms`, `${after} ms`]),
    ),
    ...section(
      'Fewer expectations',
      ['requirement', 'check', 'before', 'after'],
      reducedCoverage.map(({ id, check, before, after }) => [
        `**${escaped(id)}**`,
        escaped(check),
        String(before),
        after === 0 ? 'not there' : String(after),
      ]),
    ),
  ]
  return `${lines.join('\n')}\n`
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
