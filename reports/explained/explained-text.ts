import colours from 'picocolors'
import { commandOnly, type Commands } from '../commands.ts'
import type { Explained } from './explained.ts'

const WIDTH = 100
const SHOWN = 12

/**
 * An explanation as a person reads it on a terminal.
 *
 * @param commands for the deployment that was judged last, or the reference server
 */
export function explainedText(explained: Explained, commands: Commands, colour: boolean): string {
  const paint = colours.createColors(colour)
  const { id, title, area, source, specified, operations, assumes, states, accepts, limits } = explained
  const { challenges, editions, rules, why, checks, inEveryResponse, faults, fix } = explained
  const section = (head: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint.bold(head), ...lines.flatMap((line) => wrapped(line))]
  const some = (items: readonly string[]) => [
    ...items.slice(0, SHOWN).map((item) => `- ${item}`),
    ...(items.length > SHOWN ? [`…and ${items.length - SHOWN} more; --json lists all.`] : []),
  ]
  return [
    `${paint.bold(id)}  ${levelText(explained)}  ${area.title}`,
    ...wrapped(title),
    ...section('The rule', [
      `Contract: ${source}`,
      ...some(rules.map(({ section, place, rule }) => `${section}, ${place}: ${rule}`)),
      ...(accepts === undefined ? [] : [`Accepted interpretations: ${accepts}`]),
      ...(limits === undefined ? [] : [`Limits: ${limits}`]),
      ...(operations.length > 0 ? [`Operations: ${operations.join(', ')}`] : []),
      ...(assumes.length > 0
        ? [`Assumes defaults that a deployment file can override: ${assumes.join(', ')}`]
        : []),
      ...(states.length > 0 ? [`Provider states: ${states.join(', ')}`] : []),
      ...(editions.length > 0 ? [`Editions: ${editions.join(', ')}`] : []),
      ...challenges.map(challengeText),
    ]),
    ...section(`Why it matters (${explained.flow})`, [why]),
    ...section(
      'How it is checked',
      specified
        ? [...(inEveryResponse ? ['In every response of a run, in every check.'] : []), ...some(checks)]
        : ['It is not checked: the contract does not specify it.'],
    ),
    ...section(
      'Usual causes: faults that the checks are tested to detect',
      some(faults.map((fault) => `${fault.title} (${fault.id})`)),
    ),
    ...(specified
      ? [
          ...section('Where to look when it fails', [fix]),
          // In one piece, so that it can be pasted.
          `  Judge only this: ${commandOnly(commands, [id])}`,
        ]
      : []),
    '',
  ].join('\n')
}

const levelText = ({ specified, level, enters }: Explained): string => {
  if (!specified) return 'left open by the contract'
  return enters === undefined ? level : `${level}, a MUST from edition ${enters} on`
}

const challengeText = ({
  state,
  opened,
  decided,
  claim,
  reason = '',
}: Explained['challenges'][number]): string =>
  state === 'open'
    ? `Challenge, open since ${opened}: ${claim}`
    : `Challenge, ${state} on ${decided}: ${reason}${state === 'upheld' ? ' A violation is only a warning.' : ''}`

/** A line wrapped at the given width, indented; the lines of a list item align with its text. */
function wrapped(line: string): readonly string[] {
  const hang = line.startsWith('- ') ? '    ' : '  '
  const lines: string[] = []
  let current = '  '
  for (const word of line.split(' ')) {
    if (current.trim() !== '' && current.length + word.length > WIDTH) {
      lines.push(current.trimEnd())
      current = hang
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()]
}
