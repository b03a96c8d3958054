/** The commands `assay revoke`, `assay heartbeat` and `assay status`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

interface LogChange {
  readonly log: string
  readonly key?: string
  readonly certificateKey?: string
}

export function addRevoke(program: Command, { terminal }: CommandContext): void {
  changing(program.command('revoke'))
    .description('revoke a certificate: log it, and sign the status list anew')
    .requiredOption('--reason <text>', 'why, in a sentence; readers of the certificate see it')
    .action(async (bundle: string, options: LogChange & { readonly reason: string }) => {
      const { revoke } = await import('../lifecycle/revoke.ts')
      revoke({ ...optional(options), bundle, reason: options.reason }, terminal, Date.now())
    })
}

export function addHeartbeat(program: Command, { terminal }: CommandContext): void {
  changing(program.command('heartbeat'))
    .description('log the result of the nightly run of a certified deployment')
    .requiredOption('--run <dir>', 'folder of the run')
    .action(async (bundle: string, options: LogChange & { readonly run: string }) => {
      const { heartbeat } = await import('../lifecycle/heartbeat.ts')
      heartbeat({ ...optional(options), bundle, run: options.run }, terminal, Date.now())
    })
}

const changing = (command: Command): Command =>
  command
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('--log <dir>', 'folder of the transparency log')
    .option('-k, --key <file>', 'private key of the log in PEM (default: the value of ASSAY_SIGNING_KEY)')
    .option('--certificate-key <file>', 'public key or key set of the certificate (default: that of the log)')

const optional = ({ log, key, certificateKey }: LogChange) => ({ log, key, certificateKey })

interface StatusGiven {
  readonly status: string
  readonly key: string
  readonly logKey?: string
  readonly since?: string
  readonly json?: boolean
}

export function addStatus(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('status')
    .description('show whether a certificate is valid, expiring, expired, degraded, revoked or superseded')
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('--status <file|url>', 'status list (status.json of the log)')
    .requiredOption('-k, --key <file>', 'public key of a signer in PEM, or a key set')
    .option('--log-key <file>', 'public key or key set of the log (default: that of --key)')
    .option('--since <file>', 'an earlier status list: the log must still have each of its entries')
    .option('--json', 'print JSON')
    .action(async (bundle: string, { logKey, since, json, ...options }: StatusGiven) => {
      const { printStatus } = await import('../lifecycle/status.ts')
      ends(
        await printStatus({ ...options, bundle, logKey, since, json: json === true }, terminal, Date.now()),
      )
    })
}
