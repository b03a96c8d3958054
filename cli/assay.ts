/**
 * The command line of Assay. Thin: reads options, calls what does the work, turns outcomes into exit codes. Each command
 * loads what it needs, since a run stays in memory beside its engine.
 */
import { Command, CommanderError } from 'commander'
import type { Entered } from './init/entries.ts'
import { toolVersion } from './prepare-run.ts'
import { UsageError } from './usage-error.ts'

const program = new Command('assay')
  .description(
    'Judges whether a deployment keeps the contract of the Payments Platform API, version 2025-10-13.',
  )
  .version(toolVersion())
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText(
    'after',
    `
Exit codes: 0 conformant, 1 not conformant, 2 could not start as asked, 3 inconclusive.`,
  )

program
  .command('run')
  .description('judge a deployment and write the conformance report')
  .option(
    '-d, --deployment <file>',
    'deployment file (YAML, JSON or a module); left out: the embedded reference deployment',
  )
  .option('--only <area|id...>', 'judge only these areas or requirements')
  .option('-o, --out <dir>', 'where the report goes', 'reports/latest')
  .option('--second-opinions', 'ask Prism and Dredd what they say of the recorded responses')
  .option('--webhook-url <url>', 'public address at which the deployment reaches --webhook-port')
  .option('--webhook-port <number>', 'local port on which webhooks are received')
  .action(
    async (options: {
      deployment?: string
      only?: string[]
      out: string
      secondOpinions?: boolean
      webhookUrl?: string
      webhookPort?: string
    }) => {
      const { run } = await import('./run.ts')
      process.exitCode = await run({
        deployment: options.deployment,
        only: options.only ?? [],
        out: options.out,
        secondOpinions: options.secondOpinions === true,
        webhookUrl: options.webhookUrl,
        webhookPort: options.webhookPort,
      })
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
    process.exitCode = await replay({ directory, only: options.only ?? [], out: options.out })
  })

program
  .command('explore')
  .description(
    'look for what no check looks for: random sequences of requests, judged by a model of the contract',
  )
  .option(
    '-d, --deployment <file>',
    'deployment file (YAML, JSON or a module); left out: the embedded reference deployment',
  )
  .option('--seed <number>', 'of the sequences; left out: drawn, and told')
  .option('--minutes <number>', 'how long', '5')
  .option('-o, --out <dir>', 'where sequences are written that show something broken', 'reports/exploration')
  .option(
    '--replay <dir>',
    'perform a sequence once more instead: from its recording, or with -d on a deployment',
  )
  .action(
    async (options: {
      deployment?: string
      seed?: string
      minutes: string
      out: string
      replay?: string
    }) => {
      const { explore, replay } = await import('./explore.ts')
      process.exitCode = await (options.replay === undefined
        ? explore(options)
        : replay({ directory: options.replay, deployment: options.deployment }))
    },
  )

program
  .command('doctor')
  .description('examine a deployment before anything is judged, and say what is missing and how to mend it')
  .option(
    '-d, --deployment <file>',
    'deployment file (YAML, JSON or a module); left out: the embedded reference deployment',
  )
  .option('--json', 'as JSON')
  .action(async (options: { deployment?: string; json?: boolean }) => {
    const { doctor } = await import('./doctor.ts')
    process.exitCode = await doctor({ deployment: options.deployment, json: options.json === true })
  })

program
  .command('init')
  .description('write a deployment file and .env.example; asks at a terminal for what the options do not say')
  .argument('[file]', 'deployment file to write', 'deployment.yaml')
  .option('--name <name>', 'what reports call the deployment')
  .option('--base-url <url>', 'base address')
  .option('--states-url <url>', 'where provider states are set up')
  .option('--areas <area,...>', 'areas that it claims; left out: everything')
  .option('--force', 'write over files that are there')
  .action(async (file: string, { force, ...entered }: Entered & { readonly force?: boolean }) => {
    const { init } = await import('./init.ts')
    const { stdin: input, stdout: output } = process
    const terminal = input.isTTY && output.isTTY ? { input, output } : undefined
    process.stdout.write(await init({ file, entered, force: force === true, terminal }))
  })

program
  .command('serve')
  .description('serve the reference deployment until interrupted')
  .option('-p, --port <number>', 'port on 127.0.0.1; left out: a free one')
  .option('--prism', 'serve the mock that Prism makes of the OpenAPI document instead')
  .action(async (options: { port?: string; prism?: boolean }) => {
    const { serve, servePrism } = await import('./serve.ts')
    await (options.prism === true ? servePrism(options.port) : serve(options.port))
  })

program
  .command('list')
  .description('list the requirements, with level, source and what they rest on')
  .option('--only <area|id...>', 'only these areas or requirements')
  .option('--coverage', 'how many rules of the contract are judged or left open in each area, instead')
  .option('--json', 'as JSON')
  .action(async (options: { only?: string[]; coverage?: boolean; json?: boolean }) => {
    const printed = options.coverage
      ? (await import('./list-coverage.ts')).listCoverage
      : (await import('./list.ts')).list
    process.stdout.write(printed(options.only ?? [], options.json === true))
  })

// Whoever reads the output may have seen enough, as in `assay help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** Everything that stops a run before it starts is exit code 2, with one message. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const known =
    error instanceof UsageError || (error instanceof Error && error.name === 'DeploymentFileError')
  process.stderr.write(
    known
      ? `${(error as Error).message}\n`
      : `assay broke: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  return 2
}
