/**
 * The commands of Assay. Thin: reads options, calls what does the work, turns outcomes into exit codes. Each command
 * loads what it needs, so that it answers at once.
 */
import { Command, CommanderError } from 'commander'
import type { Entered } from '../init/entries.ts'
import { printable } from '../reports/printable.ts'
import { withoutCommands } from '../reports/without-commands.ts'
import { toolVersion } from '../runner/tool-version.ts'
import type { Terminal } from './terminal.ts'
import type { ProxyOptions, TrafficOptions } from './traffic/traffic-options.ts'
import { LATEST } from './default-folders.ts'
import { UsageError } from './usage-error.ts'

const DEPLOYMENT_FILE =
  'deployment file: YAML, JSON or a module (default: deployment.yaml, .yml, .json, .mjs or .ts in this folder)'

/** Where the report of recorded traffic goes. */
const TRAFFIC_OUT = 'reports/traffic'

const FORMAT = 'text, or agent: the causes in at most 4 kB for a coding agent, with untrusted text marked'

interface InitFlags {
  readonly force?: boolean
  readonly openapi?: string
}

/** Where a history is kept that nobody put elsewhere. */
const HISTORY = 'reports/history'

/** Options as commander gives them. */
type Asked<Options> = Omit<Options, 'allowBlocked'> & { readonly allowBlocked?: string | true }

const ALLOW_BLOCKED =
  'requirements, areas or capabilities that may be blocked with exit code 0, with commas between (default: all)'

/** Loaded only where the option is given: it needs the catalogue. */
const allowed = async (list: string | true | undefined) =>
  list === undefined ? undefined : (await import('./allowed-blocked.ts')).allowedBlocked(list)

/**
 * Performs a command.
 *
 * @param parameters as they stand on the command line behind its name
 * @returns its exit code
 */
export async function main(parameters: readonly string[], raw: Terminal): Promise<number> {
  // Text of a deployment must never begin a command of the CI system that shows it.
  const terminal = { ...raw, stdout: withoutCommands(raw.stdout), stderr: withoutCommands(raw.stderr) }
  let exitCode = 0
  const ends = (code: number) => {
    exitCode = code
  }
  try {
    await programFor(terminal, ends).parseAsync(parameters, { from: 'user' })
  } catch (error) {
    return exitCodeOf(error, terminal)
  }
  return exitCode
}

/** @throws UsageError where it is said both ways */
function outputFrom({ quiet, verbose }: { readonly quiet?: boolean; readonly verbose?: boolean }) {
  if (quiet && verbose) throw new UsageError('--quiet and --verbose were both given.', 'Give one of them.')
  return quiet ? 'quiet' : verbose ? 'verbose' : 'usual'
}

/** @throws UsageError where there is no such format, or the output is already that of --json or --dry-run */
async function formatOf({
  format = 'text',
  ...other
}: {
  readonly format?: string
  readonly json?: boolean
  readonly dryRun?: boolean
}) {
  if (format === 'text') return format
  const { formatFrom } = await import('./causes.ts')
  const known = formatFrom(format)
  if (other.json === true || other.dryRun === true)
    throw new UsageError(
      `--format and --${other.json === true ? 'json' : 'dry-run'} were both given.`,
      'Give one of them.',
    )
  return known
}

interface ListOptions {
  readonly only?: string[]
  readonly edition?: string
  readonly areas?: boolean
  readonly capabilities?: boolean
  readonly coverage?: boolean
  readonly json?: boolean
}

