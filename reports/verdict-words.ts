/** The words that all reports share. */
import type { FixIn, Conformance, RequirementResult, Verdict, Waiver } from './conformance.ts'
import { count } from '../spec/count.ts'
import { grouped } from '../spec/grouped.ts'
import { exitCode, VERDICTS } from './verdicts.ts'

export { count }

/** The capabilities that a deployment does not offer, which the verdict does not cover; undefined: it offers all. */
export const notOfferedSentence = ({
  notOffered = [],
}: Pick<Conformance, 'notOffered'>): string | undefined =>
  notOffered.length === 0 ? undefined : `Not offered: ${notOffered.map(({ id }) => id).join(', ')}.`

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  flaky: 'flaky',
  blocked: 'blocked',
  warn: 'warning',
  pass: 'passed',
  'not-applicable': 'not applicable',
  'not-specified': 'not specified',
}

export const FIX_IN_WORDS: Readonly<Record<FixIn, string>> = {
  implementation: 'your API',
  'deployment-file': 'the deployment file',
  environment: 'the environment',
  harness: 'Assay',
}

export const RUN_VERDICT_WORDS: Readonly<Record<Conformance['verdict'], string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Not conformant',
  inconclusive: 'Inconclusive',
}

/** `3 failed, 12 passed`: every verdict that occurs, the worst first. */
export const totalsSentence = (totals: Conformance['totals']): string =>
  totalsOf(totals, VERDICTS) || 'none judged'

const NEEDING_CORRECTION: readonly Verdict[] = ['fail', 'flaky', 'blocked', 'warn']

/** `2 causes (requirements: 3 failed, 1 warning)`: what the causes explain. */
export const causesSentence = (causes: number, totals: Conformance['totals']): string =>
  `${count(causes, 'cause')} (requirements: ${totalsOf(totals, NEEDING_CORRECTION)})`

const totalsOf = (totals: Conformance['totals'], verdicts: readonly Verdict[]): string =>
  verdicts
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => amountOf(verdict, totals[verdict]))
    .join(', ')

/** "3 failed", "2 warnings". */
export const amountOf = (verdict: Verdict, amount: number): string =>
  verdict === 'warn' ? count(amount, 'warning') : `${amount} ${VERDICT_WORDS[verdict]}`

/** One sentence on the basis of the run's verdict. */
export function verdictSentence({ verdict, totals, requirements, incompleteReason }: Conformance): string {
  const must = (...verdicts: Verdict[]) =>
    requirements.filter(({ level, verdict }) => level === 'MUST' && verdicts.includes(verdict)).length
  const cut = incompleteReason === undefined ? '' : ` The run is not complete: ${incompleteReason}.`
  const warned =
    totals.warn > 0
      ? ` ${count(totals.warn, 'warning')} (SHOULD ${totals.warn === 1 ? 'requirement' : 'requirements'}).`
      : ''
  if (verdict === 'conformant') {
    const passed = must('pass')
    return `${passed === 1 ? 'The one judged MUST requirement' : `All ${passed} judged MUST requirements`} passed.${warned}`
  }
  if (verdict === 'non-conformant') {
    const of = must('blocked') === totals.blocked ? 'all' : must('blocked')
    const blocked = totals.blocked > 0 ? ` ${count(totals.blocked, 'requirement')} blocked (${of} MUST).` : ''
    const judged = count(must('fail', 'flaky', 'pass'), 'judged MUST requirement')
    return `${failedWords(must('fail'), must('flaky'), judged)}.${blocked}${warned}${cut}`
  }
  if (must('blocked') > 0) {
    return `Nothing failed, but ${blockedWords(totals.blocked, must('blocked'))}.${cut}`
  }
  return cut === '' ? 'Nothing was judged.' : `Nothing failed.${cut}`
}

/** "3 of 11 judged MUST requirements failed, and 1 was flaky". */
function failedWords(failed: number, flaky: number, judged: string): string {
  const were = `${flaky === 1 ? 'was' : 'were'} flaky`
  if (failed === 0) return `${flaky} of ${judged} ${were}`
  return `${failed} of ${judged} failed${flaky === 0 ? '' : `, and ${flaky} ${were}`}`
}

/** All of them, as the totals count them, and those that decide the verdict. */
const blockedWords = (all: number, must: number): string =>
  all === must
    ? `${count(must, 'MUST requirement')} could not be judged (blocked)`
    : `${count(all, 'requirement')} could not be judged (blocked), ${must} of them MUST`

/** Names of the tools that are asked for a second opinion. */
export const TOOL_WORDS = { prism: 'Prism', dredd: 'Dredd' } as const

