import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import { DeploymentFileError, unsetVariables } from '../../fixtures/config/deployment-file-error.ts'
import { deploymentFrom, loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { readHead, RECORDING } from '../../fixtures/recording/recording.ts'
import { replayedDeployment } from '../../fixtures/recording/replay-session.ts'
import { assayError } from '../../errors/index.ts'
import type { TrafficOptions } from './traffic-options.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The deployment of recorded traffic: from its file, from its base address alone, or from the recording of a run. It
 * gets no requests, so no credentials are needed.
 *
 * @param recordings paths of the files to judge
 * @throws AssayError or DeploymentFileError when the base address is unknown
 */
export async function trafficDeployment(
  { deployment, baseUrl }: Pick<TrafficOptions, 'deployment' | 'baseUrl'>,
  recordings: readonly string[],
  environment: Environment,
): Promise<Deployment> {
  if (deployment !== undefined && baseUrl !== undefined)
    throw assayError('options-conflict', { option: '--deployment', other: '--base-url' })
  if (deployment !== undefined) return withoutCredentials(deployment, environment)
  if (baseUrl !== undefined) return ofAddress(baseUrl)
  const heads = recordings
    .map((path) => dirname(path))
    .filter((folder) => existsSync(join(folder, RECORDING)))
  const [head] = heads
  if (head !== undefined && heads.length === recordings.length) return replayedDeployment(readHead(head))
  throw assayError('base-url-missing')
}

function ofAddress(baseUrl: string): Deployment {
  const name = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  const credentials = { clientId: 'none', clientSecret: randomUUID() }
  return { ...deploymentFrom({ name, baseUrl, credentials }, '--base-url', {}), file: '', warnings: [] }
}

/** The data of a deployment that identifies its operations. */
const NEEDED = /^(?:name|baseUrl|areas|operations|names|notOffered)\b/

/** A variable that is not set is replaced where only a request would need it. */
async function withoutCredentials(file: string, environment: Environment): Promise<Deployment> {
  try {
    return await loadDeployment(file, environment)
  } catch (error) {
    if (!(error instanceof DeploymentFileError)) throw error
    const unset = unsetVariables(error)
    const isOther = unset.length < error.problems.length
    if (isOther || unset.some(({ key }) => NEEDED.test(key))) throw error
    const replaced = Object.fromEntries(unset.map(({ variable }) => [variable, randomUUID()]))
    return loadDeployment(file, { ...environment, ...replaced })
  }
}
