import Table from 'cli-table3'
import colours from 'picocolors'
import { exitCodeOf, type Condition, type Diagnosis } from './diagnosis.ts'
import { idRanges } from './id-ranges.ts'

const NARROWEST = 100
const WIDEST = 160
const USUAL = 120
const COLUMNS = { what: 28, state: 9, blocks: 30 }

interface TableOptions {
  readonly colour: boolean
  /** Columns of the terminal; undefined: it is none. */
  readonly width: number | undefined
  /** How many requirements a run would judge. */
  readonly judged: number
}

/** What was examined, what stands in the way, what that blocks, and the lines that mend it. */
export function findingsTable(
  diagnoses: readonly Diagnosis[],
  { colour, width, judged }: TableOptions,
): string {
  const paint = colours.createColors(colour)
  const hue: Readonly<Record<Condition, (text: string) => string>> = {
    fine: paint.green,
    warn: paint.yellow,
    missing: paint.red,
    wrong: paint.red,
    unknown: paint.yellow,
  }
  const { what, state, blocks } = COLUMNS
  const total = Math.min(WIDEST, Math.max(NARROWEST, width ?? USUAL))
  const found = total - what - state - blocks - 5
  const table = new Table({
    head: ['examined', 'state', 'found', 'blocks'],
    colWidths: [what, state, found, blocks],
    wordWrap: true,
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    style: colour ? { head: ['bold'], border: ['grey'] } : { head: [], border: [] },
  })
  for (const diagnosis of diagnoses) {
    table.push([
      breakable(diagnosis.what, what),
      hue[diagnosis.state](diagnosis.state),
      breakable(diagnosis.detail, found),
      blockedBy(diagnosis, judged),
    ])
  }
  const mending = diagnoses.filter(({ fix }) => fix !== undefined)
  return [
    table.toString(),
    ...(mending.length === 0 ? [] : ['', paint.bold('What to write or do:')]),
    ...mending.flatMap(({ what, fix = '' }) => [`  ${what}`, `      ${fix}`]),
    '',
    summary(diagnoses, judged),
    '',
  ].join('\n')
}

/** The table cuts a word that is longer than its column; this breaks it instead. */
const breakable = (text: string, column: number) =>
  text.replace(new RegExp(`\\S{${column - 2}}(?=\\S)`, 'g'), '$&\n')

const blockedBy = ({ blocks }: Diagnosis, judged: number) =>
  blocks.length === 0
    ? ''
    : blocks.length === judged
      ? `all ${judged}`
      : `${blocks.length}: ${idRanges(blocks)}`

function summary(diagnoses: readonly Diagnosis[], judged: number): string {
  const count = (...states: readonly Condition[]) =>
    diagnoses.filter(({ state }) => states.includes(state)).length
  if (exitCodeOf(diagnoses) === 0) {
    const warnings = count('warn') === 0 ? '' : `, ${count('warn')} worth a word`
    return `Fine: ${diagnoses.length} things examined${warnings}; a run can judge ${judged} requirements.`
  }
  const blocked = new Set(diagnoses.flatMap(({ blocks }) => blocks)).size
  const states = (['missing', 'wrong', 'unknown'] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`)
  return `Not fine: ${states.join(', ')} of ${diagnoses.length} things examined; ${judged === 0 ? 'nothing can be judged yet' : `${blocked} of ${judged} requirements would be blocked`}.`
}