/** One sentence on the results of other tools; undefined when they were not run. */
export function secondOpinionsSentence({ secondOpinions }: Conformance): string | undefined {
  const { asked, opinions } = secondOpinions
  if (!asked) return undefined
  const each = opinions.map(({ tool, version, judged, unavailable }) =>
    unavailable === undefined
      ? `${TOOL_WORDS[tool]} ${version} judged ${count(judged, 'response')}`
      : `${TOOL_WORDS[tool]} could not run`,
  )
  const disagreements = opinions.reduce((total, opinion) => total + opinion.disagreements.length, 0)
  const outcome = disagreements === 0 ? 'no disagreement' : count(disagreements, 'disagreement')
  return `${each.join(', ')}; ${outcome}.`
}

/** The state of an entry of the baseline. */
export const WAIVER_WORDS: Readonly<Record<Waiver['state'], string>> = {
  waived: 'known, does not count',
  fixed: 'passed: remove it from the baseline',
  expired: 'expired, counts again',
  unused: 'not covered by its entry in the baseline',
}

/** One sentence on failures that the exit code ignores; undefined if there are none. */
export function gateSentence(conformance: Conformance): string | undefined {
  const { baseline, allowBlocked, requirements } = conformance
  const of = (state: Waiver['state']) => requirements.filter(({ waiver }) => waiver?.state === state).length
  const amounts = [
    `${of('waived')} known and not counted`,
    `${of('fixed')} fixed`,
    `${of('expired')} expired and counted again`,
  ].filter((amount) => !amount.startsWith('0 '))
  const said = [
    ...(baseline ? [`Baseline ${baseline.file}: ${amounts.join(', ') || 'no entry applied'}.`] : []),
    ...(allowBlocked ? [allowedSentence(allowBlocked)] : []),
  ]
  return said.length === 0 ? undefined : `${said.join(' ')} Exit code ${exitCode(conformance)}.`
}

const allowedSentence = (allowBlocked: readonly string[]) =>
  allowBlocked.includes('all')
    ? 'Every requirement may be blocked.'
    : `${count(allowBlocked.length, 'requirement')} may be blocked.`

/** One sentence on failures that count in a later edition; undefined if there are none. */
export function enteringSentence({ requirements, edition }: Conformance): string | undefined {
  const entering = requirements.filter(
    ({ enters, verdict }) => enters !== undefined && ['warn', 'flaky', 'blocked'].includes(verdict),
  )
  if (entering.length === 0) return undefined
  return [...grouped(entering, ({ enters }) => enters)]
    .map(([enters, some]) => {
      const ids = some.slice(0, 8).map(({ id, verdict }) => `${id} (${VERDICT_WORDS[verdict]})`)
      const more = some.length - ids.length
      const [is, counts] = some.length === 1 ? ['is', 'it counts'] : ['are', 'they count']
      const named = more > 0 ? `${ids.join(', ')} and ${more} more` : ids.join(', ')
      return `${named} ${is} not part of edition ${edition}: ${counts} from edition ${enters} on.`
    })
    .join(' ')
}

/** A baseline entry in a line. */
export const waiverLine = ({ state, reason, expires, owner, issue }: Waiver): string =>
  [
    `${WAIVER_WORDS[state]}: ${reason}`,
    `${state === 'expired' ? 'was due' : 'until'} ${expires}`,
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(issue === undefined ? [] : [issue]),
  ].join('; ')

/** Every requirement that the baseline names, in the contract's order. */
export const inBaseline = ({ requirements }: Conformance) =>
  requirements.flatMap((result) => (result.waiver ? [{ ...result, waiver: result.waiver }] : []))

/** Requirements that need attention, the worst first, otherwise in the contract's order. */
export const notHeld = ({ requirements }: Conformance): readonly RequirementResult[] =>
  VERDICTS.slice(0, VERDICTS.indexOf('pass')).flatMap((verdict) =>
    requirements.filter((requirement) => requirement.verdict === verdict),
  )

/** How long something took: `340 ms`, `12.3 s`, `4 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Length of a run in milliseconds. */
export const elapsed = ({ startedAt, finishedAt }: Conformance): number =>
  Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) || 0

/** How a provider state was set up. */
export const STATE_SOURCE_WORDS = {
  http: 'by the provider-state exchange',
  function: 'by a function of the deployment file',
  self: "through the deployment's own API",
  given: 'from the deployment file',
} as const

/** The restriction of a run, whose verdict does not cover the rest; undefined: none. */
export function restrictedTo({ only, shard }: Pick<Conformance, 'only' | 'shard'>): string | undefined {
  const parts = [...only, ...(shard ? [`shard ${shard.index} of ${shard.of}`] : [])]
  const more = parts.length - MOST_PARTS_SHOWN
  if (parts.length === 0) return undefined
  return `Restricted to ${parts.slice(0, MOST_PARTS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const MOST_PARTS_SHOWN = 12
