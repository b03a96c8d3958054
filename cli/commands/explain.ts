/** The command `assay explain`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { chosenFrom, CONTRACT } from './shared-options.ts'

export function addExplain(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('explain')
    .description(
      'explain a requirement (the rule, why it matters, how it is checked, where to look when it fails) or an error code',
    )
    .argument('<id>', 'requirement, such as QUO-20, or error code, such as port-invalid')
    .option(...CONTRACT)
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean; contract?: string }) => {
      const { explain } = await import('../explain.ts')
      stdout.write(
        await explain(
          id,
          { asJson: options.json === true, colour: stdout.isTTY === true },
          await chosenFrom(options),
        ),
      )
    })
}
