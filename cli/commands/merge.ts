/** The command `assay merge`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { allowed, ALLOW_BLOCKED, HISTORY } from './shared-options.ts'

export function addMerge(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('merge')
    .description('combine the reports of the shards of a run')
    .argument('<dir...>', 'report folders of the shards, or a folder that contains them')
    .option('-o, --out <dir>', `report folder of the whole run (default: as in assay run)`)
    .option('--second-opinions', 'validate the recorded responses with Prism and Dredd too')
    .option('--wait <seconds>', 'maximum time to wait for shards that have not ended')
    .option('--baseline <file>', 'known failures and flaky requirements; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--history [dir]', 'add the run to this history and show trends (default: reports/history)')
    .action(
      async (
        directories: string[],
        options: {
          out?: string
          secondOpinions?: boolean
          wait?: string
          baseline?: string
          allowBlocked?: string | true
          history?: string | true
        },
      ) => {
        const { merge } = await import('../merge.ts')
        ends(
          await merge(
            {
              directories,
              out: options.out,
              secondOpinions: options.secondOpinions === true,
              baseline: options.baseline,
              allowBlocked: await allowed(options.allowBlocked),
              history: options.history === true ? HISTORY : options.history,
              waitSeconds: options.wait,
            },
            terminal,
          ),
        )
      },
    )
}
