/** The command `assay challenge`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addChallenge(program: Command, { terminal }: CommandContext): void {
  program
    .command('challenge')
    .description(
      'dispute a verdict: write its evidence, without names of the deployment, and a form for your reasons',
    )
    .argument('<id>', 'requirement, such as QUO-20')
    .option('--run <dir>', 'folder of the run', 'reports/latest')
    .option('-o, --out <dir>', 'new folder for the files', 'challenge')
    .action(async (id: string, options: { run: string; out: string }) => {
      const { challenge } = await import('../challenge.ts')
      await challenge({ id, ...options }, terminal)
    })
}