function programFor(terminal: Terminal, ends: (code: number) => void): Command {
  const { stdout, stderr } = terminal
  const program = new Command('assay')

    .description('Judges whether a deployment conforms to the Payments Platform API, version 2025-10-13.')
    .version(toolVersion())
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText(
      'after',
      `
Exit codes: 0 conformant, 1 not conformant, 2 could not start, 3 inconclusive.`,
    )

  program
    .command('run')
    .description('judge a deployment and write the conformance report')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'same as FILE')
    .option('--reference', 'judge the reference server that comes with Assay')
    .option(
      '--deployments <file...>',
      "judge and compare many deployments: files, or patterns such as 'deployments/*.yaml'",
    )
    .option('--parallel <number>', 'with --deployments: number of parallel runs', '2')
    .option(
      '--only <area|id...>',
      'judge only these areas or requirements: QUO-20, QUO or QUO-*, agent-operations',
    )
    .option('--only-failed', 'judge only the requirements that failed in the last run of the deployment')
    .option('--skip <area|id...>', 'skip these areas or requirements')
    .option('--max-failures <n>', 'end the run after n failed checks')
    .option('--fail-fast', 'same as --max-failures 1')
    .option('--dry-run', 'show what the run would judge, its requests and its shortest time; send nothing')
    .option('--quiet', 'print only the verdict')
    .option('--verbose', 'print every check when it ends')
    .option('--json', 'print conformance.json to standard output, everything else to standard error')
    .option('--format <name>', FORMAT)
    .option('-o, --out <dir>', `report folder (default: reports/runs, and ${LATEST} points to it)`)
    .option('--baseline <file>', 'known failures and flaky requirements; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'edition of the requirements (default: the latest)')
    .option('--history [dir]', 'add the run to this history and show trends (default: reports/history)')
    .option('--seed <text>', 'random seed (default: random)')
    .option(
      '--vary-identity',
      'vary everything that identifies Assay: user agent, headers, names, order of checks',
    )
    .option('--shard <i/n>', 'judge part i of n; `assay merge` combines the reports')
    .option('--durations <file>', 'durations.json of an earlier run, to balance shards')
    .option(
      '--deadline <minutes>',
      'maximum duration of the run; requirements not judged by then are blocked (default: 60)',
    )
    .option('--second-opinions', 'validate the recorded responses with Prism and Dredd too')
    .option('--webhook-url <url>', 'public URL that forwards to --webhook-port')
    .option('--webhook-port <number>', 'local port that receives webhooks')
    .action(
      async (
        file: string | undefined,
        options: {
          deployment?: string
          reference?: boolean
          deployments?: string[]
          parallel: string
          only?: string[]
          onlyFailed?: boolean
          skip?: string[]
          maxFailures?: string
          failFast?: boolean
          dryRun?: boolean
          quiet?: boolean
          verbose?: boolean
          json?: boolean
          format?: string
          out?: string
          baseline?: string
          allowBlocked?: string | true
          edition?: string
          history?: string | true
          seed?: string
          varyIdentity?: boolean
          shard?: string
          durations?: string
          deadline?: string
          secondOpinions?: boolean
          webhookUrl?: string
          webhookPort?: string
        },
      ) => {
        if (options.deployments) {
          if (options.dryRun === true)
            throw new UsageError('--dry-run plans one run.', 'Remove --deployments, and name one FILE.')
          if (options.format !== undefined)
            throw new UsageError('--format shows one run.', 'Remove --deployments, and name one FILE.')
          const { fleet } = await import('./fleet.ts')
          ends(
            await fleet(
              {
                ...options,
                deployment: options.deployment ?? file ?? (options.reference ? '--reference' : undefined),
                deployments: options.deployments,
                only: options.only ?? [],
                allowBlocked: await allowed(options.allowBlocked),
                out: options.out ?? 'reports/deployments',
                maxFailures: options.failFast === true ? '1' : options.maxFailures,
                history: options.history === true ? HISTORY : options.history,
              },
              terminal,
            ),
          )
          return
        }
        const format = await formatOf(options)
        const { targetOf } = await import('./target.ts')
        const deployment = targetOf({ ...options, file })
        const needsEmbedded = deployment === undefined && options.shard === undefined
        const embedded = needsEmbedded
          ? (await import('../reference/start-process.ts')).startReferenceServer()
          : undefined
        embedded?.catch(() => undefined)
        const { run } = await import('./run.ts')
        ends(
          await run(
            {
              deployment,
              embedded,
              only: options.only ?? [],
              onlyFailed: options.onlyFailed === true,
              skip: options.skip ?? [],
              maxFailures: options.failFast === true ? '1' : options.maxFailures,
              dryRun: options.dryRun === true,
              output: outputFrom(options),
              json: options.json === true,
              format,
              out: options.out,
              baseline: options.baseline,
              allowBlocked: await allowed(options.allowBlocked),
              edition: options.edition,
              history: options.history === true ? HISTORY : options.history,
              seed: options.seed,
              varyIdentity: options.varyIdentity === true,
              shard: options.shard,
              durations: options.durations,
              deadline: options.deadline,
              secondOpinions: options.secondOpinions === true,
              webhookUrl: options.webhookUrl,
              webhookPort: options.webhookPort,
            },
            terminal,
          ),
        )
      },
    )

  program
    .command('baseline')
    .description('write the failures of a finished run to a file for --baseline')
    .requiredOption('--from <dir>', 'report folder of the run')
    .option('-o, --out <file>', 'baseline file to write', 'baseline.yaml')
    .option('--expires <date>', 'last day of the baseline, as YYYY-MM-DD (default: 30 days after the run)')
    .option('--force', 'overwrite an existing file')
    .action(async (options: { from: string; out: string; expires?: string; force?: boolean }) => {
      const { baseline } = await import('./baseline.ts')
      stdout.write(baseline({ ...options, force: options.force === true }))
    })

  program
    .command('compare')
    .description('show the changes between two finished runs; exits with 1 on a regression')
    .argument('<before>', 'report folder of the earlier run, or its conformance.json')
    .argument('<after>', 'report folder of the later run, or its conformance.json')
    .option('--markdown', 'print Markdown')
    .option('--json', 'print JSON')
    .action(async (before: string, after: string, options: { markdown?: boolean; json?: boolean }) => {
      const { compareRuns } = await import('./compare.ts')
      const { markdown = false, json = false } = options
      ends(compareRuns({ before, after, markdown, json }, terminal))
    })

  program
    .command('history')
    .description('write the history page of the runs kept by --history, and print notable changes')
    .argument('[dir]', 'history folder', HISTORY)
    .option('--add <dir...>', 'add the finished runs in these report folders first')
    .action(async (directory: string, options: { add?: string[] }) => {
      const { history } = await import('./history.ts')
      stdout.write(history({ directory, add: options.add ?? [] }))
    })

  program
    .command('merge')
    .description('combine the reports of the shards of a run')
    .argument('<dir...>', 'report folders of the shards, or a folder that contains them')
    .option('-o, --out <dir>', `report folder of the whole run (default: as in assay run)`)
    .option('--second-opinions', 'validate the recorded responses with Prism and Dredd too')
    .option('--wait <seconds>', 'maximum time to wait for shards that have not ended')
    .option('--baseline <file>', 'known failures and flaky requirements; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--history [dir]', 'add the run to this history and show trends (default: reports/history)')
    .action(
      async (
        directories: string[],
        options: {
          out?: string
          secondOpinions?: boolean
          wait?: string
          baseline?: string
          allowBlocked?: string | true
          history?: string | true
        },
      ) => {
        const { merge } = await import('./merge.ts')
        ends(
          await merge(
            {
              directories,
              out: options.out,
              secondOpinions: options.secondOpinions === true,
              baseline: options.baseline,
              allowBlocked: await allowed(options.allowBlocked),
              history: options.history === true ? HISTORY : options.history,
              waitSeconds: options.wait,
            },
            terminal,
          ),
        )
      },
    )

  program
    .command('replay')
    .description('judge a finished run again from its recording, without the deployment')
    .argument('<dir>', 'report folder of the run')
    .option('--only <area|id...>', 'judge only these areas or requirements')
    .option('-o, --out <dir>', 'report folder of the replay', 'reports/replay')
    .option('--format <name>', FORMAT)
    .action(async (directory: string, options: { only?: string[]; out: string; format?: string }) => {
      const format = await formatOf(options)
      const { replay } = await import('./replay.ts')
      ends(await replay({ directory, only: options.only ?? [], out: options.out, format }, terminal))
    })

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
      const { judge } = await import('./judge.ts')
      const allowBlocked = await allowed(options.allowBlocked)
      ends(await judge({ ...options, allowBlocked, files }, terminal))
    })

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
      const { proxy } = await import('./proxy.ts')
      ends(await proxy({ ...options, allowBlocked: await allowed(options.allowBlocked) }, terminal))
    })

  program
    .command('self-test')
    .description(
      'test the checks: each must fail for its faults and for nothing else (requires a source checkout)',
    )
    .argument('[prefix...]', 'judge only faults whose id has this prefix (default: all)')
    .option('--mutants', 'mutate the responses of a recorded run instead, one change at a time')
    .option('--variants', 'judge conforming variants of the reference server instead')
    .option(
      '--shells',
      'judge servers without behaviour instead; prefix "every": also one for each error code',
    )
    .option('--only <area|id...>', 'with --shells: judge only these areas or requirements')
    .option('--all', 'faults, mutants, variants and shells')
    .option('--sample <n>', 'with --mutants: judge one in n')
    .option('--record', 'update the figures in docs/proof.md')
    .action(
      async (
        prefixes: string[],
        options: {
          mutants?: true
          variants?: true
          shells?: true
          only?: string[]
          all?: true
          sample?: string
          record?: true
        },
      ) => {
        const { selfTest } = await import('./self-test.ts')
        ends(
          await selfTest({
            instrument: options.all
              ? 'all'
              : options.mutants
                ? 'mutants'
                : options.variants
                  ? 'variants'
                  : options.shells
                    ? 'shells'
                    : 'faults',
            prefixes,
            only: options.only ?? [],
            sample: options.sample,
            record: options.record === true,
          }),
        )
      },
    )

  program
    .command('keygen')
    .description('create a key pair to sign and verify certificates')
    .option('-o, --out <dir>', 'folder for the keys', '.')
    .action(async (options: { out: string }) => {
      const { keygen } = await import('./keygen.ts')
      stdout.write(keygen(options.out))
    })

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
      }) => {
        const { certify } = await import('./certify.ts')
        const { key, webhookUrl, webhookPort, varyIdentity } = options
        ends(
          await certify(
            { ...options, key, webhookUrl, webhookPort, varyIdentity: varyIdentity === true },
            terminal,
          ),
        )
      },
    )

  program
    .command('explore')
    .description('search for violations with random request sequences, judged by a model of the contract')
    .option('-d, --deployment <file>', DEPLOYMENT_FILE)
    .option('--reference', 'explore the reference server that comes with Assay')
    .option('--seed <number>', 'random seed (default: random, and printed)')
    .option('--minutes <number>', 'duration of the search', '5')
    .option('-o, --out <dir>', 'folder for the sequences that show a violation', 'reports/exploration')
    .option('--replay <dir>', 'replay a sequence instead: from its recording, or with -d on a deployment')
    .action(
      async (options: {
        deployment?: string
        reference?: boolean
        seed?: string
        minutes: string
        out: string
        replay?: string
      }) => {
        const { explore, replay } = await import('./explore.ts')
        const { targetOf } = await import('./target.ts')
        ends(
          await (options.replay === undefined
            ? explore({ ...options, deployment: targetOf(options) }, terminal)
            : replay({ directory: options.replay, deployment: options.deployment }, terminal)),
        )
      },
    )

  program
    .command('verify')
    .description('verify a certificate: its signature, files and validity, and judge its recording again')
    .argument('<bundle>', 'folder written by `assay certify`')
    .requiredOption('-k, --key <file>', 'public key of a signer in PEM')
    .option('--json', 'print JSON')
    .action(async (bundle: string, { key, json }: { key: string; json?: boolean }) => {
      const { verify } = await import('./verify.ts')
      ends(await verify({ bundle, key, json: json === true }, terminal))
    })

  program
    .command('doctor')
    .description('check a deployment before a run, and list its operations and states')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'same as FILE')
    .option('--reference', 'check the reference server that comes with Assay')
    .option('--no-create', 'set up no provider state; only show how a run would')
    .option('--write', 'add the findings to the deployment file, without changing its entries')
    .option('--json', 'print JSON')
    .option('--format <name>', 'text, or agent: the findings for a coding agent, with untrusted text marked')
    .action(
      async (
        file: string | undefined,
        options: {
          deployment?: string
          reference?: boolean
          create: boolean
          write?: boolean
          json?: boolean
          format?: string
        },
      ) => {
        const format = await formatOf(options)
        const { doctor } = await import('./doctor.ts')
        const { create, write, json } = options
        const { targetOf } = await import('./target.ts')
        const deployment = targetOf({ ...options, file })
        ends(
          await doctor({ deployment, create, write: write === true, json: json === true, format }, terminal),
        )
      },
    )

  program
    .command('init')
    .description('write a deployment file and .env.example; prompts for missing options in a terminal')
    .argument('[file]', 'deployment file to write', 'deployment.yaml')
    .option('--name <name>', 'name of the deployment in reports')
    .option('--base-url <url>', 'base URL')
    .option('--states-url <url>', 'URL that sets up provider states')
    .option('--areas <area,...>', 'areas that it claims (default: all)')
    .option(
      '--openapi <file>',
      'OpenAPI 3.0 or 3.1 document of your API (YAML or JSON): fills in operations, names, requests and notOffered',
    )
    .option('--force', 'overwrite existing files')
    .action(async (file: string, { force, openapi, ...entered }: Entered & InitFlags) => {
      const { init } = await import('./init.ts')
      const { stdin: input, stdout: output } = process
      const asked = terminal.isProcess && input.isTTY && output.isTTY ? { input, output } : undefined
      stdout.write(await init({ file, entered, force: force === true, terminal: asked, openapi }))
    })

  program
    .command('serve')
    .description('serve the reference server until interrupted')
    .option('-p, --port <number>', 'port on 127.0.0.1 (default: a free one)')
    .option('--prism', 'serve a Prism mock of the OpenAPI document instead')
    .action(async (options: { port?: string; prism?: boolean }) => {
      const { serve, servePrism } = await import('./serve.ts')
      await (options.prism === true ? servePrism(options.port) : serve(options.port))
    })

  program
    .command('list')
    .description('list the requirements with level, source and assumptions')
    .option('--only <area|id...>', 'only these areas or requirements')
    .option('--edition <number>', 'requirements and levels of this edition')
    .option('--areas', 'list the areas that a deployment may claim (`areas` of its file) instead')
    .option(
      '--capabilities',
      'list the capabilities that a deployment may lack (`notOffered` of its file) instead',
    )
    .option('--coverage', 'count the judged and the open rules of the contract in each area instead')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { only = [], edition, json = false } = options
      if (options.coverage) {
        const { listCoverage } = await import('./list-coverage.ts')
        stdout.write(listCoverage(only, json))
        return
      }
      const { list, listAreas, listCapabilities } = await import('./list.ts')
      if (options.areas) {
        stdout.write(listAreas(json))
        return
      }
      if (options.capabilities) {
        stdout.write(listCapabilities(json))
        return
      }
      stdout.write(list(only, json, edition))
    })

  program
    .command('causes')
    .description('show the causes of a finished run: what to correct, the worst first')
    .argument('[dir]', 'report folder of the run, or its conformance.json', LATEST)
    .option('--format <name>', FORMAT, 'text')
    .action(async (path: string, options: { format: string }) => {
      const { causes, formatFrom } = await import('./causes.ts')
      const format = formatFrom(options.format)
      stdout.write(await causes(path, { format, colour: stdout.isTTY === true }))
    })

  program
    .command('mcp')
    .description(
      'serve doctor, run, causes, explain, exchange and replay to a coding agent, over stdio (MCP)',
    )
    .addHelpText(
      'after',
      `
Register it with the agent as the command \`npx assay mcp\`, in the folder of the deployment file. It serves until
standard input ends.`,
    )
    .action(async () => {
      const { serveTools } = await import('./mcp/serve.ts')
      await serveTools()
    })

  program
    .command('explain')
    .description(
      'explain a requirement: the rule, why it matters, how it is checked, and where to look when it fails',
    )
    .argument('<id>', 'requirement, such as QUO-20')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const { explain } = await import('./explain.ts')
      stdout.write(await explain(id, { asJson: options.json === true, colour: stdout.isTTY === true }))
    })
  return program
}

/** Everything that stops a run before it starts is exit code 2, with one message. */
function exitCodeOf(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const known =
    error instanceof UsageError ||
    (error instanceof Error &&
      ['DeploymentFileError', 'TrafficFileError', 'FolderInUse', 'InitError'].includes(error.name))
  stderr.write(
    known
      ? `${printable((error as Error).message, '\n')}\n`
      : `assay: internal error: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  return 2
}
