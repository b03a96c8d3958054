/** The command line of Assay. */
import { main } from './main.ts'
import { ownTerminal } from './terminal.ts'

// Anyone who reads the output may have seen enough, as in `assay help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await main(process.argv.slice(2), ownTerminal())

// What the command left behind, such as a function of a deployment file that never ends, keeps no process alive.
setTimeout(() => process.exit(), 500).unref()
