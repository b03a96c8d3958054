/** The difference between two versions as text for a terminal, and as Markdown. */
import { createColors } from 'picocolors'
import { printable } from '../../reports/printable.ts'
import { count } from '../../spec/count.ts'
import type { ChangedKey, Difference, ListedKind } from '../../spec/versions/difference.ts'

export interface Compared {
  readonly from: string
  readonly to: string
  readonly differences: readonly Difference[]
}

const TITLES: Readonly<Record<ListedKind, string>> = {
  areas: 'Areas',
  requirements: 'Requirements',
  operations: 'Operations',
  fields: 'Fields',
  schemas: 'Schemas',
  responses: 'Responses of several operations',
  parameters: 'Parameters of several operations',
  names: 'Names',
  errors: 'Error codes',
  states: 'States',
  transitions: 'Transitions',
  stateTables: 'State tables',
  providerStates: 'Provider states',
  capabilities: 'Capabilities',
  profiles: 'Profiles',
  checklist: 'Checklist',
  explanations: 'Explanations',
}

const SIGNS = { added: '+', changed: '~', retired: '-' } as const

export function differenceText({ from, to, differences }: Compared, colour: boolean): string {
  const { bold, green, yellow, red } = createColors(colour)
  const paint = { added: green, changed: yellow, retired: red }
  const sections = sectionsOf(differences).map(([kind, ofKind]) =>
    [
      bold(TITLES[kind]),
      ...ofKind.flatMap(({ id, change, keys = [], toDo }) => [
        `  ${paint[change](SIGNS[change])} ${id}`,
        `      ${toDo}`,
        ...keys.map((key) => `      ${keyText(key)}`),
      ]),
      '',
    ].join('\n'),
  )
  return printable([`Contract ${from} → ${to}: ${countsOf(differences)}`, '', ...sections].join('\n'), '\n')
}

export function differenceMarkdown({ from, to, differences }: Compared): string {
  const sections = sectionsOf(differences).flatMap(([kind, ofKind]) => [
    `## ${TITLES[kind]}`,
    '',
    ...ofKind.flatMap(({ id, change, keys = [], toDo }) => [
      `- ${change}: \`${id}\`. ${toDo}`,
      ...keys.map((key) => `  - \`${keyText(key)}\``),
    ]),
    '',
  ])
  return [`# Contract ${from} → ${to}`, '', `${countsOf(differences)}.`, '', ...sections].join('\n')
}

const sectionsOf = (differences: readonly Difference[]) => [...Map.groupBy(differences, ({ kind }) => kind)]

function countsOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'no difference'
  const of = (wanted: Difference['change']) => differences.filter(({ change }) => change === wanted).length
  return `${count(differences.length, 'difference')}: ${of('added')} added, ${of('changed')} changed, ${of('retired')} retired`
}

function keyText({ key, from, to, added = [], removed = [] }: ChangedKey): string {
  const lists = [...added.map((value) => `+ ${shown(value)}`), ...removed.map((value) => `- ${shown(value)}`)]
  return `${key}: ${lists.length > 0 ? lists.join(', ') : `${shown(from)} → ${shown(to)}`}`
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
