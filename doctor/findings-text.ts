import colours from 'picocolors'
import type { Commands } from '../reports/commands.ts'
import type { OperationFinding } from './bound-operations.ts'
import { columns, widthOf } from './columns.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Examined } from './examine-deployment.ts'
import type { Written } from './findings-written.ts'
import { outlookSentences } from './outlook-sentences.ts'
import type { StateFinding } from './provider-states.ts'

const NARROWEST = 80
const WIDEST = 140
const USUAL = 100
/** Number of additions in the summary; the table of states has all of them. */
const BEST = 5
const LONGEST_NAME = 40

interface TextOptions {
  /** The deployment file. */
  readonly file: string
  readonly colour: boolean
  /** Columns of the terminal; undefined: not a terminal. */
  readonly width: number | undefined
  /** For this deployment. */
  readonly commands: Commands
}

interface InvariantViolations extends Omit<Examined, 'judged'> {
  /** The lines written to the deployment file; undefined: none were requested. */
  readonly written?: Omit<Written, 'text'> | undefined
}
type Paint = ReturnType<typeof colours.createColors>

/** The text for a person: a summary, the most valuable additions, then all findings. */
export function findingsText(
  findings: InvariantViolations,
  { file, colour, width, commands }: TextOptions,
): string {
  const paint = colours.createColors(colour)
  const total = Math.min(WIDEST, Math.max(NARROWEST, width ?? USUAL))
  const section = (title: string, body: string) => (body === '' ? [] : [paint.bold(title), body, ''])
  return [
    ...summary(findings, paint, total),
    '',
    ...section(`Written to ${file}`, writtenRows(findings.written, total)),
    ...section('To do', toDo(findings)),
    ...section(
      'Changes that let a run judge more (each number assumes the changes above it)',
      best(findings, total),
    ),
    ...section('Connection', diagnosisRows(findings.diagnoses, paint, total)),
    ...section(
      'Operations (MUST requirements that call each)',
      operationRows(findings.operations, paint, total),
    ),
    ...section(
      'Provider states (MUST requirements that need each)',
      stateRows(findings.states, paint, total),
    ),
    ...section(
      'Created, and not deleted',
      columns(
        findings.leftBehind.map((id) => [id]),
        [],
        total,
      ),
    ),
    ...section('Judge it', `  ${commands.run}`),
  ].join('\n')
}

function summary(
  { diagnoses, operations, states, outlook }: InvariantViolations,
  paint: Paint,
  width: number,
): readonly string[] {
  const sentences = outlook ? outlookSentences(operations, states, outlook) : []
  const stops = [
    ...diagnoses.filter(({ state }) => state === 'missing' || state === 'wrong'),
    ...states.filter(({ isWrong }) => isWrong).map((state) => ({ ...state, what: `state ${state.state}` })),
  ]
  return [
    ...sentences.map((sentence) => paint.bold(wrapped(sentence, width))),
    ...stops.flatMap(({ what, detail, fix }) => [
      paint.red(wrapped(`${what}: ${detail}`, width)),
      ...(fix === undefined ? [] : [`  → ${fix}`]),
    ]),
  ]
}

function writtenRows(written: InvariantViolations['written'], width: number): string {
  if (!written) return ''
  const { added, remarks } = written
  const rows = [
    ...added.map(({ key, name, value, comment }) => `${key}.${name}: ${value}  # ${comment}`),
    ...(remarks.length === 0 ? [] : [`${remarks.length} comments at the end, to decide`]),
  ]
  return columns(
    (rows.length === 0 ? ['nothing to add'] : rows).map((row) => [row]),
    [],
    width,
  )
}

const wrapped = (text: string, width: number) => columns([[text]], [], width).replaceAll(/^ /gm, '')

/** Problems that block a run are in the summary. */
const toDo = ({ diagnoses }: InvariantViolations) =>
  diagnoses
    .filter(({ state }) => state !== 'missing' && state !== 'wrong')
    .flatMap(({ what, fix }) => (fix === undefined ? [] : [`  ${what}`, `      ${fix}`]))
    .join('\n')

function best({ outlook, states }: InvariantViolations, width: number): string {
  const named = (outlook?.additions ?? []).filter(({ requirements }) => requirements.length > 0)
  const why = new Map(states.map(({ state, detail }) => [state, detail]))
  const rows = named
    .slice(0, BEST)
    .map(({ state, requirements }) => [`+${requirements.length}`.padStart(4), state, why.get(state) ?? ''])
  const rest = named.slice(BEST)
  const more =
    rest.length === 0
      ? []
      : [
          [
            `+${rest.flatMap(({ requirements }) => requirements).length}`.padStart(4),
            `${rest.length} more ${rest.length === 1 ? 'state' : 'states'}`,
            'see below',
          ],
        ]
  return columns(
    [...rows, ...more],
    [
      6,
      widthOf(
        [...rows, ...more].map(([, state = '']) => state),
        LONGEST_NAME,
      ),
    ],
    width,
  )
}

function diagnosisRows(diagnoses: readonly Diagnosis[], paint: Paint, width: number): string {
  const hue = {
    fine: paint.green,
    warn: paint.yellow,
    missing: paint.red,
    wrong: paint.red,
    'not tested': paint.dim,
  }
  return columns(
    diagnoses.map(({ what, state, detail }) => [hue[state](state), what, detail]),
    [
      11,
      widthOf(
        diagnoses.map(({ what }) => what),
        LONGEST_NAME,
      ),
    ],
    width,
  )
}

interface RequiredBy {
  /** Requirements that it blocks. */
  readonly blocks: readonly unknown[]
}

/** Sorted by the number of blocked requirements. */
const moreBlocked = (one: RequiredBy, other: RequiredBy) => other.blocks.length - one.blocks.length

/** Columns: state, number of blocked requirements, name, detail. */
const findingRows = (
  rows: readonly { hue: string; blocks: RequiredBy['blocks']; name: string; detail: string }[],
  stateWidth: number,
  width: number,
) =>
  columns(
    rows.map(({ hue, blocks, name, detail }) => [hue, String(blocks.length).padStart(4), name, detail]),
    [
      stateWidth,
      5,
      widthOf(
        rows.map(({ name }) => name),
        LONGEST_NAME,
      ),
    ],
    width,
  )

const ORDER = ['not found', 'not tested', 'found']

function operationRows(operations: readonly OperationFinding[], paint: Paint, width: number): string {
  const hue = { found: paint.green, 'not found': paint.yellow, 'not tested': paint.dim }
  const rows = operations
    .toSorted(
      (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || moreBlocked(one, other),
    )
    .map(({ operation, state, ...rest }) => ({ ...rest, hue: hue[state](state), name: operation }))
  return findingRows(rows, 11, width)
}

const SOURCES = ['missing', 'not tested', 'given', 'provisioned', 'served']

function stateRows(states: readonly StateFinding[], paint: Paint, width: number): string {
  const hue = {
    missing: paint.yellow,
    'not tested': paint.dim,
    given: paint.green,
    provisioned: paint.green,
    served: paint.green,
  }
  const rows = states
    .toSorted(
      (one, other) => SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source) || moreBlocked(one, other),
    )
    .map(({ state, source, ...rest }) => ({ ...rest, hue: hue[source](source), name: state }))
  return findingRows(rows, 12, width)
}
