/** The command `assay baseline`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addBaseline(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('baseline')
    .description('write the failures of a finished run to a file for --baseline')
    .requiredOption('--from <dir>', 'report folder of the run')
    .option('-o, --out <file>', 'baseline file to write', 'baseline.yaml')
    .option('--expires <date>', 'last day of the baseline, as YYYY-MM-DD (default: 30 days after the run)')
    .option('--force', 'overwrite an existing file')
    .action(async (options: { from: string; out: string; expires?: string; force?: boolean }) => {
      const { baseline } = await import('../baseline.ts')
      stdout.write(baseline({ ...options, force: options.force === true }))
    })
}
