import type { Deployment } from '../../fixtures/config/deployment.ts'
import { DeploymentFileError } from '../../fixtures/config/deployment-file-error.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { fine, type Diagnosis } from './diagnosis.ts'

export interface ReadFile {
  /** undefined: the file cannot be used, and there is nothing to examine. */
  readonly deployment: Deployment | undefined
  readonly diagnoses: readonly Diagnosis[]
}

/** The deployment file and the variables that it takes its values from. */
export function examineFile(file: string, environment: NodeJS.ProcessEnv): ReadFile {
  try {
    const deployment = loadDeployment(file, environment)
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
    return { deployment: undefined, diagnoses: problemsOf(error, file) }
  }
}

function problemsOf({ code, found, remedy, unset }: DeploymentFileError, file: string): readonly Diagnosis[] {
  const shared = { blocks: [], fixIn: 'deployment-file' } as const
  if (code !== 'VARIABLE_UNSET') {
    const state = code === 'FILE_MISSING' ? 'missing' : 'wrong'
    return [{ ...shared, what: 'file', state, detail: `${file}: ${found}`, fix: remedy }]
  }
  return [
    fine('file', file),
    ...unset.map(({ key, variable }): Diagnosis => ({
      ...shared,
      what: `variable ${variable}`,
      state: 'missing',
      detail: `${key} takes its value from it, and it is not set`,
      fix: `${variable}=…  (a line of .env, or export it)`,
    })),
  ]
}
