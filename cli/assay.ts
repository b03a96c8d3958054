/** The command line of Assay. */
import { printable } from '../reports/printable.ts'
import { withoutCommands } from '../reports/without-commands.ts'
import { main } from './main.ts'
import { ownTerminal } from './terminal.ts'

const INCONCLUSIVE = 3

// Anyone who reads the output may have seen enough, as in `assay help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Node would print it unescaped, with possible text of a deployment. A run has its own listener.
process.on('uncaughtException', (error: unknown) => {
  if (process.listenerCount('uncaughtException') > 1) return
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  withoutCommands(process.stderr).write(`assay: internal error: ${printable(text, '\n')}\n`)
  process.exit(1)
})

let hasEnded = false
// A deployment file may be a program. Where it ends this process, no exit code but 3 is true.
process.on('exit', (code) => {
  if (hasEnded || code === INCONCLUSIVE) return
  process.stderr.write(
    `The command is inconclusive: its process was ended with ${code} before the command was over.\n  → Let no module of the deployment file end the process or throw later.\n`,
  )
  process.exitCode = INCONCLUSIVE
})
process.exitCode = await main(process.argv.slice(2), ownTerminal())
hasEnded = true

// Open handles of the command, such as a function of a deployment file that never ends, must not keep the process
// alive.
setTimeout(() => process.exit(), 500).unref()
