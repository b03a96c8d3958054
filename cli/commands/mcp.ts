/** The command `assay mcp`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addMcp(program: Command, _context: CommandContext): void {
  program
    .command('mcp')
    .description(
      'serve doctor, run, causes, explain, exchange and replay to a coding agent, over stdio (MCP)',
    )
    .addHelpText(
      'after',
      `
Register it with the agent as the command \`npx assay mcp\`, in the folder of the deployment file. It serves until
standard input ends.`,
    )
    .action(async () => {
      const { serveTools } = await import('../mcp/serve.ts')
      await serveTools()
    })
}
