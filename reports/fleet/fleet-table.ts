import Table from 'cli-table3'
import colours from 'picocolors'
import { printable } from '../printable.ts'
import { count, VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import { notPassedEverywhere, type Fleet } from './fleet.ts'
import { deploymentWords } from './fleet-words.ts'

const REQUIREMENTS_SHOWN = 20

/** The terminal output of a fleet: a row per deployment, then the requirements that did not pass everywhere. */
export function fleetTable(
  fleet: Fleet,
  { colour, reportPath }: { readonly colour: boolean; readonly reportPath: string },
): string {
  const paint = colours.createColors(colour)
  const verdicts = VERDICTS.filter((verdict) => fleet.deployments.some(({ totals }) => totals?.[verdict]))
  const style = {
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    style: colour ? { head: ['bold'], border: ['grey'] } : { head: [], border: [] },
  }
  const deployments = new Table({
    ...style,
    head: ['deployment', 'verdict', ...verdicts.map((verdict) => VERDICT_WORDS[verdict])],
    colAligns: ['left', 'left', ...verdicts.map(() => 'right' as const)],
  })
  for (const deployment of fleet.deployments) {
    const { name, totals } = deployment
    deployments.push([
      printable(name),
      deploymentWords(deployment),
      ...verdicts.map((verdict) => String(totals?.[verdict] || '·')),
    ])
  }
  const open = notPassedEverywhere(fleet)
  const requirements = new Table({
    ...style,
    head: ['', ...fleet.deployments.map(({ name }) => printable(name))],
  })
  for (const { id, cells } of open.slice(0, REQUIREMENTS_SHOWN)) {
    requirements.push([id, ...cells.map((cell) => (cell === null ? '·' : VERDICT_WORDS[cell.verdict]))])
  }
  const more = open.length - REQUIREMENTS_SHOWN
  return [
    deployments.toString(),
    ...fleet.deployments.flatMap(({ name, problem }) =>
      problem === undefined ? [] : ['', `${printable(name)}: ${printable(problem, '\n')}`],
    ),
    ...(open.length === 0
      ? []
      : ['', `${count(open.length, 'requirement')} did not pass everywhere:`, requirements.toString()]),
    ...(more > 0 ? [`…and ${more} more in the report.`] : []),
    '',
    `Report: ${paint.underline(printable(reportPath))}`,
    '',
  ].join('\n')
}
