/** The command `assay verify`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

interface VerifyCommandOptions {
  readonly key: string
  readonly challenge?: string
  readonly status?: string
  readonly logKey?: string
  readonly json?: boolean
}

export function addVerify(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('verify')
    .description('verify a certificate: its signature, files and validity, and judge its recording again')
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('-k, --key <file>', 'public key of a signer in PEM, or a key set')
    .option('--status <file|url>', 'status list: the certificate must not be revoked, superseded or degraded')
    .option('--log-key <file>', 'public key or key set of the log (default: that of --key)')
    .option('--challenge <nonce>', 'your nonce; the run must have used it')
    .option('--json', 'print JSON')
    .action(async (bundle: string, { json, ...options }: VerifyCommandOptions) => {
      const { verify } = await import('../verify.ts')
      ends(await verify({ bundle, ...options, json: json === true }, terminal))
    })
}
