/**
 * The project's own tests: types, lint and format side by side; then every `*.test.ts` below this folder, those that take
 * longest first, as many files at a time as there are processors; then, with nothing beside them, those that measure time:
 * `*.timed.test.ts`. Arguments choose test files by part of their path.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const STATIC = [
  { name: 'types', command: bin('tsc'), parameters: ['--noEmit'] },
  { name: 'lint', command: bin('oxlint'), parameters: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: bin('prettier'), parameters: ['--check', '--log-level=warn', '.'] },
]

/** Folders whose tests start no process and no server: all of them share one process. */
const PURE = ['unit', 'structure', 'reports']
/** Folders of what takes longest, the longest first: nothing long is begun last. */
const LONG = [
  'faults',
  'playwright',
  'certificates',
  'opinions',
  'variations',
  'independent',
  'package',
  'shells',
  'exploration',
  'mutants',
  'shards',
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

/** Runs test files, and shows what each test says. Gives whether all passed. */
async function runFiles(
  files: readonly string[],
  how: { readonly isolation: 'process'; readonly concurrency: number } | { readonly isolation: 'none' },
): Promise<boolean> {
  if (files.length === 0) return true
  let passed = true
  const events = run({ files: files.map((file) => join(root, file)), cwd: root, ...how })
  events.on('test:fail', ({ todo, skip }) => {
    if (todo === undefined && skip === undefined) passed = false
  })
  events.on('test:pass', ({ name, file = '', details }) => {
    if (details.type !== 'suite') slow.push({ name, file, ms: details.duration_ms })
  })
  const shown = events.compose(new spec())
  shown.pipe(process.stdout, { end: false })
  await finished(shown)
  return passed
}

function printSlowest(): void {
  console.log(`The ${SLOWEST_SHOWN} slowest tests:`)
  for (const { name, file, ms } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}  (${file.replace(root, '')})`)
}

const folderOf = (file: string) => file.split(/[\\/]/)[1] ?? ''
const isPure = (file: string) => PURE.includes(folderOf(file))
const isTimed = (file: string) => file.endsWith('.timed.test.ts')
const place = (file: string) => (LONG.indexOf(folderOf(file)) + LONG.length + 1) % (LONG.length + 1)

const chosen = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.\n  → ls tests shows them.`)
  process.exit(2)
}
const others = files.filter((file) => !isPure(file) && !isTimed(file)).toSorted((a, b) => place(a) - place(b))
const concurrency = availableParallelism()
const clean = chosen.length > 0 || (await checkStatically())
const passed = [
  await runFiles(others, { isolation: 'process', concurrency }),
  await runFiles(files.filter(isTimed), { isolation: 'process', concurrency: 1 }),
  // Last, since what they leave behind stays in this process.
  await runFiles(files.filter(isPure), { isolation: 'none' }),
]
printSlowest()
process.exit(clean && passed.every(Boolean) ? 0 : 1)
