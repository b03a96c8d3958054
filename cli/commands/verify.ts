/** The command `assay verify`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

interface VerifyCommandOptions {
  readonly key: string
  readonly challenge?: string
  readonly json?: boolean
}

export function addVerify(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('verify')
    .description('verify a certificate: its signature, files and validity, and judge its recording again')
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('-k, --key <file>', 'public key of a signer in PEM')
    .option('--challenge <nonce>', 'the nonce that you gave: the run must answer it')
    .option('--json', 'print JSON')
    .action(async (bundle: string, { key, challenge, json }: VerifyCommandOptions) => {
      const { verify } = await import('../verify.ts')
      ends(await verify({ bundle, key, challenge, json: json === true }, terminal))
    })
}
