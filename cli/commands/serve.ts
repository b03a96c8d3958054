/** The command `assay serve`. */
import type { Command } from 'commander'
import { assayError } from '../../errors/index.ts'
import type { CommandContext } from './command-context.ts'
import { loadContractOption } from './shared-options.ts'

export function addServe(program: Command, _context: CommandContext): void {
  program
    .command('serve')
    .description('serve the reference server until interrupted')
    .option('-p, --port <number>', 'port on 127.0.0.1 (default: a free one)')
    .option('--prism', 'serve a Prism mock of the OpenAPI document instead')
    .option(
      '--contract <version|folder>',
      'serve a later version of the contract too, with the same resources',
    )
    .action(async (options: { port?: string; prism?: boolean; contract?: string }) => {
      if (options.prism === true && options.contract !== undefined)
        throw assayError('options-conflict', { option: '--contract', other: '--prism' })
      const contract = await loadContractOption(options)
      const { serve, servePrism } = await import('../serve.ts')
      await (options.prism === true ? servePrism(options.port) : serve(options.port, contract))
    })
}
