/** Runs the command line as a user would, in a separate environment. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from '../../cli/main.ts'
import type { Terminal } from '../../cli/terminal.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

/** An empty folder for one test. */
export const emptyFolder = (): string => temporaryFolder('test')

/**
 * Starts `assay` with arguments and additional variables. Always without colours: with `CI` in the environment, output
 * to a pipe would have them too.
 */
export function startAssay(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd = root,
) {
  const { NODE_TEST_CONTEXT: _, FORCE_COLOR: __, ...inherited } = process.env
  return spawn(process.execPath, [join(root, 'cli/assay.ts'), ...parameters], {
    cwd,
    env: { ...inherited, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A terminal that discards its output. */
export const silentTerminal = (environment: Record<string, string | undefined> = {}): Terminal => ({
  stdout: { write: () => true },
  stderr: { write: () => true },
  environment,
  isProcess: false,
})

/** Commands that run in this process now: they share its working directory. */
let running = 0

/**
 * Runs `assay` to its end in this process, since a separate process takes half a second of processor time more. Where a
 * command in another working directory is running, it is a separate process.
 */
export async function assay(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd = root,
): Promise<Ended> {
  if (running > 0 && resolve(cwd) !== process.cwd()) return assayAsProcess(parameters, variables, cwd)
  const before = process.cwd()
  process.chdir(cwd)
  running++
  try {
    return await assayInThisProcess(parameters, variables)
  } finally {
    running--
    if (running === 0) process.chdir(before)
  }
}

async function assayInThisProcess(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  const begun = Date.now()
  const written = { stdout: '', stderr: '' }
  const into = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text
      return true
    },
  })
  const code = await main(parameters, {
    stdout: into('stdout'),
    stderr: into('stderr'),
    environment: { ...process.env, ...variables },
    isProcess: false,
  })
  return { code, ...written, milliseconds: Date.now() - begun }
}

/** Runs `assay` to its end in a separate process. */
export function assayAsProcess(
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd = root,
): Promise<Ended> {
  const begun = Date.now()
  const child = startAssay(parameters, variables, cwd)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  return new Promise((done, broken) => {
    child.on('error', broken)
    child.on('close', (code) => done({ code, stdout, stderr, milliseconds: Date.now() - begun }))
  })
}
