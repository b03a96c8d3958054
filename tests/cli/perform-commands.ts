/**
 * Performs commands of `assay` one after another, and prints a line of JSON for each that ended:
 *
 *   node tests/cli/perform-commands.ts '[["causes", "reports/latest"], …]'
 */
import { writeSync } from 'node:fs'
import { assay } from './assay.ts'

const commands = JSON.parse(process.argv[2]!) as readonly (readonly string[])[]
for (const parameters of commands)
  writeSync(process.stdout.fd, `${JSON.stringify(await assay(parameters))}\n`)
process.exit()
