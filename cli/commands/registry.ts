/** The commands `assay registry add`, `check` and `build`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

const REGISTRY = ['--registry <dir>', 'folder of the registry', 'registry'] as const

export function addRegistry(program: Command, { terminal, ends }: CommandContext): void {
  const registry = program.command('registry').description('keep a registry of certified implementations')
  registry
    .command('add')
    .description('add a certificate bundle')
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('--product <file>', 'product.yaml: name, organisation, version and more')
    .requiredOption('-k, --key <file>', 'public key of the signer in PEM')
    .option(...REGISTRY)
    .action(async (bundle: string, options: { product: string; key: string; registry: string }) => {
      const { add } = await import('../registry/add.ts')
      ends(await add({ ...options, bundle }, terminal, Date.now()))
    })
  registry
    .command('check')
    .description('check the submissions, and judge the recording of each new one again')
    .option(...REGISTRY)
    .option('--base <file>', 'index.jsonl before the change: what it lists must not have changed')
    .option('--all', 'judge again also what was accepted before')
    .option('--json', 'print JSON')
    .action(async (options: { registry: string; base?: string; all?: boolean; json?: boolean }) => {
      const { check } = await import('../registry/check.ts')
      const { registry: folder, base, all, json } = options
      ends(
        await check({ registry: folder, base, all: all === true, json: json === true }, terminal, Date.now()),
      )
    })
  registry
    .command('build')
    .description('write the static site: profiles, requirements, history, feed, badges and JSON')
    .requiredOption('-o, --out <dir>', 'folder for the site')
    .option(...REGISTRY)
    .option(
      '--status <file|url>',
      'status list of the log (default: only the dates of the certificates count)',
    )
    .option('--log-key <file>', 'public key or key set of the log')
    .action(async (options: { registry: string; out: string; status?: string; logKey?: string }) => {
      const { build } = await import('../registry/build.ts')
      const { registry: folder, out, status, logKey } = options
      await build({ registry: folder, out, status, logKey }, terminal, Date.now())
    })
}
