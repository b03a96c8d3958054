import type { Deployment } from '../fixtures/config/deployment.ts'
import { DeploymentFileError, placeText, type FileProblem } from '../fixtures/config/deployment-file-error.ts'
import { keyText } from '../fixtures/config/key-path.ts'
import { loadDeployment } from '../fixtures/config/load-deployment.ts'
import type { Contract } from '../spec/index.ts'
import { fine, type Diagnosis } from './diagnosis.ts'

export interface ReadFile {
  /** undefined: the file is invalid, so nothing can be examined. */
  readonly deployment: Deployment | undefined
  readonly diagnoses: readonly Diagnosis[]
}

/**
 * The deployment file and its environment variables.
 *
 * @param contract the version of the contract; default: the one that Assay was made for
 */
export async function examineFile(
  file: string,
  environment: NodeJS.ProcessEnv,
  contract?: Contract,
): Promise<ReadFile> {
  try {
    const deployment = await loadDeployment(file, environment, contract)
    const warnings = deployment.warnings.map((warning): Diagnosis => ({
      what: 'file',
      state: 'warn',
      detail: warning,
      blocks: [],
      fixIn: 'deployment-file',
    }))
    return { deployment, diagnoses: [fine('file', file), fine('variables', 'all are set'), ...warnings] }
  } catch (error) {
    if (!(error instanceof DeploymentFileError)) throw error
    return { deployment: undefined, diagnoses: diagnosesOf(error, file) }
  }
}

const diagnosesOf = ({ problems }: DeploymentFileError, file: string): readonly Diagnosis[] => [
  ...(problems.every(({ code }) => code === 'variable-unset') ? [fine('file', file)] : []),
  ...problems.map((problem) => diagnosisOf(problem, file)),
]

function diagnosisOf({ code, at, found, remedy, variable, place }: FileProblem, file: string): Diagnosis {
  const shared = { blocks: [], fixIn: 'deployment-file', fix: remedy } as const
  if (variable !== undefined)
    return {
      ...shared,
      what: `variable ${variable}`,
      state: 'missing',
      detail: `${keyText(at)} takes its value from this variable, which has no value`,
    }
  const where = place === undefined ? file : `${file}, ${placeText(place)}`
  const state = code === 'file-missing' ? 'missing' : 'wrong'
  return { ...shared, what: 'file', state, detail: `${where}: ${found}` }
}
