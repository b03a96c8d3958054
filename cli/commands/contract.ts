/** The commands `assay contract …`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addContract(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  const contract = program.command('contract').description('list and compare versions of the contract')
  contract
    .command('list')
    .description('list the versions of the contract that Assay has')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listContracts } = await import('../contract/list-contracts.ts')
      stdout.write(listContracts(json))
    })
  contract
    .command('diff')
    .description('show what a later version adds, changes and retires, and what you must do')
    .argument('<from>', 'version, or folder of a draft')
    .argument('<to>', 'version, or folder of a draft')
    .option('--json', 'print JSON')
    .option('--markdown', 'print Markdown')
    .action(async (from: string, to: string, options: { json?: boolean; markdown?: boolean }) => {
      const { compareContracts } = await import('../contract/compare-contracts.ts')
      const format = options.json ? 'json' : options.markdown ? 'markdown' : 'text'
      stdout.write(compareContracts(from, to, { format, colour: stdout.isTTY === true }))
    })
}
