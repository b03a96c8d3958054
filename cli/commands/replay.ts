/** The command `assay replay`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { formatOf, FORMAT } from './shared-options.ts'

export function addReplay(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('replay')
    .description('judge a finished run again from its recording, without the deployment')
    .argument('<dir>', 'report folder of the run')
    .option('--only <area|id...>', 'judge only these areas or requirements')
    .option('-o, --out <dir>', 'report folder of the replay', 'reports/replay')
    .option('--format <name>', FORMAT)
    .action(async (directory: string, options: { only?: string[]; out: string; format?: string }) => {
      const format = await formatOf(options)
      const { replay } = await import('../replay.ts')
      ends(await replay({ directory, only: options.only ?? [], out: options.out, format }, terminal))
    })
}
