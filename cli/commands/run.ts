/** The command `assay run`. */
import type { Command } from 'commander'
import { LATEST } from '../default-folders.ts'
import { assayError } from '../../errors/index.ts'
import type { GivenContract } from '../run-options.ts'
import type { CommandContext } from './command-context.ts'
import {
  ALLOW_BLOCKED,
  allowed,
  CONTRACT,
  loadContractOption,
  DEPLOYMENT_FILE,
  FORMAT,
  parseFormat,
  HISTORY,
} from './shared-options.ts'

interface RunFlags {
  readonly deployment?: string
  readonly reference?: boolean
  readonly deployments?: string[]
  readonly parallel: string
  readonly only?: string[]
  readonly onlyFailed?: boolean
  readonly skip?: string[]
  readonly maxFailures?: string
  readonly failFast?: boolean
  readonly dryRun?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly json?: boolean
  readonly format?: string
  readonly out?: string
  readonly baseline?: string
  readonly allowBlocked?: string | true
  readonly edition?: string
  readonly contract?: string
  readonly history?: string | true
  readonly seed?: string
  readonly varyIdentity?: boolean
  readonly shard?: string
  readonly durations?: string
  readonly deadline?: string
  readonly secondOpinions?: boolean
  readonly webhookUrl?: string
  readonly webhookPort?: string
}

export function addRun(program: Command, { terminal, ends }: CommandContext): void {
  const command = program.command('run')
  command
    .description(
      'judge a deployment and write the conformance report; this moves money and changes data there',
    )
    .argument('[file]', DEPLOYMENT_FILE)
  addTarget(command)
  addSelection(command)
  addOutput(command)
  addConduct(command)
  command.action(async (file: string | undefined, flags: RunFlags) =>
    ends(
      await (flags.deployments === undefined
        ? runOne(file, flags, terminal)
        : runMany(file, { ...flags, deployments: flags.deployments }, terminal)),
    ),
  )
}

/** Options for what to judge. */
const addTarget = (command: Command): Command =>
  command
    .option('-d, --deployment <file>', 'same as FILE')
    .option('--reference', 'judge the reference server that comes with Assay')
    .option(
      '--deployments <file...>',
      "judge and compare many deployments: files, or patterns such as 'deployments/*.yaml'",
    )
    .option('--parallel <number>', 'with --deployments: number of parallel runs', '2')

/** By which requirements. */
const addSelection = (command: Command): Command =>
  command
    .option(
      '--only <area|id...>',
      'judge only these areas or requirements: QUO-20, QUO or QUO-*, agent-operations',
    )
    .option(
      '--only-failed',
      'judge only the requirements that failed in the last whole run of the deployment, or since',
    )
    .option('--skip <area|id...>', 'skip these areas or requirements')
    .option('--max-failures <n>', 'end the run after n failed checks')
    .option('--fail-fast', 'same as --max-failures 1')

/** Options for output. */
const addOutput = (command: Command): Command =>
  command
    .option('--dry-run', 'show what the run would judge, and about how many requests it sends; send nothing')
    .option('--quiet', 'print only the verdict')
    .option('--verbose', 'print every check when it ends')
    .option('--json', 'print conformance.json to standard output, everything else to standard error')
    .option('--format <name>', FORMAT)
    .option('-o, --out <dir>', `report folder (default: reports/runs, and ${LATEST} points to it)`)
    .option('--baseline <file>', 'known failures and flaky requirements; they do not cause exit code 1')
    .option('--allow-blocked [list]', ALLOW_BLOCKED)
    .option('--edition <number>', 'edition of the requirements (default: the latest)')
    .option(...CONTRACT)
    .option('--history [dir]', 'add the run to this history and show trends (default: reports/history)')

/** How it is done. */
const addConduct = (command: Command): Command =>
  command
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

async function runOne(
  file: string | undefined,
  flags: RunFlags,
  terminal: CommandContext['terminal'],
): Promise<number> {
  const format = await parseFormat(flags)
  const { targetOf } = await import('../target.ts')
  const deployment = targetOf({ ...flags, file }, 'run')
  const contract = await loadContractOfRun(flags)
  const needsEmbedded = deployment === undefined && flags.shard === undefined
  const embedded = needsEmbedded
    ? (await import('../../reference/start-process.ts')).startReferenceServer(undefined, contract?.served)
    : undefined
  embedded?.catch(() => undefined)
  const { run } = await import('../run.ts')
  return run(
    {
      deployment,
      embedded,
      only: flags.only ?? [],
      onlyFailed: flags.onlyFailed === true,
      skip: flags.skip ?? [],
      maxFailures: maxFailuresOf(flags),
      dryRun: flags.dryRun === true,
      output: outputFrom(flags),
      json: flags.json === true,
      format,
      out: flags.out,
      baseline: flags.baseline,
      allowBlocked: await allowed(flags.allowBlocked, contract?.contract),
      edition: flags.edition,
      contract,
      history: historyOf(flags),
      seed: flags.seed,
      varyIdentity: flags.varyIdentity === true,
      shard: flags.shard,
      durations: flags.durations,
      deadline: flags.deadline,
      secondOpinions: flags.secondOpinions === true,
      webhookUrl: flags.webhookUrl,
      webhookPort: flags.webhookPort,
    },
    terminal,
  )
}

/** Options whose results are of one version of the contract. */
const OF_ONE_VERSION = ['shard', 'history', 'secondOpinions'] as const

/** @throws AssayError for an unknown version, and for an option that takes only the default one */
async function loadContractOfRun(flags: RunFlags): Promise<GivenContract | undefined> {
  const contract = await loadContractOption(flags)
  const other = OF_ONE_VERSION.find((name) => flags[name] !== undefined && flags[name] !== false)
  if (contract !== undefined && other !== undefined)
    throw assayError('options-conflict', {
      option: '--contract',
      other: other === 'secondOpinions' ? '--second-opinions' : `--${other}`,
    })
  return contract
}

/** @throws AssayError where an option is given that needs a single run */
async function runMany(
  file: string | undefined,
  flags: RunFlags & { readonly deployments: string[] },
  terminal: CommandContext['terminal'],
): Promise<number> {
  if (flags.dryRun === true) throw assayError('option-for-one-deployment', { option: '--dry-run' })
  if (flags.format !== undefined) throw assayError('option-for-one-deployment', { option: '--format' })
  if (flags.contract !== undefined) throw assayError('option-for-one-deployment', { option: '--contract' })
  const { fleet } = await import('../fleet.ts')
  return fleet(
    {
      ...flags,
      deployment: flags.deployment ?? file ?? (flags.reference ? '--reference' : undefined),
      only: flags.only ?? [],
      allowBlocked: await allowed(flags.allowBlocked),
      out: flags.out ?? 'reports/deployments',
      maxFailures: maxFailuresOf(flags),
      history: historyOf(flags),
    },
    terminal,
  )
}

const maxFailuresOf = ({ failFast, maxFailures }: RunFlags) => (failFast === true ? '1' : maxFailures)

const historyOf = ({ history }: RunFlags) => (history === true ? HISTORY : history)

/** @throws AssayError when both are given */
function outputFrom({ quiet, verbose }: RunFlags) {
  if (quiet && verbose) throw assayError('options-conflict', { option: '--quiet', other: '--verbose' })
  return quiet ? 'quiet' : verbose ? 'verbose' : 'usual'
}
