/** The commands `assay certify` and `assay renew`. */
import type { Command } from 'commander'
import type { CertifyOptions } from '../certify.ts'
import type { CommandContext } from './command-context.ts'

type Given = Omit<CertifyOptions, 'varyIdentity' | 'replaces'> & { readonly varyIdentity?: boolean }

export function addCertify(program: Command, { terminal, ends }: CommandContext): void {
  withOptions(program.command('certify'))
    .description('judge all requirements of a deployment, and sign a certificate if it conforms')
    .option('--log <dir>', 'add the certificate to the transparency log in this folder')
    .action(async (options: Given) => {
      const { certify } = await import('../certify.ts')
      ends(await certify({ ...options, varyIdentity: options.varyIdentity === true }, terminal))
    })
}

export function addRenew(program: Command, { terminal, ends }: CommandContext): void {
  withOptions(program.command('renew'))
    .description('certify the deployment again, and log that the new certificate replaces the old one')
    .argument('<bundle>', 'folder of the certificate to replace')
    .requiredOption('--log <dir>', 'folder of the transparency log')
    .action(async (bundle: string, options: Given & { readonly log: string }) => {
      const { renew } = await import('../lifecycle/renew.ts')
      ends(await renew({ ...options, bundle, varyIdentity: options.varyIdentity === true }, terminal))
    })
}

const withOptions = (command: Command): Command =>
  command
    .requiredOption('-d, --deployment <file>', 'deployment file (YAML, JSON or a module)')
    .requiredOption('-o, --out <dir>', 'new or empty folder for the certificate bundle')
    .option('-k, --key <file>', 'private key in PEM (default: the value of ASSAY_SIGNING_KEY)')
    .option('--valid-days <number>', 'days until the certificate expires', '90')
    .option(
      '--vary-identity',
      'vary everything that identifies Assay: user agent, headers, names, order of checks',
    )
    .option(
      '--challenge <nonce>',
      'nonce of the verifier; each identifier of the run gets digits of its hash',
    )
    .option('--webhook-url <url>', 'public URL that forwards to --webhook-port')
    .option('--webhook-port <number>', 'local port that receives webhooks')
