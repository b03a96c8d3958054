/** The command line of Assay. */
import { printable } from '../reports/printable.ts'
import { withoutCommands } from '../reports/without-commands.ts'
import { assayError } from '../errors/index.ts'
import { internalError } from './internal-error.ts'
import { main } from './main.ts'
import { ownTerminal } from './terminal.ts'

const INCONCLUSIVE = 3

let isOutputLost = false
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Anyone who reads the output may have seen enough, as in `assay help | head`.
  if (code === 'EPIPE' || isOutputLost) return
  isOutputLost = true
  process.stderr.write(`${assayError('output-lost', { reason: message }).message}\n`)
})
// It holds no result, and its loss changes none.
process.stderr.on('error', () => undefined)

// Node would print it unescaped, with possible text of a deployment. A run has its own listener.
process.on('uncaughtException', (error: unknown) => {
  if (process.listenerCount('uncaughtException') > 1) return
  withoutCommands(process.stderr).write(`${printable(internalError(error).message, '\n')}\n`)
  process.exit(INCONCLUSIVE)
})

let hasEnded = false
// A deployment file may be a program. Where it ends this process, no exit code but 3 is true.
process.on('exit', (code) => {
  if (hasEnded && isOutputLost && code === 0) process.exitCode = INCONCLUSIVE
  if (hasEnded || code === INCONCLUSIVE) return
  process.stderr.write(`${assayError('process-ended', { code }).message}\n`)
  process.exitCode = INCONCLUSIVE
})
process.exitCode = await main(process.argv.slice(2), ownTerminal())
hasEnded = true

// Open handles of the command, such as a function of a deployment file that never ends, must not keep the process
// alive.
setTimeout(() => process.exit(), 500).unref()
