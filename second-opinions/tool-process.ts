/** Runs another tool from the installed packages as a separate process. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolFailed } from './tool.ts'

const END_WITH_PARENT = fileURLToPath(new URL('end-with-parent.cjs', import.meta.url))

export interface ToolProcess {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  isRunning(): boolean
  /** The end of its standard error output. */
  lastWords(): string
  stop(): Promise<void>
}

/** Variables that a program needs to start. */
const NEEDED =
  /^(?:PATH|PATHEXT|COMSPEC|SYSTEMROOT|WINDIR|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TMP|TEMP|LANG|LC_\w+|NODE_COMPILE_CACHE)$/i

/** The environment without secrets of the deployment; and Prism crashes under NODE_ENV=production. */
export const environmentOfTool = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => NEEDED.test(name)))

/** Version of an installed package; undefined when it is not installed. */
export function installedVersion(packageName: string): string | undefined {
  return manifestOf(packageName)?.version
}

/**
 * Starts the command of an installed package with this Node. It ends with this process in every case.
 *
 * @throws ToolFailed when the package is not installed
 */
export function startTool(
  packageName: string,
  command: string,
  parameters: readonly string[],
  { cwd = tmpdir(), variables = {} }: { cwd?: string; variables?: Readonly<Record<string, string>> } = {},
): ToolProcess {
  const manifest = manifestOf(packageName)
  const program = manifest?.bin[command]
  if (!manifest || program === undefined) throw new ToolFailed(`${packageName} is not installed`)
  const child = spawn(
    process.execPath,
    ['--require', END_WITH_PARENT, join(manifest.folder, program), ...parameters],
    {
      cwd,
      env: { ...environmentOfTool(process.env), ...variables },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  let words = ''
  child.stderr!.on('data', (chunk: Buffer) => (words = (words + chunk.toString('utf8')).slice(-2_000)))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('close', () => done())
  }).then(() => void process.off('exit', kill))
  return {
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    lastWords: () => words.trim(),
    stop: () => {
      kill()
      return ended
    },
  }
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

interface Manifest {
  readonly folder: string
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
}

function manifestOf(packageName: string): Manifest | undefined {
  try {
    const file = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Manifest), folder: dirname(file) }
  } catch {
    return undefined
  }
}
