/** The verdict on a response rule, from the results of the exchange client. */
import type { Requirement } from '../spec/model.ts'
import type { Commands } from './commands.ts'
import type { CheckResult, Judgement } from './conformance.ts'
import { ruleKey } from './causes/symptoms-of.ts'
import { withoutItems } from './html/exchange-markup.ts'
import { nextStep } from './next-step.ts'
import { count } from '../spec/count.ts'

const FINDINGS_SHOWN = 3
const EXCHANGES_SHOWN = 20

/**
 * One result over the responses of all checks; undefined if no response could have violated the rule.
 *
 * @param disregarded exchanges of missing operations, whose responses do not count
 * @param commands for the next step; undefined: unknown
 */
export function conventionResult(
  requirement: Requirement,
  judgements: readonly Pick<Judgement, 'conventions'>[],
  disregarded: ReadonlySet<string>,
  commands?: Commands,
): CheckResult | undefined {
  const tallies = judgements
    .flatMap(({ conventions }) => conventions)
    .filter(({ requirement: id }) => id === requirement.id)
  const all = tallies.flatMap((tally) => tally.violations)
  // In the order of causes, so that a cause and its requirement show the same example.
  const violations = all
    .filter(({ exchange }) => !disregarded.has(exchange))
    .map((one) => ({ ...one, key: ruleKey(one.finding) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  const notJudged = new Set(
    all.map(({ exchange }) => exchange).filter((exchange) => disregarded.has(exchange)),
  )
  const judged = tallies.reduce((total, tally) => total + tally.judged, 0) - notJudged.size
  if (judged <= 0) return undefined
  const exchanges = [...new Set(violations.map(({ exchange }) => exchange))]
  const facts = {
    title: `${judged} ${judged === 1 ? 'response' : 'responses'} judged, over all checks`,
    durationMs: 0,
    attempts: 1,
    expectations: judged,
    exchanges: exchanges.slice(0, EXCHANGES_SHOWN),
  }
  if (violations.length === 0) return { ...facts, verdict: 'pass' }
  const shown = [
    ...new Set(violations.map(({ finding }) => `${finding.message} at ${withoutItems(finding.at)}`)),
  ]
  const more = shown.length > FINDINGS_SHOWN ? `; and ${shown.length - FINDINGS_SHOWN} more` : ''
  return {
    ...facts,
    verdict: requirement.level === 'MUST' ? 'fail' : 'warn',
    message: `violated in ${exchanges.length} of ${count(judged, 'response')} judged: ${shown.slice(0, FINDINGS_SHOWN).join('; ')}${more}`,
    fixIn: 'implementation',
    next: nextStep(requirement, 'implementation', commands),
  }
}
