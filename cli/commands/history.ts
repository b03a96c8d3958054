/** The command `assay history`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { HISTORY } from './shared-options.ts'

export function addHistory(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('history')
    .description('write the history page of the runs kept by --history, and print notable changes')
    .argument('[dir]', 'history folder', HISTORY)
    .option('--add <dir...>', 'add the finished runs in these report folders first')
    .action(async (directory: string, options: { add?: string[] }) => {
      const { history } = await import('../history.ts')
      stdout.write(history({ directory, add: options.add ?? [] }))
    })
}
