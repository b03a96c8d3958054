/**
 * Measures the figures of `budget.json`, prints the table, and exits with 1 if a figure exceeds its budget.
 * npm run budget [-- <directory of a finished run of the reference server>]
 */
import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import { compareBudget, type Budget } from './compare-budget.ts'
import { figuresOfANewRun, figuresOfARun } from './figures-of-a-run.ts'
import { figuresOfThePackage } from './figures-of-the-package.ts'
import { loadedModules } from './loaded-modules.ts'

const KIB = 1024

function measured(finishedRun: string | undefined): Readonly<Record<string, number>> {
  const help = loadedModules(['--help'])
  const list = loadedModules(['list', '--json', '--only', 'QUO-20'])
  process.stderr.write('Packing …\n')
  const ofThePackage = figuresOfThePackage()
  return {
    'files loaded by assay --help': help.count,
    'KiB of code loaded by assay --help': Math.ceil(help.bytes / KIB),
    'files loaded by assay list': list.count,
    ...ofThePackage,
    ...(finishedRun === undefined ? figuresOfANewRun() : figuresOfARun(finishedRun)),
  }
}

const budget = JSON.parse(readFileSync(new URL('budget.json', import.meta.url), 'utf8')) as Budget
const rows = compareBudget(measured(process.argv[2]), budget)
const table = new Table({
  head: ['figure', 'measured', 'budget', ''],
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  colAligns: ['left', 'right', 'right', 'left'],
  style: { head: [], border: [] },
})
for (const { figure, measured: value = '', budget: most = '', problem = '' } of rows)
  table.push([figure, value, most, problem])
process.stdout.write(`${table.toString()}\nA figure may exceed its budget by ${100 * budget.margin} %.\n`)
if (rows.some(({ problem }) => problem !== undefined)) {
  process.stdout.write('→ Make it smaller again, or say in bench/budget.json what it may come to now.\n')
  process.exitCode = 1
}
