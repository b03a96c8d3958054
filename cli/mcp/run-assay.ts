import { spawn } from 'node:child_process'
import { ASSAY } from '../own-program.ts'

/** The commands print less for an agent; anything longer is a mistake. */
const MAX_OUTPUT_CHARACTERS = 20_000

export interface Ended {
  /** undefined: a signal ended it. */
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command of Assay in a separate process: a deployment file may be a module, and its output would corrupt the
 * messages of this process.
 *
 * @param signal ends the command
 */
export function runAssay(parameters: readonly string[], signal: AbortSignal): Promise<Ended> {
  const child = spawn(process.execPath, [ASSAY, ...parameters], {
    // The command detects the end of this process through the channel.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const stop = () => void child.kill('SIGTERM')
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      written[name] = (written[name] + text).slice(0, MAX_OUTPUT_CHARACTERS)
    })
  return new Promise((done, broken) => {
    child.on('error', broken)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      done({ exitCode: code ?? undefined, ...written })
    })
  })
}
