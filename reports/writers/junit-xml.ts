import builder, { type Builder, type TestSuite } from 'junit-report-builder'
import type { Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { mayBeBlocked } from '../verdicts.ts'
import { FIX_IN_WORDS, VERDICT_WORDS, waiverLine } from '../verdict-words.ts'

// The package is CommonJS whose export is the builder; its types promise an ES default.
const junit = builder as unknown as Builder

/**
 * `junit.xml`: a suite per area, a case per requirement. `fail` and `flaky` are failures; a blocked MUST is an error,
 * so that no CI system counts it as passed; a SHOULD not met passes with its reason as output. Failures that the exit
 * code ignores are skipped, so that both agree.
 */
export function junitXml(conformance: Conformance): string {
  const report = junit.newBuilder().name(shown(`Contract ${conformance.contractVersion}`))
  for (const area of conformance.areas) {
    const requirements = conformance.requirements.filter((requirement) => requirement.area === area.id)
    if (requirements.length === 0) continue
    const suite = report.testSuite().name(area.title).timestamp(conformance.startedAt)
    suite.property('deployment', shown(conformance.deployment.name))
    suite.property('baseUrl', shown(conformance.deployment.baseUrl))
    suite.property('edition', String(conformance.edition))
    suite.property('seed', shown(conformance.seed))
    for (const requirement of requirements)
      addCase(suite, requirement, mayBeBlocked(requirement.id, conformance.allowBlocked))
  }
  return report.build()
}

function addCase(suite: TestSuite, requirement: RequirementResult, allowBlocked: boolean): void {
  const { id, area, level, title, verdict, checks, waiver } = requirement
  const testCase = suite
    .testCase()
    .className(area)
    .name(`${id} ${shown(title)}`)
    .time(checks.reduce((total, { durationMs }) => total + durationMs, 0) / 1_000)
  const reason = explanation(requirement)
  if (waiver?.state === 'waived') {
    testCase.skipped().standardOutput(reason)
  } else if (verdict === 'fail' || verdict === 'flaky') {
    testCase.failure(shown(requirement.reason ?? ''), verdict).stacktrace(reason)
  } else if (verdict === 'blocked' && level === 'MUST' && !allowBlocked) {
    testCase.error(shown(requirement.reason ?? ''), verdict, reason)
  } else if (verdict === 'pass' || verdict === 'warn') {
    if (verdict === 'warn') testCase.standardOutput(reason)
  } else {
    testCase.skipped().standardOutput(reason)
  }
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
  return shown(lines.join('\n'))
}

/** XML 1.0 cannot write most control characters, and the library lets the second `]]>` of a text end its CDATA section. */
const shown = (text: string) => printable(text, '\n\t').replaceAll(']]>', ']] >')
