/** The texts of a comparison, on the terminal and in Markdown. */
import {
  comparisonExitCode,
  countedIn,
  type Change,
  type ComparedCause,
  type Comparison,
  type RunHead,
} from '../comparison.ts'
import { count, FIX_IN_WORDS, restrictedTo, RUN_VERDICT_WORDS, VERDICT_WORDS } from '../verdict-words.ts'

/** The worst first. */
export const CHANGES = [
  'regressed',
  'newlyBlocked',
  'changed',
  'fixed',
  'unblocked',
  'added',
  'removed',
] as const

export const CHANGE_WORDS: Readonly<Record<(typeof CHANGES)[number], string>> = {
  regressed: 'regressed',
  newlyBlocked: 'newly blocked',
  changed: 'changed otherwise',
  fixed: 'fixed',
  unblocked: 'no longer blocked',
  added: 'added',
  removed: 'removed',
}

/** The worst first. */
export const CAUSE_CHANGES = ['added', 'same', 'removed'] as const

export const CAUSE_CHANGE_WORDS: Readonly<Record<(typeof CAUSE_CHANGES)[number], string>> = {
  added: 'added causes',
  same: 'causes in both runs',
  removed: 'removed causes',
}

/** `failed; fix in your API; OWN-07 OWN-08`. */
export const causeFacts = ({ verdict, fixIn, requirements }: ComparedCause): string =>
  `${VERDICT_WORDS[verdict]}; fix in ${FIX_IN_WORDS[fixIn]}; ${requirements.slice(0, CAUSE_IDS).join(' ')}${requirements.length > CAUSE_IDS ? ` and ${requirements.length - CAUSE_IDS} more` : ''}`

const CAUSE_IDS = 8

/** `passed → failed`. */
export const movement = ({ before, after, known }: Change): string =>
  [
    before === undefined ? 'not in the run' : VERDICT_WORDS[before],
    '→',
    after === undefined ? 'not in the run' : VERDICT_WORDS[after],
    ...(known ? ['(known)'] : []),
  ].join(' ')

/** One sentence with all amounts. */
export function comparisonSentence(comparison: Comparison): string {
  const amounts = CHANGES.map((kind) => `${comparison[kind].length} ${CHANGE_WORDS[kind]}`).filter(
    (amount) => !amount.startsWith('0 '),
  )
  const { compared, slower, reducedCoverage } = comparison
  const more = [
    ...(slower.length > 0 ? [`${count(slower.length, 'operation')} slower`] : []),
    ...(reducedCoverage.length > 0
      ? [`${count(reducedCoverage.length, 'check')} with fewer expectations`]
      : []),
  ]
  return `${count(compared, 'requirement')} judged in both: ${[...amounts, ...more].join(', ') || 'no change'}.`
}

/** The reason for the exit code; undefined if the totals show it. */
export function exitSentence(comparison: Comparison): string | undefined {
  const { regressed, newlyBlocked, compared, after } = comparison
  const code = comparisonExitCode(comparison)
  const must = (kind: 'regressed' | 'newlyBlocked') =>
    count(countedIn(comparison, kind).length, 'MUST requirement')
  if (code === 1) return `Exit code 1: ${must('regressed')} regressed.`
  if (code === 0 && regressed.length > 0)
    return 'Exit code 0: only SHOULD requirements and known failures regressed.'
  if (code === 0)
    return newlyBlocked.length === 0
      ? undefined
      : 'Exit code 0: --allow-blocked or the level SHOULD permits each newly blocked requirement.'
  if (!after.complete) return 'Exit code 3: the later run is not complete.'
  if (compared === 0) return 'Exit code 3: nothing was judged in both.'
  const is = countedIn(comparison, 'newlyBlocked').length === 1 ? ['was', 'is'] : ['were', 'are']
  return `Exit code 3: ${must('newlyBlocked')} ${is[0]} judged before and ${is[1]} blocked now.`
}

/** Without the port: the reference server has another each time. */
const placeOf = ({ deployment: { baseUrl } }: RunHead) => baseUrl.replace(/:\d+\//, '/')

/** A run in a line: `staging at https://host/2025-10-13, 2026-11-23T02:58:00.000Z, conformant`. */
export const runLine = ({ deployment: { name, baseUrl }, startedAt, verdict }: RunHead): string =>
  `${name} at ${baseUrl}, ${startedAt}, ${RUN_VERDICT_WORDS[verdict].toLowerCase()}`

/** Other differences of the two runs, one line each. */
export function differences({ before, after, compared }: Comparison): readonly string[] {
  const restricted = (only: readonly string[]) =>
    only.length === 0 ? 'everything' : restrictedTo({ only })!.slice('Restricted to '.length, -1)
  const differing = (what: string, one: string, other: string) =>
    one === other ? [] : [`${what}: ${one} → ${other}`]
  return [
    ...differing('name', before.deployment.name, after.deployment.name),
    ...(placeOf(before) === placeOf(after)
      ? []
      : differing('address', before.deployment.baseUrl, after.deployment.baseUrl)),
    ...differing('version of Assay', before.version, after.version),
    ...differing('edition', String(before.edition), String(after.edition)),
    ...differing('judged', restricted(before.only), restricted(after.only)).map(
      (line) => `${line}; only requirements of both are compared`,
    ),
    ...(before.complete ? [] : ['complete: the earlier run was interrupted']),
    ...(after.complete
      ? []
      : ['complete: the later run was interrupted, so it cannot show that nothing regressed']),
    ...(compared > 0 ? [] : ['judged in both: nothing, so the runs cannot show that nothing regressed']),
  ]
}
