/** Writes the report of recorded traffic, and prints its summary. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../../reports/printable.ts'
import { TRAFFIC } from '../../reports/report-files.ts'
import { exitCode } from '../../reports/verdicts.ts'
import { reportRun, type Known, type Stop } from '../../runner/report-run.ts'
import type { RunPlan } from '../../runner/run-plan.ts'
import type { SecretGuard } from '../../runner/secret-scan.ts'
import type { JudgedTraffic } from '../../traffic/traffic-judge.ts'
import type { TrafficCounts } from '../../traffic/traffic-counts.ts'
import type { Terminal } from '../terminal.ts'

/**
 * @param missing why the report does not have all of the traffic; undefined: it has
 * @returns the exit code
 */
export async function reportTraffic(
  plan: RunPlan,
  { judgements, counts }: JudgedTraffic,
  { known, guard, missing }: { known: Known; guard: SecretGuard; missing: Stop | undefined },
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal
  const now = new Date().toISOString()
  const { from: startedAt = now, to: finishedAt = now } = counts
  writeFileSync(join(plan.out, TRAFFIC), `${guard.redaction()(JSON.stringify(counts, null, 2))}\n`)
  const reported = await reportRun(
    plan,
    { planned: [], judgements, startedAt, finishedAt, stopped: missing, isRecorded: true },
    known,
    guard,
  )
  if (reported.notice !== undefined) stderr.write(reported.notice)
  const { terminalSummary } = await import('../../reports/terminal-summary.ts')
  stdout.write(countsText(counts))
  stdout.write(
    terminalSummary(reported.conformance, { colour: stdout.isTTY === true, reportPath: reported.page }),
  )
  return exitCode(reported.conformance)
}

const ADDRESSES_SHOWN = 8

/** How much of the traffic was judged. */
export function countsText(counts: TrafficCounts): string {
  const { exchanges, judged, outside, outsideCount, notJudged, unseenBodies, notCompared } = counts
  const operations = Object.keys(counts.operations).length
  const more = outside.length - ADDRESSES_SHOWN
  const lines = [
    `${amount(exchanges, 'exchange')}: ${judged} judged, of ${amount(operations, 'operation')}`,
    ...notJudged.map(({ reason, count }) => `  ${count} not judged: ${reason}`),
    ...(unseenBodies > 0 ? [`  ${unseenBodies} judged without the body, which the recording lacks`] : []),
    ...(notCompared > 0 ? [`  ${notCompared} not compared with other responses: too many`] : []),
    ...(outsideCount > 0 ? [`  ${outsideCount} outside this contract`] : []),
    ...outside.slice(0, ADDRESSES_SHOWN).map(({ address, count }) => `    ${count} × ${printable(address)}`),
    ...(more > 0 ? [`    and ${more} more addresses in ${TRAFFIC}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const amount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
