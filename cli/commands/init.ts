/** The command `assay init`. */
import type { Command } from 'commander'
import type { Entered } from '../../init/entries.ts'
import type { CommandContext } from './command-context.ts'

interface InitFlags {
  readonly force?: boolean
  readonly openapi?: string
}

export function addInit(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('init')
    .description('write a deployment file and .env.example; prompts for missing options in a terminal')
    .argument('[file]', 'deployment file to write', 'deployment.yaml')
    .option('--name <name>', 'name of the deployment in reports')
    .option('--base-url <url>', 'base URL')
    .option('--states-url <url>', 'URL that sets up provider states')
    .option('--areas <area,...>', 'areas that it claims (default: all)')
    .option(
      '--openapi <file>',
      'OpenAPI 3.0 or 3.1 document of your API (YAML or JSON): fills in operations, names, requests and notOffered',
    )
    .option('--force', 'overwrite existing files')
    .action(async (file: string, { force, openapi, ...entered }: Entered & InitFlags) => {
      const { init } = await import('../init.ts')
      const { stdin: input, stdout: output } = process
      const asked = terminal.isProcess && input.isTTY && output.isTTY ? { input, output } : undefined
      stdout.write(await init({ file, entered, force: force === true, terminal: asked, openapi }))
    })
}
