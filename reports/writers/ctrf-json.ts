import type { Conformance, RequirementResult, Verdict } from '../conformance.ts'
import { printable } from '../printable.ts'
import { FIX_IN_WORDS } from '../verdict-words.ts'

const STATUSES = ['passed', 'failed', 'skipped', 'pending', 'other'] as const
type Status = (typeof STATUSES)[number]

/** `blocked` is `other`, not `skipped`, since it was not a choice. */
const STATUS: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  flaky: 'failed',
  blocked: 'other',
  'not-applicable': 'skipped',
  'not-specified': 'skipped',
}

/** `ctrf.json`: the common test report format (ctrf.io, schema version 0.0), a test per requirement. */
export function ctrfJson(conformance: Conformance): string {
  const { tool, areas, deployment, contractVersion, edition, verdict, seed, finishedAt } = conformance
  const titles = new Map(areas.map(({ id, title }) => [id, title]))
  const tests = conformance.requirements.map((requirement) =>
    testOf(requirement, titles.get(requirement.area) ?? requirement.area),
  )
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: summaryOf(tests, conformance),
      tests,
      environment: {
        appName: deployment.name,
        testEnvironment: deployment.baseUrl,
        extra: { contractVersion, edition },
      },
    },
    timestamp: finishedAt,
    extra: { verdict, seed },
  }
  return `${JSON.stringify(report)}\n`
}

type CtrfTest = ReturnType<typeof testOf>

function testOf(requirement: RequirementResult, area: string) {
  const { id, level, title, source, verdict, reason, fixIn, next, checks, waiver } = requirement
  const status: Status = waiver?.state === 'waived' ? 'skipped' : STATUS[verdict]
  const message = [reason, ...(fixIn ? [`fix in ${FIX_IN_WORDS[fixIn]}`] : [])].join('; ')
  return {
    name: `${id} ${title}`,
    status,
    duration: checks.reduce((total, { durationMs }) => total + durationMs, 0),
    suite: [area],
    ...(reason === undefined ? {} : { message: printable(message, '\n') }),
    rawStatus: verdict,
    tags: [level],
    ...(verdict === 'flaky' ? { flaky: true } : {}),
    extra: {
      id,
      source,
      ...(fixIn ? { fixIn } : {}),
      ...(next ? { next } : {}),
      ...(waiver ? { waiver } : {}),
    },
  }
}

/** Times are milliseconds, since 1970 and for the whole run. */
function summaryOf(tests: readonly CtrfTest[], { startedAt, finishedAt }: Conformance) {
  const [start, stop] = [Date.parse(startedAt), Date.parse(finishedAt)]
  const counts = STATUSES.map((status) => [status, tests.filter((test) => test.status === status).length])
  const flaky = tests.filter((test) => 'flaky' in test).length
  const suites = new Set(tests.flatMap(({ suite }) => suite)).size
  return {
    tests: tests.length,
    ...Object.fromEntries(counts),
    start,
    stop,
    ...(flaky > 0 ? { flaky } : {}),
    ...(suites > 0 ? { suites } : {}),
    duration: stop - start,
  }
}
