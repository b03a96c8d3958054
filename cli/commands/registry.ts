/** The commands `assay registry add`, `check`, `log` and `build`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

const REGISTRY = ['--registry <dir>', 'folder of the registry', 'registry'] as const

interface CheckGiven {
  readonly registry: string
  readonly base?: string
  readonly changed?: string
  readonly all?: boolean
  readonly json?: boolean
}

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
    .option('--base <file>', 'index.jsonl before the change; the submissions that it lists must be unchanged')
    .option('--changed <file>', 'changed files, each ended by NUL (git diff -z): all must be in the registry')
    .option('--all', 'also judge the accepted submissions again')
    .option('--json', 'print JSON')
    .action(async ({ all, json, ...options }: CheckGiven) => {
      const { check } = await import('../registry/check.ts')
      ends(
        await check(
          { base: undefined, ...options, all: all === true, json: json === true },
          terminal,
          Date.now(),
        ),
      )
    })
  registry
    .command('log')
    .description('log the accepted submissions, and sign the status list anew')
    .option(...REGISTRY)
    .option('--log <dir>', 'folder of the transparency log (default: log in the registry)')
    .option('-k, --key <file>', 'private key of the log in PEM (default: the value of ASSAY_SIGNING_KEY)')
    .action(async (options: { registry: string; log?: string; key?: string }) => {
      const { log } = await import('../registry/log.ts')
      log({ log: undefined, key: undefined, ...options }, terminal, Date.now())
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
