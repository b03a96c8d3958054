/** The command line of Assay. Thin: reads options, calls what does the work, turns outcomes into exit codes. */
import { Command, CommanderError } from 'commander'
import { list } from './list.ts'
import { run } from './run.ts'
import { serve } from './serve.ts'
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
    'deployment file (YAML or JSON); left out: the embedded reference deployment',
  )
  .option('--only <area|id...>', 'judge only these areas or requirements')
  .option('-o, --out <dir>', 'where the report goes', 'reports/latest')
  .action(async (options: { deployment?: string; only?: string[]; out: string }) => {
    process.exitCode = await run({
      deployment: options.deployment,
      only: options.only ?? [],
      out: options.out,
    })
  })

program
  .command('serve')
  .description('serve the reference deployment until interrupted')
  .option('-p, --port <number>', 'port on 127.0.0.1; left out: a free one')
  .action(async (options: { port?: string }) => {
    await serve(options.port)
  })

program
  .command('list')
  .description('list the requirements, with level, source and what they rest on')
  .option('--only <area|id...>', 'only these areas or requirements')
  .option('--json', 'as JSON')
  .action((options: { only?: string[]; json?: boolean }) => {
    process.stdout.write(list(options.only ?? [], options.json === true))
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
