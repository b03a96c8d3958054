/**
 * The commands of Assay. Thin: reads options, calls what does the work, turns outcomes into exit codes. Each command
 * loads what it needs, so that it answers at once.
 */
import { Command, CommanderError } from 'commander'
import type { Entered } from './init/entries.ts'
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

    .description(
      'Judges whether a deployment keeps the contract of the Payments Platform API, version 2025-10-13.',
    )
    .version(toolVersion())
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText(
      'after',
      `
Exit codes: 0 conformant, 1 not conformant, 2 could not start as asked, 3 inconclusive.`,
    )

  program
    .command('run')
    .description('judge a deployment and write the conformance report')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'the same as FILE')
    .option('--reference', 'judge the reference server that comes with Assay')
    .option(
      '--deployments <file...>',
      "judge many and compare them: deployment files, or patterns as 'deployments/*.yaml'",
    )
    .option('--at-once <number>', 'with --deployments: so many runs at a time', '2')
    .option(
      '--only <area|id...>',
      'judge only these areas or requirements: QUO-20, QUO or QUO-*, agent-operations',
    )
    .option('--only-failed', 'judge only what failed in the last run of the deployment')
    .option('--skip <area|id...>', 'judge all but these areas or requirements')
    .option('--max-failures <n>', 'end the run after so many failed checks')
    .option('--fail-fast', 'the same as --max-failures 1')
    .option('--quiet', 'print the verdict alone')
    .option('--verbose', 'print every check as it ends')
    .option('--json', 'print conformance.json; everything else goes to standard error')
    .option('-o, --out <dir>', `where the report goes (default: reports/runs, and ${LATEST} points to it)`)
    .option(
      '--baseline <file>',
      'requirements known to fail or to be flaky, which do not make the exit code 1',
    )
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'judge by this edition of the requirements; default: the latest')
    .option(
      '--history [dir]',
      'keep the run there, and show what earlier ones said; default: reports/history',
    )
    .option('--seed <text>', 'of the randomness of the run; default: drawn')
    .option('--vary-identity', 'vary what identifies Assay: user agent, headers, names, order of checks')
    .option('--shard <i/n>', 'judge only the i-th of n parts; `assay merge` makes one report of them')
    .option('--durations <file>', 'durations.json of an earlier run, by which shards are balanced')
    .option(
      '--deadline <minutes>',
      'longest time of the run; what was not judged until then is blocked (default: 60)',
    )
    .option('--second-opinions', 'ask Prism and Dredd what they say of the recorded responses')
    .option('--webhook-url <url>', 'public address at which the deployment reaches --webhook-port')
    .option('--webhook-port <number>', 'local port on which webhooks are received')
    .action(
      async (
        file: string | undefined,
        options: {
          deployment?: string
          reference?: boolean
          deployments?: string[]
          atOnce: string
          only?: string[]
          onlyFailed?: boolean
          skip?: string[]
          maxFailures?: string
          failFast?: boolean
          quiet?: boolean
          verbose?: boolean
          json?: boolean
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
              output: outputFrom(options),
              json: options.json === true,
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
    .description('write a baseline of what fails in a finished run, for --baseline')
    .requiredOption('--from <dir>', 'where the report of the run is')
    .option('-o, --out <file>', 'baseline file to write', 'baseline.yaml')
    .option(
      '--expires <date>',
      'last day on which they do not count, as YYYY-MM-DD; default: 30 days after the run',
    )
    .option('--force', 'write over a file that is there')
    .action(async (options: { from: string; out: string; expires?: string; force?: boolean }) => {
      const { baseline } = await import('./baseline.ts')
      stdout.write(baseline({ ...options, force: options.force === true }))
    })

  program
    .command('compare')
    .description(
      'say what has changed from one finished run to another; exit code 1 when something regressed',
    )
    .argument('<before>', 'where the report of the earlier run is, or its conformance.json')
    .argument('<after>', 'the same of the later run')
    .option('--markdown', 'as Markdown')
    .option('--json', 'as JSON')
    .action(async (before: string, after: string, options: { markdown?: boolean; json?: boolean }) => {
      const { compareRuns } = await import('./compare.ts')
      const { markdown = false, json = false } = options
      ends(compareRuns({ before, after, markdown, json }, terminal))
    })

  program
    .command('history')
    .description('write the page of the runs that --history kept, and say what stands out')
    .argument('[dir]', 'where they are kept', HISTORY)
    .option('--add <dir...>', 'add finished runs first, by where their reports are')
    .action(async (directory: string, options: { add?: string[] }) => {
      const { history } = await import('./history.ts')
      stdout.write(history({ directory, add: options.add ?? [] }))
    })

  program
    .command('merge')
    .description('make one report of the shards of a run')
    .argument('<dir...>', 'where the reports of the shards are, or a folder that holds them')
    .option('-o, --out <dir>', `where the report of the whole run goes (default: as of assay run)`)
    .option('--second-opinions', 'ask Prism and Dredd what they say of the recorded responses')
    .option('--wait <seconds>', 'wait so long at most for shards that have not ended yet')
    .option(
      '--baseline <file>',
      'requirements known to fail or to be flaky, which do not make the exit code 1',
    )
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option(
      '--history [dir]',
      'keep the run there, and show what earlier ones said; default: reports/history',
    )
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
    .description('judge a finished run once more from its recording, without the deployment')
    .argument('<dir>', 'where the report of the run is')
    .option('--only <area|id...>', 'judge only these areas or requirements')
    .option('-o, --out <dir>', 'where the report of the replay goes', 'reports/replay')
    .action(async (directory: string, options: { only?: string[]; out: string }) => {
      const { replay } = await import('./replay.ts')
      ends(await replay({ directory, only: options.only ?? [], out: options.out }, terminal))
    })

  program
    .command('judge')
    .description('judge exchanges that others recorded: HAR files, or exchanges.jsonl of a run')
    .argument('<file...>', 'HAR files, exchanges.jsonl files, or folders of finished runs')
    .option(
      '-d, --deployment <file>',
      'deployment file: base address, operations and names; needs no credentials',
    )
    .option('--base-url <url>', 'base address, without a deployment file')
    .option('--any-host', 'match exchanges by their path alone, whatever their host')
    .option('-o, --out <dir>', 'where the report goes', TRAFFIC_OUT)
    .option('--baseline <file>', 'requirements known to fail, which do not make the exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'judge by this edition of the requirements (default: the latest)')
    .action(async (files: string[], options: Asked<TrafficOptions>) => {
      const { judge } = await import('./judge.ts')
      const allowBlocked = await allowed(options.allowBlocked)
      ends(await judge({ ...options, allowBlocked, files }, terminal))
    })

  program
    .command('proxy')
    .description('forward the requests of others to a deployment, and judge what it responds')
    .option('--to <url>', 'where requests are forwarded (default: the base address of the deployment)')
    .option('-p, --port <number>', 'port on which the proxy listens (default: a free one)')
    .option('--host <address>', 'address on which the proxy listens', '127.0.0.1')
    .option(
      '-d, --deployment <file>',
      'deployment file: base address, operations and names; needs no credentials',
    )
    .option('--base-url <url>', 'base address, without a deployment file (default: --to)')
    .option('-o, --out <dir>', 'where the report goes', TRAFFIC_OUT)
    .option('--baseline <file>', 'requirements known to fail, which do not make the exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'judge by this edition of the requirements (default: the latest)')
    .addHelpText(
      'after',
      `
Your clients use the address that it prints as the base address of the API. Ctrl-C or SIGTERM ends it; it then writes
the report that assay judge writes.

Exit codes: 0 conformant, 1 not conformant, 2 could not start as asked, 3 inconclusive.`,
    )
    .action(async (options: Asked<ProxyOptions>) => {
      const { proxy } = await import('./proxy.ts')
      ends(await proxy({ ...options, allowBlocked: await allowed(options.allowBlocked) }, terminal))
    })

  program
    .command('self-test')
    .description('show that every check can fail, and fails for nothing else (in a checkout of the sources)')
    .argument('[prefix...]', 'judge only the faults whose id begins so; default: all')
    .option('--mutants', 'change the answers of a recorded run one thing at a time, instead')
    .option('--variants', 'judge deployments that keep the contract in other readings of it, instead')
    .option(
      '--shells',
      'judge servers that do nothing useful, instead; "every" as prefix: one for each error code too',
    )
    .option('--only <area|id...>', 'on the shells, judge only these areas or requirements')
    .option('--all', 'faults, mutants, variants and shells')
    .option('--every <n>', 'of the mutants, judge one in so many')
    .option('--record', 'write the figures of docs/proof.md')
    .action(
      async (
        prefixes: string[],
        options: {
          mutants?: true
          variants?: true
          shells?: true
          only?: string[]
          all?: true
          every?: string
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
            every: options.every,
            record: options.record === true,
          }),
        )
      },
    )

  program
    .command('keygen')
    .description('make a pair of keys, to sign certificates and to verify them')
    .option('-o, --out <dir>', 'where the keys go', '.')
    .action(async (options: { out: string }) => {
      const { keygen } = await import('./keygen.ts')
      stdout.write(keygen(options.out))
    })

  program
    .command('certify')
    .description('judge a deployment whole, and sign what came of it where it conforms')
    .requiredOption('-d, --deployment <file>', 'deployment file (YAML, JSON or a module)')
    .requiredOption('-o, --out <dir>', 'where the bundle goes; nothing may be there yet')
    .option('-k, --key <file>', 'private key in PEM; default: the text of ASSAY_SIGNING_KEY')
    .option('--valid-days <number>', 'how long the certificate is valid', '90')
    .option('--vary-identity', 'vary what identifies Assay: user agent, headers, names, order of checks')
    .option('--webhook-url <url>', 'public address at which the deployment reaches --webhook-port')
    .option('--webhook-port <number>', 'local port on which webhooks are received')
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
    .description(
      'look for what no check looks for: random sequences of requests, judged by a model of the contract',
    )
    .option('-d, --deployment <file>', DEPLOYMENT_FILE)
    .option('--reference', 'explore the reference server that comes with Assay')
    .option('--seed <number>', 'of the sequences; default: drawn, and told')
    .option('--minutes <number>', 'how long', '5')
    .option(
      '-o, --out <dir>',
      'where sequences are written that show something broken',
      'reports/exploration',
    )
    .option(
      '--replay <dir>',
      'perform a sequence once more instead: from its recording, or with -d on a deployment',
    )
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
    .description('verify a certificate: signature, files, validity, and its recording judged once more')
    .argument('<bundle>', 'directory that `assay certify` wrote')
    .requiredOption('-k, --key <file>', 'public key in PEM of anyone who signed it')
    .option('--json', 'as JSON')
    .action(async (bundle: string, { key, json }: { key: string; json?: boolean }) => {
      const { verify } = await import('./verify.ts')
      ends(await verify({ bundle, key, json: json === true }, terminal))
    })

  program
    .command('doctor')
    .description('examine a deployment before a run, and say which operations and states it has')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'the same as FILE')
    .option('--reference', 'examine the reference server that comes with Assay')
    .option('--no-create', 'set up no provider state: only say how a run would')
    .option('--write', 'add the findings to the deployment file; change nothing that it says')
    .option('--json', 'as JSON')
    .action(
      async (
        file: string | undefined,
        options: {
          deployment?: string
          reference?: boolean
          create: boolean
          write?: boolean
          json?: boolean
        },
      ) => {
        const { doctor } = await import('./doctor.ts')
        const { create, write, json } = options
        const { targetOf } = await import('./target.ts')
        const deployment = targetOf({ ...options, file })
        ends(await doctor({ deployment, create, write: write === true, json: json === true }, terminal))
      },
    )

  program
    .command('init')
    .description(
      'write a deployment file and .env.example; asks at a terminal for what the options do not say',
    )
    .argument('[file]', 'deployment file to write', 'deployment.yaml')
    .option('--name <name>', 'what reports call the deployment')
    .option('--base-url <url>', 'base address')
    .option('--states-url <url>', 'where provider states are set up')
    .option('--areas <area,...>', 'areas that it claims; default: everything')
    .option(
      '--openapi <file>',
      'OpenAPI 3.0 or 3.1 document of your API (YAML or JSON): fills in operations, names, requests and notOffered',
    )
    .option('--force', 'write over files that are there')
    .action(async (file: string, { force, openapi, ...entered }: Entered & InitFlags) => {
      const { init } = await import('./init.ts')
      const { stdin: input, stdout: output } = process
      const asked = terminal.isProcess && input.isTTY && output.isTTY ? { input, output } : undefined
      stdout.write(await init({ file, entered, force: force === true, terminal: asked, openapi }))
    })

  program
    .command('serve')
    .description('serve the reference deployment until interrupted')
    .option('-p, --port <number>', 'port on 127.0.0.1; default: a free one')
    .option('--prism', 'serve the mock that Prism makes of the OpenAPI document instead')
    .action(async (options: { port?: string; prism?: boolean }) => {
      const { serve, servePrism } = await import('./serve.ts')
      await (options.prism === true ? servePrism(options.port) : serve(options.port))
    })

  program
    .command('list')
    .description('list the requirements, with level, source and what they rest on')
    .option('--only <area|id...>', 'only these areas or requirements')
    .option('--edition <number>', 'those of an edition, with the levels that they have there')
    .option('--areas', 'what a deployment may claim (`areas` of its file), instead')
    .option('--capabilities', 'what a deployment may not offer (`notOffered` of its file), instead')
    .option('--coverage', 'how many rules of the contract are judged or left open in each area, instead')
    .option('--json', 'as JSON')
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
    .command('explain')
    .description(
      'say what a requirement is, why it matters, how it is checked, and where to look when it is broken',
    )
    .argument('<id>', 'of the requirement, such as QUO-20')
    .option('--json', 'as JSON')
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
      ['DeploymentFileError', 'TrafficFileError', 'FolderInUse'].includes(error.name))
  stderr.write(
    known
      ? `${printable((error as Error).message, '\n')}\n`
      : `assay broke: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  return 2
}
