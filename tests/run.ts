/**
 * The project's own tests: every `*.test.ts` below this folder, those that take longest first; types, lint and format
 * beside them; then, with nothing beside them, those that measure time: `*.timed.test.ts`. Arguments choose test files by
 * part of their path.
 *
 * Most files wait most of the time, so that one more runs at a time than there are processors. Files that judge many
 * deployments start a process per processor: beside the others they run one after another.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../selftest/temporary-folder.ts'
import { SHARED_FOLDER } from './whole-run.ts'

const root = fileURLToPath(new URL('./..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const STATIC = [
  { name: 'types', command: bin('tsc'), parameters: ['--noEmit'] },
  { name: 'lint', command: bin('oxlint'), parameters: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: bin('prettier'), parameters: ['--check', '--log-level=warn', '.'] },
]

/** Folders whose tests start no process and no server: all of them share one process. */
const PURE = ['unit', 'structure', 'reports']
/** Folders whose tests judge many deployments, the longest first. */
const MANY_DEPLOYMENTS = ['variants', 'faults', 'shells', 'areas']
/** Path prefixes of other slow files, slowest first, so that no slow file starts last. */
const LONG = [
  'certificates/whole',
  'second-opinions/reference-run',
  'independent',
  'second-opinions/tools',
  'playwright',
  'second-opinions/prism-mock',
  'exploration/exploration',
  'mutants',
  'hostile/hostile',
  'browser/report',
  'package',
  'deploy',
  'cli/killed-run',
  'fleet',
]
const SLOWEST_SHOWN = 10

interface Slow {
  readonly name: string
  readonly file: string
  readonly ms: number
}

function runCommand(
  command: string,
  parameters: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done, broken) => {
    const child = spawn(command, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', broken)
    child.on('exit', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }))
  })
}

async function checkStatically(): Promise<boolean> {
  const ended = await Promise.all(
    STATIC.map(async ({ name, command, parameters }) => ({
      name,
      ...(await runCommand(command, parameters)),
    })),
  )
  for (const { name, code, output } of ended)
    console.log(code === 0 ? `${name}: clean` : `${name}: failed\n${output}`)
  return ended.every(({ code }) => code === 0)
}

const slow: Slow[] = []
const failed: string[] = []

/** Runs test files, and shows what each test says. */
async function runFiles(
  files: readonly string[],
  concurrency: number,
  output: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  if (files.length === 0) return
  const events = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    isolation: 'process',
    concurrency,
  })
  events.on('test:fail', ({ name, file = '', todo, skip }) => {
    if (todo === undefined && skip === undefined) failed.push(`${name}  (${file.replace(root, '')})`)
  })
  events.on('test:pass', ({ name, file = '', details }) => {
    if (details.type !== 'suite') slow.push({ name, file, ms: details.duration_ms })
  })
  const shown = events.compose(new spec())
  shown.pipe(output, { end: false })
  await finished(shown)
}

/** Runs test files in one process of their own, since what they leave behind stays in it, and shows what they say. */
async function runTogether(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const { code, output } = await runCommand(process.execPath, [
    '--test',
    '--test-isolation=none',
    '--test-reporter=spec',
    ...files,
  ])
  process.stdout.write(output)
  if (code !== 0) failed.push(`a test of ${PURE.join(', ')}  (see ✖ above)`)
}

/** Runs test files one after another, and shows what they say once all have ended: others are shown meanwhile. */
async function runBeside(files: readonly string[]): Promise<void> {
  const said: Buffer[] = []
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk)
      done()
    },
  })
  await runFiles(files, 1, keep)
  process.stdout.write(Buffer.concat(said))
}

function printSlowest(): void {
  console.log(`The ${SLOWEST_SHOWN} slowest tests:`)
  for (const { name, file, ms } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}  (${file.replace(root, '')})`)
}

/** The summaries of files that ran beside others are far above. */
function printFailed(): void {
  if (failed.length > 0) console.log(`Failed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
}

/** Path below this folder, with slashes. */
const pathOf = (file: string) => file.split(/[\\/]/).slice(1).join('/')
const folderOf = (file: string) => pathOf(file).split('/')[0]!
const isTimed = (file: string) => file.endsWith('.timed.test.ts')
const isPure = (file: string) => PURE.includes(folderOf(file)) && !isTimed(file)
/** Place in a list of beginnings of paths; those that are not in it come last. */
const placeIn = (list: readonly string[]) => (file: string) =>
  (list.findIndex((beginning) => pathOf(file).startsWith(beginning)) + list.length + 1) % (list.length + 1)
const inOrder = (files: readonly string[], list: readonly string[]) => {
  const place = placeIn(list)
  return files.toSorted((a, b) => place(a) - place(b))
}

const chosen = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.\n  → ls tests shows them.`)
  process.exit(2)
}
const shared = files.filter((file) => !isPure(file) && !isTimed(file))
const many = shared.filter((file) => MANY_DEPLOYMENTS.includes(folderOf(file)))
const others = shared.filter((file) => !many.includes(file))
const concurrency = availableParallelism() + 1
process.env[SHARED_FOLDER] = temporaryFolder('tests')
const [clean] = await Promise.all([
  chosen.length > 0 || checkStatically(),
  runBeside(inOrder(many, MANY_DEPLOYMENTS)),
  runFiles(inOrder(others, LONG), concurrency),
])
// Some of them measure time too.
await runTogether(files.filter(isPure))
await runFiles(files.filter(isTimed), 1)
printSlowest()
printFailed()
process.exit(clean && failed.length === 0 ? 0 : 1)
