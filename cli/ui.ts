import { once } from 'node:events'
import { createRuns } from './ui/runs.ts'
import { serveUi } from './ui/serve-ui.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'

export interface UiOptions {
  /** Path of the deployment file; undefined: the reference server. */
  readonly deployment: string | undefined
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  readonly port: string | undefined
}

/**
 * Runs, and serves the report to a browser of this machine until the process is interrupted.
 *
 * @throws AssayError where the port cannot be used
 */
export async function ui({ deployment, only, port }: UiOptions, { stdout, stderr }: Terminal): Promise<void> {
  const runs = createRuns(
    deployment === undefined ? ['--reference'] : ['--deployment', deployment],
    (message) => stderr.write(`${message}\n`),
  )
  const server = await serveUi(runs, portFrom(port)).catch((error: NodeJS.ErrnoException) => {
    throw assayError('port-unusable', {
      option: '--port',
      address: `port ${port}`,
      code: error.code ?? 'unknown',
    })
  })
  runs.start(only)
  stdout.write(`Report: ${server.url}\nOnly this machine can open it. Interrupt with Ctrl-C.\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  runs.close()
  server.close()
}

function portFrom(port: string | undefined): number {
  const number = Number(port ?? 0)
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number
  throw assayError('port-invalid', { option: '--port', port: String(port) })
}
