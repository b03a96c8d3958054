import { fileURLToPath } from 'node:url'
import { printable } from '../reports/printable.ts'
import { exitCodeOf, type Diagnosis } from './doctor/diagnosis.ts'
import { examineDeployment, type Examined } from './doctor/examine-deployment.ts'
import { examineFile } from './doctor/file.ts'
import { findingsText } from './doctor/findings-text.ts'
import { startEmbedded } from './embedded-deployment.ts'
import { readEnvironment } from './read-environment.ts'
import type { Output, Terminal } from './terminal.ts'

export interface DoctorOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment: string | undefined
  readonly json: boolean
  /** Whether provider states are set up. */
  readonly create: boolean
}

const REFERENCE_FILE = fileURLToPath(new URL('../deployments/reference.yaml', import.meta.url))

/**
 * Examines a deployment and prints what stands in the way of judging it.
 *
 * @returns the exit code: 0 nothing, 2 the file cannot be used, 3 something is wrong or cannot be reached
 */
export async function doctor(
  { deployment: path, json, create }: DoctorOptions,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr, environment } = terminal
  readEnvironment(path, environment)
  const embedded = path === undefined ? await startEmbedded() : undefined
  try {
    const file = path ?? REFERENCE_FILE
    const { deployment, diagnoses: ofFile } = examineFile(file, { ...environment, ...embedded?.variables })
    const progress = progressOn(stderr)
    const examined: Examined = deployment
      ? await examineDeployment(deployment, { progress: progress.next, mayCreate: create })
      : NOTHING
    progress.end()
    const findings = { ...examined, diagnoses: [...ofFile, ...examined.diagnoses].map(shown) }
    const code = deployment ? exitCodeOf(findings.diagnoses, findings.states) : 2
    const { name, baseUrl } = deployment ?? {}
    stdout.write(
      json
        ? `${JSON.stringify({ deployment: { file, name, baseUrl }, exitCode: code, ...findings }, null, 2)}\n`
        : findingsText(findings, { colour: stdout.isTTY === true, width: stdout.columns }),
    )
    return code
  } finally {
    await embedded?.close()
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
