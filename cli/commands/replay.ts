/** The command `assay replay`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CONTRACT, loadContractOption, parseFormat, FORMAT } from './shared-options.ts'

interface ReplayFlags {
  readonly only?: string[]
  readonly out: string
  readonly format?: string
  readonly contract?: string
}

export function addReplay(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('replay')
    .description('judge a finished run again from its recording, without the deployment')
    .argument('<dir>', 'report folder of the run')
    .option('--only <area|id...>', 'judge only these areas or requirements')
    .option('-o, --out <dir>', 'report folder of the replay', 'reports/replay')
    .option('--format <name>', FORMAT)
    .option(...CONTRACT)
    .action(async (directory: string, options: ReplayFlags) => {
      const format = await parseFormat(options)
      const contract = await loadContractOption(options)
      const { replay } = await import('../replay.ts')
      ends(
        await replay({ directory, only: options.only ?? [], out: options.out, format, contract }, terminal),
      )
    })
}
