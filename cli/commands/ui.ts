/** The command `assay ui`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { DEPLOYMENT_FILE } from './shared-options.ts'

export function addUi(program: Command, { terminal }: CommandContext): void {
  program
    .command('ui')
    .description('judge a deployment, and show its report in a browser during the run')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'same as FILE')
    .option('--reference', 'judge the reference server that comes with Assay')
    .option('--only <area|id...>', 'judge only these areas or requirements')
    .option('-p, --port <number>', 'port on 127.0.0.1 (default: a free one)')
    .action(
      async (
        file: string | undefined,
        options: { deployment?: string; reference?: boolean; only?: string[]; port?: string },
      ) => {
        const { targetOf } = await import('../target.ts')
        const deployment = targetOf({ ...options, file }, 'ui')
        const { selection } = await import('../selection.ts')
        const { ui } = await import('../ui.ts')
        await ui({ deployment, only: selection(options.only ?? []), port: options.port }, terminal)
      },
    )
}
