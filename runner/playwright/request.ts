/** Shared data of the processes of `npx playwright test`: the first process creates it, the workers inherit it. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { seedOfRun } from '../../fixtures/random.ts'
import { newVaultKey, secretVault, type SecretVault } from '../../fixtures/redaction/secret-vault.ts'
import { join } from 'node:path'
import { commandsFor } from '../../reports/commands.ts'
import { newRunFolder } from '../run-folders.ts'
import { runPlan, type RunPlan, type RunRequest } from '../run-plan.ts'

type Environment = Record<string, string | undefined>

/** The run, as JSON; set in the environment of the workers. */
const RUN = 'ASSAY_RUN'
/** Key of the file with the secrets of the workers, for the final scan of the report. */
const VAULT_KEY = 'ASSAY_VAULT_KEY'
/** Address of a read that the deployment accepted before the first test. */
const ACCEPTED_READ = 'ASSAY_ACCEPTED_READ'
/** Encrypted secrets of the current run, useless without its key. */
export const VAULT = '.secrets.sealed'

const REPORTS = fileURLToPath(new URL('../../reports', import.meta.url))

/** Whether this process is the first: workers inherit the run. */
export const isFirst = (environment: Environment): boolean => environment[RUN] === undefined

/**
 * Creates the run from the person's settings, and passes it to the workers.
 *
 * @param deployment file of the deployment; undefined: the reference server, which `referenceFile` describes
 */
export function storeRequest(
  environment: Environment,
  deployment: string | undefined,
  referenceFile: string,
): void {
  const { ASSAY_SEED, ASSAY_OUT, ASSAY_WEBHOOK_URL: url, ASSAY_WEBHOOK_PORT: port } = environment
  const request: RunRequest = {
    deploymentFile: deployment ?? referenceFile,
    only: [],
    seed: ASSAY_SEED === undefined ? randomUUID() : seedOfRun(ASSAY_SEED, randomUUID().slice(0, 8)),
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

/**
 * Passes the address of a read to the workers.
 *
 * @param read undefined: the deployment accepted none
 */
export function storeAcceptedRead(environment: Environment, read: string | undefined): void {
  if (read !== undefined) environment[ACCEPTED_READ] = read
}

/** Address of a read that the deployment accepted before the first test; undefined: none is known. */
export const acceptedReadFrom = (environment: Environment): string | undefined => environment[ACCEPTED_READ]

/** The secrets that any process of the run has learned. */
export const vaultOf = ({ out }: Pick<RunPlan, 'out'>, environment: Environment): SecretVault =>
  secretVault(join(out, VAULT), environment[VAULT_KEY]!)
