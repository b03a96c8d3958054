/**
 * The project's own tests: every `*.test.ts` below this folder, with types, lint and format beside them; then, with
 * nothing beside them, those that measure time: `*.timed.test.ts`. Arguments choose test files by part of their path.
 *
 * Four lanes run at once, since most tests wait most of the time. Starting Node and loading the suites takes a second
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

/** Files that run in a process of their own or share one, with the beginnings of their paths, the longest first. */
interface Lane {
  readonly name: string
  readonly paths: readonly string[]
  /** Files at once, a process each; undefined: one process runs all, one after another. */
  readonly atOnce?: number
  /** The output of its tests is shown while they run. */
  readonly isShown?: boolean
}

/** Tests that judge many deployments start a process per processor: one of them at a time is enough. */
const MANY_DEPLOYMENTS: Lane = {
  name: 'many deployments',
  paths: ['variants', 'faults', 'shells', 'mutants', 'areas'],
}
/** Tests that wait for programs: Playwright, Prism, Dredd, npm, kubectl and runs of `assay`. */
const PROGRAMS: Lane = {
  name: 'programs',
  paths: [
    'playwright',
    'without-states',
    'second-implementation',
    'second-opinions/reference-run',
    'second-opinions/tools',
    'second-opinions/prism-mock',
    'package',
    'deploy',
    'certificates/whole',
    'browser/ui',
    'cli/mcp',
    'cli/killed-run',
    'limits/signals',
  ],
  atOnce: 2,
}
/** They wait for deployments most of the time, as the others do: two lanes take half as long as one. */
const DEPLOYMENTS: Lane = {
  name: 'deployments',
  paths: ['exploration', 'certificates', 'traffic', 'hostile', 'openapi', 'limits', 'connections', 'load'],
}
const OTHERS: Lane = { name: 'others', paths: [''], isShown: true }
/** Of any folder, when the lanes have ended. */
const TIMED: Lane = { name: 'timed', paths: [''], isShown: true }
/** A file is of the first lane that names the beginning of its path. */
const LANES = [MANY_DEPLOYMENTS, PROGRAMS, DEPLOYMENTS, OTHERS]
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

/** Runs test files, and shows their output: of one lane at once, of the others when all their files have ended. */
async function runLane({ name, atOnce, isShown }: Lane, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const events = join(folder, `${name}.jsonl`)
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'tests/ended-reporter.ts')}`,
    `--test-reporter-destination=${events}`,
  ]
  const program =
    atOnce === undefined ? [join(root, 'tests/one-process.ts')] : ['--test', `--test-concurrency=${atOnce}`]
  const parameters = [...reporters, ...program, ...files]
  const { code, output } = await runCommand(process.execPath, parameters, isShown)
  process.stdout.write(output)
  const ofLane = readFileSync(events, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Ended)
  ended.push(...ofLane)
  if (code !== 0 && ofLane.every(({ failed }) => !failed))
    ended.push({ name: `the lane "${name}" ended with ${code}`, file: '', ms: 0, failed: true })
}

const shownAs = ({ name, file }: Ended) => `${name}  (${file.replace(root, '')})`

function printSlowest(): void {
  console.log(`The ${SLOWEST_SHOWN} slowest tests:`)
  for (const one of ended.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${(one.ms / 1000).toFixed(1).padStart(6)} s  ${shownAs(one)}`)
}

/** The failures of each lane are far above in the output. */
function printFailed(): void {
  const failed = ended.filter((one) => one.failed)
  if (failed.length > 0) console.log(`Failed:\n${failed.map((one) => `  ${shownAs(one)}`).join('\n')}`)
}

/** Path below this folder, with slashes. */
const pathOf = (file: string) => file.split(/[\\/]/).slice(1).join('/')
const isTimed = (file: string) => file.endsWith('.timed.test.ts')
const placeIn = ({ paths }: Lane, file: string) =>
  paths.findIndex((beginning) => pathOf(file).startsWith(beginning))

const chosen = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.\n  → ls tests shows them.`)
  process.exit(2)
}
const laneOf = (file: string) => (isTimed(file) ? TIMED : LANES.find((lane) => placeIn(lane, file) !== -1)!)
const filesOf = (lane: Lane) =>
  files.filter((file) => laneOf(file) === lane).toSorted((a, b) => placeIn(lane, a) - placeIn(lane, b))

process.env[SHARED_FOLDER] = folder
const [clean] = await Promise.all([
  chosen.length > 0 || checkStatically(),
  ...LANES.map((lane) => runLane(lane, filesOf(lane))),
])
await runLane(TIMED, filesOf(TIMED))
printSlowest()
printFailed()
process.exit(clean && ended.every(({ failed }) => !failed) ? 0 : 1)
