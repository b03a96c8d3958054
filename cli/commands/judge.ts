/** The command `assay judge`. */
import type { Command } from 'commander'
import type { TrafficOptions } from '../traffic/traffic-options.ts'
import type { CommandContext } from './command-context.ts'
import { allowed, ALLOW_BLOCKED, TRAFFIC_OUT, type Asked } from './shared-options.ts'

export function addJudge(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('judge')
    .description('judge recorded traffic: HAR files, or exchanges.jsonl of a run')
    .argument('<file...>', 'HAR files, exchanges.jsonl files, or folders of finished runs')
    .option(
      '-d, --deployment <file>',
      'deployment file: base URL, operations and names; requires no credentials',
    )
    .option('--base-url <url>', 'base URL, instead of a deployment file')
    .option('--any-host', 'match exchanges by path, on any host')
    .option('-o, --out <dir>', 'report folder', TRAFFIC_OUT)
    .option('--baseline <file>', 'known failures; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'edition of the requirements (default: the latest)')
    .action(async (files: string[], options: Asked<TrafficOptions>) => {
      const { judge } = await import('../judge.ts')
      const allowBlocked = await allowed(options.allowBlocked)
      ends(await judge({ ...options, allowBlocked, files }, terminal))
    })
}
