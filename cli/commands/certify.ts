/** The command `assay certify`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addCertify(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('certify')
    .description('judge all requirements of a deployment, and sign a certificate if it conforms')
    .requiredOption('-d, --deployment <file>', 'deployment file (YAML, JSON or a module)')
    .requiredOption('-o, --out <dir>', 'new or empty folder for the certificate bundle')
    .option('-k, --key <file>', 'private key in PEM (default: the value of ASSAY_SIGNING_KEY)')
    .option('--valid-days <number>', 'days until the certificate expires', '90')
    .option(
      '--vary-identity',
      'vary everything that identifies Assay: user agent, headers, names, order of checks',
    )
    .option('--challenge <nonce>', 'nonce of the verifier, which every identifier that is sent then carries')
    .option('--webhook-url <url>', 'public URL that forwards to --webhook-port')
    .option('--webhook-port <number>', 'local port that receives webhooks')
    .action(
      async (options: {
        deployment: string
        out: string
        key?: string
        validDays: string
        webhookUrl?: string
        webhookPort?: string
        varyIdentity?: boolean
        challenge?: string
      }) => {
        const { certify } = await import('../certify.ts')
        const { key, challenge, webhookUrl, webhookPort, varyIdentity } = options
        ends(
          await certify(
            { ...options, key, challenge, webhookUrl, webhookPort, varyIdentity: varyIdentity === true },
            terminal,
          ),
        )
      },
    )
}
