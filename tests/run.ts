/**
 * The project's own tests: every `*.test.ts` below this folder, with types, lint and format beside them; then, with
 * nothing beside them, those that measure time: `*.timed.test.ts`. Arguments choose test files by part of their path.
 *
 * Five processes run at once, since most tests wait most of the time. Starting Node and loading the suites takes a second
 * for each process, so that files share one wherever they can.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../selftest/temporary-folder.ts'
import type { Ended } from './ended-reporter.ts'
import { STATIC_CHECKS } from './static-checks.ts'
import { SHARED_FOLDER } from './whole-run.ts'

const root = fileURLToPath(new URL('./..', import.meta.url))
const folder = temporaryFolder('tests')

/** Beginnings of the paths of files that share a process, one after another. */
type Together = readonly string[]

/** They start a process per processor to judge many deployments: one of them at a time is enough. */
const MANY_DEPLOYMENTS: Together = ['variants', 'faults', 'shells', 'mutants', 'areas']
/** The longest first, so that nothing long starts last; a group of one file before the group that would have it too. */
const OTHERS: readonly Together[] = [
  ['playwright'],
  // One after another, since a process that has judged a deployment judges another in two thirds of the time.
  ['without-states', 'second-implementation/without-states', 'certificates/whole'],
  ['second-implementation'],
  ['exploration', 'openapi'],
  ['certificates', 'registry'],
  ['traffic', 'connections'],
  ['cli/mcp', 'cli/killed-run', 'limits/signals', 'package'],
  ['browser/ui', 'deploy'],
  ['second-opinions/prism-mock'],
  ['second-opinions/tools'],
  ['second-opinions/reference-run'],
  ['hostile', 'limits', 'load'],
  ['cli/s', 'cli/b', 'cli/u'],
  ['browser', 'docs', 'replay'],
  ['contract-versions', 'fleet', 'shards', 'workflows'],
  ['cli'],
  [''],
]
const OTHERS_AT_ONCE = 4
/** Each of two has a processor, and the first waits most of the time. */
const TIMED: readonly Together[] = [['load'], ['']]
const SLOWEST_SHOWN = 10

/** @param shown prints the output at once, and returns nothing */
function runCommand(
  command: string,
  parameters: readonly string[],
  shown = false,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done, broken) => {
    const said = shown ? 'inherit' : 'pipe'
    const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', said, said] })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', broken)
    child.on('exit', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }))
  })
}

async function checkStatically(): Promise<boolean> {
  const ended = await Promise.all(
    STATIC_CHECKS.map(async ({ name, command, parameters }) => ({
      name,
      ...(await runCommand(join(root, 'node_modules/.bin', command), parameters)),
    })),
  )
  for (const { name, code, output } of ended)
    console.log(code === 0 ? `${name}: clean` : `${name}: failed\n${output}`)
  return ended.every(({ code }) => code === 0)
}

const ended: Ended[] = []

/** Runs test files in a process, and shows their output when it has ended; at once if it is the only process. */
async function runProcess(files: readonly string[]): Promise<void> {
  const name = files[0]!.replaceAll(/[\\/]/g, '-')
  const events = join(folder, `${name}.jsonl`)
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'tests/ended-reporter.ts')}`,
    `--test-reporter-destination=${events}`,
  ]
  const parameters = [
    ...reporters,
    '--require',
    join(root, 'tests/stop-promise-hook.cjs'),
    join(root, 'tests/one-process.ts'),
    ...files,
  ]
  const { code, output } = await runCommand(process.execPath, parameters, isAlone)
  process.stdout.write(output)
  const ofProcess = readFileSync(events, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Ended)
  ended.push(...ofProcess)
  if (code !== 0 && ofProcess.every(({ failed }) => !failed))
    ended.push({ name: `its process ended with ${code}`, file: files.join(' '), ms: 0, failed: true })
}

/** Takes the files of one process after another from a list until nothing is left. */
async function work(left: string[][]): Promise<void> {
  for (let files = left.shift(); files !== undefined; files = left.shift()) await runProcess(files)
}

const shownAs = ({ name, file }: Ended) => `${name}  (${file.replace(root, '')})`

function printSlowest(): void {
  console.log(`The ${SLOWEST_SHOWN} slowest tests:`)
  for (const one of ended.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${(one.ms / 1000).toFixed(1).padStart(6)} s  ${shownAs(one)}`)
}

/** The failures of each process are far above in the output. */
function printFailed(): void {
  const failed = ended.filter((one) => one.failed)
  if (failed.length > 0) console.log(`Failed:\n${failed.map((one) => `  ${shownAs(one)}`).join('\n')}`)
}

/** Path below this folder, with slashes. */
const pathOf = (file: string) => file.split(/[\\/]/).slice(1).join('/')
const isTimed = (file: string) => file.endsWith('.timed.test.ts')

const chosen = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.\n  → ls tests shows them.`)
  process.exit(2)
}

/** The files of each process, in the order of its list; a file is of the first that names the beginning of its path. */
function filesOf(processes: readonly Together[], chosenFiles: readonly string[]): string[][] {
  const placeIn = (together: Together, file: string) =>
    together.findIndex((beginning) => pathOf(file).startsWith(beginning))
  const processOf = (file: string) => processes.find((together) => placeIn(together, file) !== -1)
  return processes
    .map((together) =>
      chosenFiles
        .filter((file) => processOf(file) === together)
        .toSorted((a, b) => placeIn(together, a) - placeIn(together, b)),
    )
    .filter((ofProcess) => ofProcess.length > 0)
}

const generator = (await import(new URL('../cli/generated.mjs', import.meta.url).href)) as {
  ensureGenerated(node: string): Promise<void>
}
await generator.ensureGenerated(process.execPath)
process.env[SHARED_FOLDER] = folder
// A thirtieth less processor time: most objects of a request are garbage before they are moved.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`
const untimed = files.filter((file) => !isTimed(file))
const isMany = (file: string) => MANY_DEPLOYMENTS.some((beginning) => pathOf(file).startsWith(beginning))
const many = filesOf([MANY_DEPLOYMENTS], untimed.filter(isMany))
const others = filesOf(
  OTHERS,
  untimed.filter((file) => !isMany(file)),
)
const timed = filesOf(TIMED, files.filter(isTimed))
const isAlone = chosen.length > 0 && many.length + others.length + timed.length === 1
const [clean] = await Promise.all([
  chosen.length > 0 || checkStatically(),
  work(many).then(() => work(others)),
  ...Array.from({ length: OTHERS_AT_ONCE }, () => work(others)),
])
await Promise.all(timed.map(runProcess))
printSlowest()
printFailed()
process.exit(clean && ended.every(({ failed }) => !failed) ? 0 : 1)
