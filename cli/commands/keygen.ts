/** The command `assay keygen`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addKeygen(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('keygen')
    .description('create a key pair to sign and verify certificates')
    .option('-o, --out <dir>', 'folder for the keys', '.')
    .action(async (options: { out: string }) => {
      const { keygen } = await import('../keygen.ts')
      stdout.write(keygen(options.out))
    })
}
