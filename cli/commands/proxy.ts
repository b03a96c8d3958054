/** The command `assay proxy`. */
import type { Command } from 'commander'
import type { ProxyOptions } from '../traffic/traffic-options.ts'
import type { CommandContext } from './command-context.ts'
import { allowed, ALLOW_BLOCKED, TRAFFIC_OUT, type Asked } from './shared-options.ts'

export function addProxy(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('proxy')
    .description('forward the requests of your clients to a deployment, and judge its responses')
    .option('--to <url>', 'URL to forward requests to (default: the base URL of the deployment)')
    .option('-p, --port <number>', 'port of the proxy (default: a free one)')
    .option('--host <address>', 'address of the proxy', '127.0.0.1')
    .option(
      '-d, --deployment <file>',
      'deployment file: base URL, operations and names; requires no credentials',
    )
    .option('--base-url <url>', 'base URL, instead of a deployment file (default: --to)')
    .option('-o, --out <dir>', 'report folder', TRAFFIC_OUT)
    .option('--baseline <file>', 'known failures; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'edition of the requirements (default: the latest)')
    .addHelpText(
      'after',
      `
Set the base URL of your clients to the printed address. Ctrl-C or SIGTERM stops the proxy; it then writes the same
report as assay judge.

Exit codes: 0 conformant, 1 not conformant, 2 could not start, 3 inconclusive.`,
    )
    .action(async (options: Asked<ProxyOptions>) => {
      const { proxy } = await import('../proxy.ts')
      ends(await proxy({ ...options, allowBlocked: await allowed(options.allowBlocked) }, terminal))
    })
}
