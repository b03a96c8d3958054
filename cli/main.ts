/**
 * The command line: parses options, calls the commands, and returns exit codes. Each command loads only the modules
 * that it needs, so that it starts at once.
 */
import { Command, CommanderError } from 'commander'
import { AssayError, assayError } from '../errors/index.ts'
import { DeploymentFileError } from '../fixtures/config/deployment-file-error.ts'
import { printable } from '../reports/printable.ts'
import { withoutCommands } from '../reports/without-commands.ts'
import { toolVersion } from '../runner/tool-version.ts'
import { addBaseline } from './commands/baseline.ts'
import { addCauses } from './commands/causes.ts'
import { addCertify, addRenew } from './commands/certify.ts'
import type { CommandContext } from './commands/command-context.ts'
import { addChallenge } from './commands/challenge.ts'
import { addCompare } from './commands/compare.ts'
import { addContract } from './commands/contract.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExplain } from './commands/explain.ts'
import { addExplore } from './commands/explore.ts'
import { addHistory } from './commands/history.ts'
import { addInit } from './commands/init.ts'
import { addJudge } from './commands/judge.ts'
import { addKeygen } from './commands/keygen.ts'
import { addHeartbeat, addRevoke, addStatus } from './commands/lifecycle.ts'
import { addList } from './commands/list.ts'
import { addMcp } from './commands/mcp.ts'
import { addMerge } from './commands/merge.ts'
import { addProxy } from './commands/proxy.ts'
import { addReplay } from './commands/replay.ts'
import { addRegistry } from './commands/registry.ts'
import { addRun } from './commands/run.ts'
import { addSelfTest } from './commands/self-test.ts'
import { addServe } from './commands/serve.ts'
import { addUi } from './commands/ui.ts'
import { addVerify } from './commands/verify.ts'
import { internalError } from './internal-error.ts'
import type { Terminal } from './terminal.ts'

/** In the order in which `assay --help` lists them. */
const COMMANDS: readonly ((program: Command, context: CommandContext) => void)[] = [
  addRun,
  addUi,
  addBaseline,
  addCompare,
  addHistory,
  addMerge,
  addReplay,
  addJudge,
  addProxy,
  addSelfTest,
  addKeygen,
  addCertify,
  addExplore,
  addVerify,
  addRenew,
  addRevoke,
  addHeartbeat,
  addStatus,
  addRegistry,
  addChallenge,
  addDoctor,
  addInit,
  addServe,
  addList,
  addContract,
  addCauses,
  addMcp,
  addExplain,
]

/**
 * Performs a command.
 *
 * @param parameters the arguments after the command name
 * @returns its exit code
 */
export async function main(parameters: readonly string[], raw: Terminal): Promise<number> {
  // Text of a deployment must never begin a command of the CI system that shows it.
  const terminal = { ...raw, stdout: withoutCommands(raw.stdout), stderr: withoutCommands(raw.stderr) }
  let exitCode = 0
  let program: Command | undefined
  const ends = (code: number) => {
    exitCode = code
  }
  try {
    program = programFor({ terminal, ends })
    await program.parseAsync(parameters, { from: 'user' })
  } catch (error) {
    const isMistyped =
      error instanceof CommanderError && error.exitCode !== 0 && error.code !== 'commander.help'
    return exitCodeOf(isMistyped && program ? mistyped(error, program, parameters) : error, terminal)
  }
  return exitCode
}

/** An invalid argument or option, with the help of the command that was called as the next step. */
function mistyped({ message }: CommanderError, program: Command, parameters: readonly string[]): AssayError {
  const path = [program.name()]
  let command = program
  for (const word of parameters) {
    const called = command.commands.find((one) => one.name() === word)
    if (called === undefined) break
    path.push(word)
    command = called
  }
  return assayError('command-line-invalid', {
    command: path.join(' '),
    problem: message.replace(/^error: /, '').replaceAll('\n', ' '),
    lists: command.commands.length > 0 ? 'the commands' : 'its arguments and options',
  })
}

function programFor(context: CommandContext): Command {
  const { stdout, stderr } = context.terminal
  const program = new Command('assay')
    .description('Judges whether a deployment conforms to the Payments Platform API, version 2025-10-13.')
    .version(toolVersion())
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => undefined,
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 conformant, 1 not conformant, 2 could not start, 3 inconclusive.`,
    )
  for (const add of COMMANDS) add(program, context)
  return program
}

/** A command that ends with an error prints one message; where nothing was judged, its exit code is 2. */
function exitCodeOf(error: unknown, { stderr }: Terminal): number {
  // Commander has printed the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const known = error instanceof AssayError || error instanceof DeploymentFileError ? error : undefined
  const { message, exitCode } = known ?? internalError(error)
  stderr.write(`${printable(message, '\n')}\n`)
  return exitCode
}
