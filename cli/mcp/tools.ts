/** The tools of the MCP server, with the command or file behind each. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES } from '../../fixtures/recording/evidence.ts'
import { printable } from '../../reports/printable.ts'
import { exchangeForAgents } from '../../reports/writers/agent-exchange.ts'
import { exchangeOf } from '../../reports/exchange-lines.ts'
import { linesIn } from '../../spec/lines-in.ts'
import { causes } from '../causes.ts'
import { LATEST } from '../default-folders.ts'
import { assayError } from '../../errors/index.ts'
import { runAssay } from './run-assay.ts'

/** Maximum size of a result: an agent has little room, and each command has a smaller limit. */
export const MAX_RESULT_BYTES = 16_000

type Property = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly description: string
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  /** Whether it sends nothing to a deployment and writes no file. */
  readonly isReadOnly: boolean
  /** @throws AssayError where the arguments name nothing */
  perform(given: Given, signal: AbortSignal): Promise<string>
}

/** A failed command, with its message. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** As the schema of the tool allows them. */
export interface Given {
  readonly deployment?: string
  readonly reference?: boolean
  readonly create?: boolean
  readonly only?: readonly string[]
  readonly onlyFailed?: boolean
  readonly maxFailures?: number
  readonly report?: string
  readonly id?: string
}

const PATH = { type: 'string', minLength: 1, maxLength: 1_000 } as const
const TARGET = {
  deployment: { ...PATH, description: 'deployment file (default: deployment.yaml in the working directory)' },
  reference: { type: 'boolean', description: 'the reference server of Assay instead of a deployment' },
} as const
const ONLY = {
  type: 'array',
  maxItems: 100,
  // Nothing that a command line would take for an option.
  items: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9*-]{0,60}$' },
  description: 'areas or requirements: agent-operations, QUO-20, QUO-*',
} as const
const REPORT = { ...PATH, description: `report folder of a finished run (default: ${LATEST})` } as const

const targetParameters = ({ deployment, reference }: Given) => [
  ...(deployment === undefined ? [] : [`--deployment=${deployment}`]),
  ...(reference === true ? ['--reference'] : []),
]
const onlyParameters = ({ only = [] }: Given) => (only.length === 0 ? [] : ['--only', ...only])

export const TOOLS: readonly Tool[] = [
  {
    name: 'doctor',
    description:
      'Examine a deployment before a run: connection, credentials, operations, provider states. Use it first.',
    properties: {
      ...TARGET,
      create: { type: 'boolean', description: 'set up provider states too; creates resources' },
    },
    isReadOnly: false,
    perform: (given, signal) =>
      runTool(
        ['doctor', ...targetParameters(given), ...(given.create === true ? [] : ['--no-create'])],
        signal,
      ),
  },
  {
    name: 'run',
    description:
      'Judge a deployment, write its report, and return the causes of what failed, the worst first. Sends requests to the deployment.',
    properties: {
      ...TARGET,
      only: ONLY,
      onlyFailed: { type: 'boolean', description: 'judge only what failed in the last whole run, or since' },
      maxFailures: { type: 'integer', minimum: 1, description: 'end the run after so many failed checks' },
    },
    isReadOnly: false,
    perform: (given, signal) =>
      runTool(
        [
          'run',
          ...targetParameters(given),
          ...(given.onlyFailed === true ? ['--only-failed'] : []),
          ...(given.maxFailures === undefined ? [] : [`--max-failures=${given.maxFailures}`]),
          ...onlyParameters(given),
        ],
        signal,
      ),
  },
  {
    name: 'causes',
    description: 'The causes of a finished run: rule, evidence, fix, and the command that checks the fix.',
    properties: { report: REPORT },
    isReadOnly: true,
    perform: ({ report = LATEST }) => causes(report, { format: 'agent', colour: false }),
  },
  {
    name: 'explain',
    description:
      'One requirement (the rule, why it matters, how it is checked, where to look), or one error code of Assay.',
    properties: {
      id: { type: 'string', maxLength: 60, description: 'requirement, such as QUO-20, or error code' },
    },
    required: ['id'],
    isReadOnly: true,
    // Loaded on demand: it reads all suites.
    perform: async ({ id = '' }) =>
      (await import('../explain.ts')).explain(id, { asJson: false, colour: false }),
  },
  {
    name: 'exchange',
    description: 'One recorded request and its response. Causes and requirements name the ids of exchanges.',
    properties: { id: { type: 'string', maxLength: 200, description: 'id of the exchange' }, report: REPORT },
    required: ['id'],
    isReadOnly: true,
    perform: ({ id = '', report = LATEST }) => findExchange(report, id),
  },
  {
    name: 'replay',
    description:
      'Judge a finished run again from its recording, offline, and name the verdicts that differ. Writes reports/replay.',
    properties: { report: REPORT, only: ONLY },
    isReadOnly: false,
    perform: (given, signal) =>
      runTool(['replay', ...onlyParameters(given), '--', given.report ?? LATEST], signal),
  },
]

/** The agent output of a command, and the meaning of its exit code. */
async function runTool(parameters: readonly string[], signal: AbortSignal): Promise<string> {
  const [command = '', ...rest] = parameters
  const { exitCode, stdout, stderr } = await runAssay([command, '--format=agent', ...rest], signal)
  // No request was sent, so this is a message of Assay with the next step. Doctor prints the problems of a file.
  if (exitCode === 2) throw new CommandFailed(printable(stderr.trim() || stdout.trim(), '\n'))
  if (exitCode === undefined || stdout === '') throw assayError('command-without-result', { command })
  return `${stdout}\nexit code: ${exitCode}\n`
}

async function findExchange(report: string, id: string): Promise<string> {
  const file = join(report, EXCHANGES)
  if (!existsSync(file)) throw assayError('recording-missing', { folder: report, file: EXCHANGES })
  for await (const line of linesIn(file)) {
    const exchange = exchangeOf(line)
    if (exchange?.id === id) return exchangeForAgents(exchange)
  }
  throw assayError('exchange-unknown', { folder: report, id: printable(id) })
}
