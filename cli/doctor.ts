import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { isModule } from '../fixtures/config/load-module.ts'
import { commandsFor } from '../reports/commands.ts'
import { printable } from '../reports/printable.ts'
import { exitCodeOf, type Diagnosis } from '../doctor/diagnosis.ts'
import { examineDeployment, type Examined } from '../doctor/examine-deployment.ts'
import { examineFile } from '../doctor/file.ts'
import { findingsForAgents } from '../doctor/findings-agent-text.ts'
import { findingsText } from '../doctor/findings-text.ts'
import { withFindings, type Written } from '../doctor/findings-written.ts'
import { startReferenceServer } from '../reference/start-process.ts'
import type { Format } from './causes.ts'
import { replaceFile } from './replace-file.ts'
import type { GivenContract } from './run-options.ts'
import { readEnvironment } from './read-environment.ts'
import type { Output, Terminal } from './terminal.ts'
import { assayError } from '../errors/index.ts'

export interface DoctorOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment: string | undefined
  readonly json: boolean
  /** Whether provider states are set up. */
  readonly create: boolean
  /** Whether the findings are added to the deployment file. */
  readonly write: boolean
  /** Whether the findings are printed for people or for a coding agent; default: for people. */
  readonly format?: Format
  /** The version of the contract; undefined: the one that Assay was made for. */
  readonly contract?: GivenContract | undefined
}

const REFERENCE_FILE = fileURLToPath(new URL('../deployments/reference.yaml', import.meta.url))

/**
 * Examines a deployment and prints the problems that block a run.
 *
 * @returns the exit code: 0 nothing, 2 the file cannot be used, 3 something is wrong or cannot be reached
 * @throws AssayError when the findings cannot be written
 */
export async function doctor(
  { deployment: path, json, create, write, format = 'text', contract }: DoctorOptions,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr, environment } = terminal
  if (write) refuseUnwritable(path)
  readEnvironment(path, environment)
  const embedded = path === undefined ? await startReferenceServer(undefined, contract?.served) : undefined
  try {
    const file = path ?? REFERENCE_FILE
    const { deployment, diagnoses: ofFile } = await examineFile(
      file,
      { ...environment, ...embedded?.variables },
      contract?.contract,
    )
    const progress = progressOn(format === 'agent' ? { write: () => true } : stderr)
    const examined: Examined = deployment
      ? await examineDeployment(deployment, { progress: progress.next, mayCreate: create })
      : NOTHING
    progress.end()
    const findings = { ...examined, diagnoses: [...ofFile, ...examined.diagnoses].map(shown) }
    const code = deployment ? exitCodeOf(findings.diagnoses, findings.states) : 2
    const { name, baseUrl } = deployment ?? {}
    const written = write && deployment ? writeFindings(file, examined, deployment) : undefined
    const commands = commandsFor({ deployment: path, contract: contract?.given })
    const textOptions = { file, colour: stdout.isTTY === true, width: stdout.columns, commands }
    stdout.write(
      json
        ? `${JSON.stringify({ deployment: { file, name, baseUrl }, exitCode: code, ...findings, written }, null, 2)}\n`
        : format === 'agent'
          ? findingsForAgents(findings, commands)
          : findingsText({ ...findings, written }, textOptions),
    )
    return code
  } finally {
    await embedded?.close()
  }
}

function refuseUnwritable(path: string | undefined): void {
  if (path === undefined) {
    throw assayError('write-needs-a-file')
  }
  if (isModule(path)) {
    throw assayError('write-to-a-module', { file: path })
  }
}

/** The additions to the file; undefined: no API was reached, so there are none. */
function writeFindings(
  file: string,
  examined: Examined,
  { limits }: Deployment,
): Omit<Written, 'text'> | undefined {
  if (!examined.outlook) return undefined
  try {
    const before = readFileSync(file, 'utf8')
    const { text, ...written } = withFindings(before, examined, limits)
    if (text !== before) replaceFile(file, text)
    return written
  } catch (error) {
    throw assayError('findings-not-written', { file, reason: printable((error as Error).message) })
  }
}

const NOTHING: Examined = {
  diagnoses: [],
  operations: [],
  states: [],
  outlook: undefined,
  leftBehind: [],
  judged: 0,
}

/** Nothing from outside steers the terminal. */
const shown = (diagnosis: Diagnosis): Diagnosis => ({
  ...diagnosis,
  detail: printable(diagnosis.detail),
  ...(diagnosis.fix === undefined ? {} : { fix: printable(diagnosis.fix) }),
})

/** On a terminal one line that renews itself; elsewhere a line each. */
function progressOn(output: Output) {
  const erase = output.isTTY ? '\r\u001b[K' : ''
  return {
    next: (what: string) => void output.write(`${erase}Examining ${what}${output.isTTY ? ' …' : '\n'}`),
    end: () => void output.write(erase),
  }
}
