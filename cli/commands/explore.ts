/** The command `assay explore`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { DEPLOYMENT_FILE } from './shared-options.ts'

export function addExplore(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('explore')
    .description('search for violations with random request sequences, judged by a model of the contract')
    .option('-d, --deployment <file>', DEPLOYMENT_FILE)
    .option('--reference', 'explore the reference server that comes with Assay')
    .option('--seed <number>', 'random seed (default: random, and printed)')
    .option('--minutes <number>', 'duration of the search', '5')
    .option('-o, --out <dir>', 'folder for the sequences that show a violation', 'reports/exploration')
    .option('--replay <dir>', 'replay a sequence instead: from its recording, or with -d on a deployment')
    .action(
      async (options: {
        deployment?: string
        reference?: boolean
        seed?: string
        minutes: string
        out: string
        replay?: string
      }) => {
        const { explore, replay } = await import('../explore.ts')
        const { targetOf } = await import('../target.ts')
        ends(
          await (options.replay === undefined
            ? explore({ ...options, deployment: targetOf(options, 'explore') }, terminal)
            : replay({ directory: options.replay, deployment: options.deployment }, terminal)),
        )
      },
    )
}
