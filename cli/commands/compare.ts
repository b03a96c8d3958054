/** The command `assay compare`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addCompare(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('compare')
    .description('show the changes between two finished runs; exits with 1 on a regression')
    .argument('<before>', 'report folder of the earlier run, or its conformance.json')
    .argument('<after>', 'report folder of the later run, or its conformance.json')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON')
    .action(async (before: string, after: string, options: { markdown?: boolean; json?: boolean }) => {
      const { compareRuns } = await import('../compare.ts')
      const { markdown = false, json = false } = options
      ends(compareRuns({ before, after, markdown, json }, terminal))
    })
}
