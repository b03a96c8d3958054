import { ReportBuilder, stringify, TestBuilder, type TestStatus } from 'ctrf'
import type { Conformance, RequirementResult, Verdict } from '../conformance.ts'
import { printable } from '../printable.ts'
import { BLAME_WORDS } from '../verdict-words.ts'

/** `blocked` is `other`, not `skipped`: nobody chose to leave it out. */
const STATUS: Readonly<Record<Verdict, TestStatus>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  unstable: 'failed',
  blocked: 'other',
  'not-applicable': 'skipped',
  'not-specified': 'skipped',
}

/** `ctrf.json`: the common test report format, a test per requirement. */
export function ctrfJson(conformance: Conformance): string {
  const report = new ReportBuilder().tool({ name: conformance.tool.name, version: conformance.tool.version })
  const titles = new Map(conformance.areas.map(({ id, title }) => [id, title]))
  for (const requirement of conformance.requirements) {
    report.addTest(testOf(requirement, titles.get(requirement.area) ?? requirement.area))
  }
  const { deployment, contractVersion, edition, verdict, seed, startedAt, finishedAt } = conformance
  report.environment({
    appName: deployment.name,
    testEnvironment: deployment.baseUrl,
    extra: { contractVersion, edition },
  })
  report.extra({ verdict, seed })
  report.timestamp(finishedAt)
  const [start, stop] = [Date.parse(startedAt), Date.parse(finishedAt)]
  report.summaryOverrides({ start, stop, duration: stop - start })
  return `${stringify(report.build())}\n`
}

function testOf(requirement: RequirementResult, area: string): ReturnType<TestBuilder['build']> {
  const { id, level, title, source, verdict, reason, blame, next, checks, waiver } = requirement
  const test = new TestBuilder()
    .name(`${id} ${title}`)
    .status(waiver?.state === 'waived' ? 'skipped' : STATUS[verdict])
    .duration(checks.reduce((total, { durationMs }) => total + durationMs, 0))
    .suite([area])
    .tags([level])
    .rawStatus(verdict)
    .extra({
      id,
      source,
      ...(blame ? { blame } : {}),
      ...(next ? { next } : {}),
      ...(waiver ? { waiver } : {}),
    })
  if (verdict === 'unstable') test.flaky(true)
  if (reason !== undefined) {
    test.message(printable([reason, ...(blame ? [`turn of ${BLAME_WORDS[blame]}`] : [])].join('; '), '\n'))
  }
  return test.build()
}
