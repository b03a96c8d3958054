/** The command `assay causes`. */
import type { Command } from 'commander'
import { LATEST } from '../default-folders.ts'
import type { CommandContext } from './command-context.ts'
import { columnsOf } from '../terminal.ts'
import { FORMAT } from './shared-options.ts'

export function addCauses(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('causes')
    .description('show the causes of a finished run: what to correct, the worst first')
    .argument('[dir]', 'report folder of the run, or its conformance.json', LATEST)
    .option('--format <name>', FORMAT, 'text')
    .action(async (path: string, options: { format: string }) => {
      const { causes, formatFrom } = await import('../causes.ts')
      const format = formatFrom(options.format)
      stdout.write(await causes(path, { format, colour: stdout.isTTY === true, columns: columnsOf(stdout) }))
    })
}
