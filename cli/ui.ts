import { once } from 'node:events'
import { createRuns } from './ui/runs.ts'
import { serveUi } from './ui/serve-ui.ts'
import { UsageError } from './usage-error.ts'
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
 * @throws UsageError where the port cannot be used
 */
export async function ui({ deployment, only, port }: UiOptions, { stdout, stderr }: Terminal): Promise<void> {
  const runs = createRuns(
    deployment === undefined ? ['--reference'] : ['--deployment', deployment],
    (message) => stderr.write(`${message}\n`),
  )
  const server = await serveUi(runs, portFrom(port)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `ui: port ${port} cannot be used (${error.code}).`,
      'Set another --port, or omit it for a free one.',
    )
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
  throw new UsageError(`ui: ${port} is not a port.`, 'Give a number from 0 to 65535.')
}
