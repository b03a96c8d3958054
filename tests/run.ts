/**
 * The project's own tests: types, lint and format side by side, then every `*.test.ts` below this folder, one file fewer
 * at a time than there are processors, since most start processes of their own and wait for them; then, with nothing beside them, those that measure time: `*.timed.test.ts`.
 * Arguments choose test files by part of their path.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const STATIC = [
  { name: 'types', command: bin('tsc'), parameters: ['--noEmit'] },
  { name: 'lint', command: bin('oxlint'), parameters: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: bin('prettier'), parameters: ['--check', '--log-level=warn', '.'] },
]

interface Ended {
  readonly code: number
  readonly output: string
}

function runCommand(command: string, parameters: readonly string[], show: boolean): Promise<Ended> {
  return new Promise((done, broken) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', broken)
    child.on('exit', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }))
  })
}

async function checkStatically(): Promise<boolean> {
  const ended = await Promise.all(
    STATIC.map(async ({ name, command, parameters }) => ({
      name,
      ...(await runCommand(command, parameters, false)),
    })),
  )
  for (const { name, code, output } of ended)
    console.log(code === 0 ? `${name}: clean` : `${name}: failed\n${output}`)
  return ended.every(({ code }) => code === 0)
}

const isTimed = (file: string) => file.endsWith('.timed.test.ts')

async function runFiles(files: readonly string[], atOnce: number): Promise<boolean> {
  if (files.length === 0) return true
  const { code } = await runCommand(
    process.execPath,
    ['--test', `--test-concurrency=${atOnce}`, ...files],
    true,
  )
  return code === 0
}

const chosen = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts', { cwd: root })
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.\n  → ls tests shows them.`)
  process.exit(2)
}
const clean = chosen.length > 0 || (await checkStatically())
const passed = await runFiles(
  files.filter((file) => !isTimed(file)),
  Math.max(1, availableParallelism() - 1),
)
const passedTimed = await runFiles(files.filter(isTimed), 1)
process.exitCode = clean && passed && passedTimed ? 0 : 1
