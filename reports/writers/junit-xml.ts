import { html as xml } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { mayBeBlocked } from '../verdicts.ts'
import { FIX_IN_WORDS, VERDICT_WORDS, waiverLine } from '../verdict-words.ts'

type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

interface Case {
  readonly outcome: Outcome
  readonly element: unknown
}

/**
 * `junit.xml`: a suite per area, a case per requirement. `fail` and `flaky` are failures; a blocked MUST is an error,
 * so that no CI system counts it as passed; a SHOULD not met passes with its reason as output. Failures that the exit
 * code ignores are skipped, so that both agree.
 */
export function junitXml(conformance: Conformance): string {
  const { areas, contractVersion, requirements, allowBlocked } = conformance
  const suites = areas.map(({ id, title }) => ({
    title,
    cases: requirements
      .filter(({ area }) => area === id)
      .map((requirement) => caseOf(requirement, mayBeBlocked(requirement.id, allowBlocked))),
  }))
  const totals = counts(suites.flatMap(({ cases }) => cases))
  // No part of it is a promise.
  const document = xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${shown(`Contract ${contractVersion}`)}" ${totals}>${suites.map((suite) => suiteXml(suite, conformance))}
</testsuites>
`
  return (document as HtmlEscapedString).valueOf()
}

function suiteXml(
  { title, cases }: { readonly title: string; readonly cases: readonly Case[] },
  { startedAt, deployment, edition, seed }: Conformance,
) {
  if (cases.length === 0) return ''
  const properties = { deployment: deployment.name, baseUrl: deployment.baseUrl, edition, seed }
  return xml`
  <testsuite name="${title}" timestamp="${startedAt}" ${counts(cases)}>
    <properties>${Object.entries(properties).map(
      ([name, value]) => xml`
      <property name="${name}" value="${shown(String(value))}"/>`,
    )}
    </properties>${cases.map(({ element }) => element)}
  </testsuite>`
}

function counts(cases: readonly Case[]) {
  const count = (wanted: Outcome) => cases.filter(({ outcome }) => outcome === wanted).length
  return xml`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
}

function caseOf(requirement: RequirementResult, allowBlocked: boolean): Case {
  const { id, area, title, checks } = requirement
  const outcome = outcomeOf(requirement, allowBlocked)
  const seconds = checks.reduce((total, { durationMs }) => total + durationMs, 0) / 1_000
  const content = contentOf(requirement, outcome)
  const element = xml`
    <testcase classname="${area}" name="${id} ${shown(title)}" time="${seconds}">${content}</testcase>`
  return { outcome, element }
}

function outcomeOf({ level, verdict, waiver }: RequirementResult, allowBlocked: boolean): Outcome {
  if (waiver?.state === 'waived') return 'skipped'
  if (verdict === 'fail' || verdict === 'flaky') return 'failure'
  if (verdict === 'blocked' && level === 'MUST' && !allowBlocked) return 'error'
  return verdict === 'pass' || verdict === 'warn' ? 'passed' : 'skipped'
}

function contentOf(requirement: RequirementResult, outcome: Outcome) {
  const { verdict, reason = '' } = requirement
  const text = explanation(requirement)
  if (outcome === 'failure')
    return xml`<failure message="${shown(reason)}" type="${verdict}">${text}</failure>`
  if (outcome === 'error') return xml`<error message="${shown(reason)}" type="${verdict}">${text}</error>`
  if (outcome === 'skipped') return xml`<skipped/><system-out>${text}</system-out>`
  return verdict === 'warn' ? xml`<system-out>${text}</system-out>` : ''
}

function explanation({ verdict, source, reason, fixIn, next, checks, waiver }: RequirementResult): string {
  const lines = [
    `${VERDICT_WORDS[verdict]}: ${reason ?? ''}`,
    `source: ${source}`,
    ...(fixIn ? [`fix in: ${FIX_IN_WORDS[fixIn]}`] : []),
    ...(next ? [`next: ${next}`] : []),
    ...(waiver ? [`baseline: ${waiverLine(waiver)}`] : []),
    ...checks
      .filter((check) => check.verdict !== 'pass')
      .map(
        ({ title, verdict, message, exchanges }) =>
          `check: ${title}: ${VERDICT_WORDS[verdict]}: ${message ?? ''} [${exchanges.join(', ')}]`,
      ),
  ]
  return lines.map(shown).join('\n')
}

/**
 * One line: a CI system that prints the file reads some beginnings of a line as a command. XML 1.0 cannot write most control
 * characters.
 */
const shown = (text: string) => printable(text, '\t')
