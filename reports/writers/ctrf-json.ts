import { ReportBuilder, stringify, TestBuilder, type TestStatus } from 'ctrf'
import type { Conformance, RequirementResult, Verdict } from '../conformance.ts'
import { printable } from '../printable.ts'
import { FIX_IN_WORDS } from '../verdict-words.ts'

/** `blocked` is `other`, not `skipped`: nobody chose to leave it out. */
const STATUS: Readonly<Record<Verdict, TestStatus>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  flaky: 'failed',
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
  const { id, level, title, source, verdict, reason, fixIn, next, checks, waiver } = requirement
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
      ...(fixIn ? { fixIn } : {}),
      ...(next ? { next } : {}),
      ...(waiver ? { waiver } : {}),
    })
  if (verdict === 'flaky') test.flaky(true)
  if (reason !== undefined) {
    test.message(printable([reason, ...(fixIn ? [`turn of ${FIX_IN_WORDS[fixIn]}`] : [])].join('; '), '\n'))
  }
  return test.build()
}
