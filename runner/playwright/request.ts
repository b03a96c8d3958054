/** What the processes of `npx playwright test` agree on: the first makes it, the workers inherit it. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { newVaultKey, secretVault, type SecretVault } from '../../fixtures/redaction/secret-vault.ts'
import { join } from 'node:path'
import { commandsFor } from '../../reports/commands.ts'
import { newRunFolder } from '../run-folders.ts'
import { runPlan, type RunPlan, type RunRequest } from '../run-plan.ts'

type Environment = Record<string, string | undefined>

/** The run, as JSON; set in the environment of the workers. */
const RUN = 'ASSAY_RUN'
/** Key of the file in which workers keep the secrets that they learn, for the last look at the report. */
const VAULT_KEY = 'ASSAY_VAULT_KEY'
/** Encrypted secrets of the run that is going on; without its key of no use to anybody. */
export const VAULT = '.secrets.sealed'

const REPORTS = fileURLToPath(new URL('../../reports', import.meta.url))

/** Whether this process is the first: workers find the run in what they inherit. */
export const isFirst = (environment: Environment): boolean => environment[RUN] === undefined

/**
 * Makes the run of what the person set, and leaves it to the workers.
 *
 * @param deployment file of the deployment; undefined: the reference server, which `referenceFile` describes
 */
export function leaveRequest(
  environment: Environment,
  deployment: string | undefined,
  referenceFile: string,
): void {
  const { ASSAY_SEED, ASSAY_OUT, ASSAY_WEBHOOK_URL: url, ASSAY_WEBHOOK_PORT: port } = environment
  const request: RunRequest = {
    deploymentFile: deployment ?? referenceFile,
    only: [],
    seed: ASSAY_SEED ?? randomUUID(),
    out: ASSAY_OUT ?? newRunFolder(REPORTS, 'playwright', new Date()),
    commands: commandsFor({ deployment, seed: ASSAY_SEED }),
    webhooks: { url, port },
  }
  environment[RUN] = JSON.stringify(request)
  environment[VAULT_KEY] = newVaultKey()
}

/** @throws DeploymentFileError when the deployment file cannot be used */
export const planFrom = (environment: Environment): Promise<RunPlan> =>
  runPlan(JSON.parse(environment[RUN]!) as RunRequest, environment)

/** The secrets that any process of the run has learned. */
export const vaultOf = ({ out }: Pick<RunPlan, 'out'>, environment: Environment): SecretVault =>
  secretVault(join(out, VAULT), environment[VAULT_KEY]!)
