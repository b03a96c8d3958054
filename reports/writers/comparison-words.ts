/** The words in which a comparison is told, on the terminal and in Markdown. */
import { comparisonExitCode, type Change, type Comparison, type RunHead } from '../comparison.ts'
import { count, VERDICT_WORDS } from '../verdict-words.ts'

/** In the order in which somebody wants to know of them. */
export const CHANGES = ['regressed', 'newlyBlocked', 'fixed', 'new', 'gone'] as const

export const CHANGE_WORDS: Readonly<Record<(typeof CHANGES)[number], string>> = {
  regressed: 'regressed',
  newlyBlocked: 'newly blocked',
  fixed: 'fixed',
  new: 'new',
  gone: 'gone',
}

/** `passed → failed`. */
export const movement = ({ before, after, known }: Change): string =>
  [
    before === undefined ? 'not there' : VERDICT_WORDS[before],
    '→',
    after === undefined ? 'not there' : VERDICT_WORDS[after],
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

/** Why the exit code is what it is; undefined where the amounts say it. */
export function exitSentence(comparison: Comparison): string | undefined {
  const { regressed, compared, after } = comparison
  const code = comparisonExitCode(comparison)
  const counting = regressed.filter(({ level, known }) => level === 'MUST' && !known)
  if (code === 1) return `Exit code 1: ${count(counting.length, 'MUST requirement')} regressed.`
  if (code === 0)
    return regressed.length === 0 ? undefined : 'Exit code 0: what regressed is recommended or known.'
  if (!after.complete) return 'Exit code 3: the later run is not complete.'
  return compared === 0 ? 'Exit code 3: nothing was judged in both.' : undefined
}

/** Without the port: the reference server has another each time. */
const placeOf = ({ deployment: { name, baseUrl } }: RunHead) => `${name} ${baseUrl.replace(/:\d+\//, '/')}`

/** What keeps the two runs from being alike in the first place. */
export function differences({ before, after, compared }: Comparison): readonly string[] {
  const restricted = (only: readonly string[]) => (only.length === 0 ? 'everything' : only.join(', '))
  return [
    ...(placeOf(before) === placeOf(after)
      ? []
      : [
          `Two deployments: ${before.deployment.name} at ${before.deployment.baseUrl}, and ${after.deployment.name} at ${after.deployment.baseUrl}.`,
        ]),
    ...(before.version === after.version ? [] : [`Judged by ${before.version} and ${after.version}.`]),
    ...(before.edition === after.edition
      ? []
      : [`Judged by edition ${before.edition} and edition ${after.edition} of the requirements.`]),
    ...(restricted(before.only) === restricted(after.only)
      ? []
      : [
          `Asked for ${restricted(before.only)}, then for ${restricted(after.only)}; only requirements selected in both are compared.`,
        ]),
    ...(before.complete ? [] : ['The earlier run was interrupted.']),
    ...(after.complete ? [] : ['The later run was interrupted: it cannot show that nothing regressed.']),
    ...(compared > 0 ? [] : ['No requirement was judged in both: they cannot show that nothing regressed.']),
  ]
}
