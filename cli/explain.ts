import { nearest } from '../fixtures/config/nearest.ts'
import { commandsFor, type Commands } from '../reports/commands.ts'
import { checklist } from '../spec/checklist.ts'
import { defaultContract, requirementsInEdition } from '../spec/index.ts'
import type { ChosenContract } from './contract/chosen-contract.ts'
import { explained } from '../reports/explained/explained.ts'
import { explainedText } from '../reports/explained/explained-text.ts'
import { checksOfContract } from '../runner/checks-of-contract.ts'
import { collectChecks } from '../runner/collect-checks.ts'
import { readRun } from './read-run.ts'
import { LATEST } from './default-folders.ts'
import { defaultFiles } from './target.ts'
import { AssayError, assayError, exampleOf, isErrorCode, type ErrorCode } from '../errors/index.ts'

/**
 * Prints the statement of a requirement, its reason, how it is checked, and where to look when it is violated.
 *
 * @param id in any case
 * @param chosen the version of the contract; default: the one that Assay was made for
 * @throws AssayError with similar ids for an unknown one
 */
export async function explain(
  id: string,
  { asJson, colour }: Record<'asJson' | 'colour', boolean>,
  chosen?: ChosenContract,
): Promise<string> {
  if (isErrorCode(id.toLowerCase())) return explainedError(id.toLowerCase() as ErrorCode, asJson)
  const { contract = defaultContract, sources } = chosen ?? {}
  const requirements = requirementsInEdition(contract)
  const requirement = requirements.find((each) => each.id === id.toUpperCase())
  if (!requirement)
    throw unknown(
      id,
      requirements.map((each) => each.id),
    )
  const { faults } = await import('../selftest/faults/index.ts')
  const known = explained(requirement, {
    contract,
    rules: sources?.checklist ?? checklist,
    explanation: sources?.explanations[requirement.id.slice(0, 3)],
    checks: checksOfContract(await collectChecks(), contract),
    faults,
  })
  return asJson ? `${JSON.stringify(known, null, 2)}\n` : explainedText(known, commandsOfLastRun(), colour)
}

/** An error by its example; the code that throws it fills in the values. */
function explainedError(code: ErrorCode, asJson: boolean): string {
  const { message, problem, next, exitCode } = exampleOf(code)
  if (asJson) return `${JSON.stringify({ code, exitCode, example: `${problem}.`, next }, null, 2)}\n`
  return `${code}  exit code ${exitCode}\n\nFor example:\n\n${message}\n`
}

/** Of the last run here, else of the deployment file of this folder, else of the reference server. */
function commandsOfLastRun(): Commands {
  try {
    const { commands } = readRun(LATEST)
    if (commands) return commands
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
  }
  const [file] = defaultFiles()
  return commandsFor({ deployment: file })
}

const NEAREST = 3

function unknown(id: string, ids: readonly string[]): AssayError {
  let known = ids
  const meant: string[] = []
  while (meant.length < NEAREST) {
    const next = nearest(id, known)
    if (next === undefined) break
    meant.push(next)
    known = known.filter((each) => each !== next)
  }
  return assayError('requirement-unknown', { id, meant })
}
