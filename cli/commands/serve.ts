/** The command `assay serve`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addServe(program: Command, _context: CommandContext): void {
  program
    .command('serve')
    .description('serve the reference server until interrupted')
    .option('-p, --port <number>', 'port on 127.0.0.1 (default: a free one)')
    .option('--prism', 'serve a Prism mock of the OpenAPI document instead')
    .action(async (options: { port?: string; prism?: boolean }) => {
      const { serve, servePrism } = await import('../serve.ts')
      await (options.prism === true ? servePrism(options.port) : serve(options.port))
    })
}
