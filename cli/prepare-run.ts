import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as readDotenv } from 'dotenv'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import { loadDeployment } from '../fixtures/deployment/load-deployment.ts'
import { sharedAddresses } from '../fixtures/deployment/shared-addresses.ts'
import { endAtOnce } from '../fixtures/end-at-once.ts'
import { LONG_BODIES } from '../fixtures/evidence.ts'
import { readHead, RECORDING, recordedDeployment, type RecordingHead } from '../fixtures/replay/recording.ts'
import { replayedDeployment } from '../fixtures/replay/replay-setting.ts'
import { newVaultKey } from '../fixtures/redaction/secret-vault.ts'
import { sharedLimits, shardFrom, suitesOf } from '../fixtures/shard.ts'
import { DURATIONS } from '../reports/report-files.ts'
import type { ReporterOptions } from '../reports/reporter.ts'
import { CONTRACT_VERSION } from '../spec/index.ts'
import { catalogueDigest } from './catalogue-digest.ts'
import { editionFrom } from './edition-from.ts'
import { startEmbedded } from './embedded-deployment.ts'
import { endWithParent } from './end-with-parent.ts'
import { secretGuard, VAULT, withheldFiles } from './secret-scan.ts'
import { foldersOf } from './suite-folders.ts'
import { toolVersion } from './tool-version.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Set once the environment of a run is complete; the engine's workers inherit it. */
const PREPARED = 'ASSAY_PREPARED'

export interface PreparedRun {
  /** Longest time one check may take, ms. */
  readonly longestCheckMs: number
  readonly workers: number
  readonly reporter: ReporterOptions | undefined
  /** Folders of the suites, one an area, in which there is something to judge; undefined: all. */
  readonly folders: readonly string[] | undefined
  /** Whether the engine is given a test for each check, and not those of `suites/engine-tests.ts`. */
  readonly testForEachCheck: boolean
}

/**
 * Completes the environment of a run, so that `assay run` and the engine's own command line do the same: reads `.env`,
 * starts the embedded deployment when no other is named, draws the seed, and empties the evidence.
 *
 * @throws DeploymentFileError when the deployment file cannot be used
 */
export async function prepareRun(environment: NodeJS.ProcessEnv): Promise<PreparedRun> {
  if (environment[PREPARED] === undefined) {
    readDotenv({ quiet: true, processEnv: environment })
    environment.ASSAY_SEED ??= randomUUID()
    const out = resolve(environment.ASSAY_OUT ?? join(root, 'reports/latest'))
    environment.ASSAY_OUT = out
    environment.ASSAY_EVIDENCE = join(out, 'exchanges.jsonl')
    rmSync(environment.ASSAY_EVIDENCE, { force: true })
    rmSync(join(out, 'judgements.jsonl'), { force: true })
    rmSync(join(out, LONG_BODIES), { force: true })
    rmSync(join(out, 'conformance.json'), { force: true })
    rmSync(join(out, 'planned.jsonl'), { force: true })
    rmSync(join(out, DURATIONS), { force: true })
    mkdirSync(out, { recursive: true })
    for (const file of withheldFiles(out)) rmSync(file)
    environment.ASSAY_VAULT = join(out, VAULT)
    environment.ASSAY_VAULT_KEY ??= newVaultKey()
    rmSync(environment.ASSAY_VAULT, { force: true })
    if (choosesTests(process.argv.slice(2))) environment.ASSAY_ONE_BY_ONE = '1'
    if (environment.ASSAY_REPLAY !== undefined) {
      const { seed, only, shard, edition = 1 } = readHead(environment.ASSAY_REPLAY)
      environment.ASSAY_EDITION ??= String(edition)
      environment.ASSAY_SEED = seed
      if (shard) environment.ASSAY_SHARD = JSON.stringify(shard)
      environment.ASSAY_ONLY ||= only.join(',')
    } else if (environment.ASSAY_DEPLOYMENT === undefined) {
      environment.ASSAY_DEPLOYMENT = join(root, 'deployments/reference.yaml')
      Object.assign(environment, (await startEmbedded()).variables)
    }
    writeRecordingHead(deploymentOf(environment), environment)
    environment[PREPARED] = '1'
    // When the command that started the engine is killed, the engine still writes its report.
    endWithParent()
    // Whoever started it reads the report, and not the exit code of the engine.
    if (environment.ASSAY_QUIET_ENGINE !== undefined) endAtOnce()
  }
  const deployment = deploymentOf(environment)
  const limits = sharedLimits(deployment.limits, shardFrom(environment))
  const { maxWaitSeconds, requestTimeoutSeconds, concurrency, requestsPerSecond } = limits
  const folders = foldersOf(deployment, onlyOf(environment))
  if (folders !== undefined) environment.ASSAY_FOLDERS = folders.join(',')
  return {
    longestCheckMs: (2 * maxWaitSeconds + 4 * requestTimeoutSeconds + 30) * 1000,
    workers: workersFor(concurrency, requestsPerSecond),
    reporter: await reporterOptions(deployment, environment),
    folders,
    testForEachCheck: environment.ASSAY_QUIET_ENGINE === undefined,
  }
}

/**
 * One for each processor, since within each checks go on side by side; so few that together they keep the deployment's
 * limits, and each has something to do while a request is under way.
 */
const workersFor = (concurrency: number, requestsPerSecond: number): number =>
  Math.min(
    Math.max(2, availableParallelism()),
    Math.max(1, Math.floor(concurrency / 2)),
    Math.max(1, Math.floor(requestsPerSecond)),
  )

/** What is judged: a deployment, or the recording of one. */
const deploymentOf = (environment: NodeJS.ProcessEnv): Deployment =>
  environment.ASSAY_REPLAY === undefined
    ? loadDeployment(environment.ASSAY_DEPLOYMENT!, environment)
    : replayedDeployment(readHead(environment.ASSAY_REPLAY))

/** Says of what the run is, so that it can be performed again from its exchanges. */
function writeRecordingHead(deployment: Deployment, environment: NodeJS.ProcessEnv): void {
  const { ASSAY_OUT, ASSAY_SEED } = environment
  const shard = shardFrom(environment)
  const head: RecordingHead = {
    schemaVersion: 1,
    contractVersion: CONTRACT_VERSION,
    catalogueDigest: catalogueDigest(),
    tool: { name: 'assay', version: toolVersion(), node: process.version },
    seed: ASSAY_SEED!,
    only: onlyOf(environment),
    edition: editionFrom(environment.ASSAY_EDITION),
    deployment: recordedDeployment(deployment),
    ...(shard && { shard }),
  }
  mkdirSync(ASSAY_OUT!, { recursive: true })
  writeFileSync(join(ASSAY_OUT!, RECORDING), `${JSON.stringify(head, null, 2)}\n`)
}

const onlyOf = ({ ASSAY_ONLY }: NodeJS.ProcessEnv): readonly string[] =>
  ASSAY_ONLY ? ASSAY_ONLY.split(',') : []

/** Options of the engine that leave all checks to be run. */
const HARMLESS =
  /^(test|--config|-c|--workers|-j|--reporter|--retries|--shard|--list|--quiet|--timeout|--pass-with-no-tests)(=|$)/

/** Whether the engine was asked for some checks only: which ones, no one but it knows. */
const choosesTests = (parameters: readonly string[]): boolean =>
  parameters.some((parameter, index) => {
    const valueOfOption = /^(--config|-c|--workers|-j|--reporter|--retries|--shard|--timeout)$/.test(
      parameters[index - 1] ?? '',
    )
    return !HARMLESS.test(parameter) && !valueOfOption
  })

/** Workers, which load this too, report nothing and have no use for it. */
async function baselineOf({ ASSAY_BASELINE, TEST_WORKER_INDEX }: NodeJS.ProcessEnv) {
  if (!ASSAY_BASELINE || TEST_WORKER_INDEX !== undefined) return undefined
  const { loadBaseline } = await import('./baseline/load-baseline.ts')
  return loadBaseline(ASSAY_BASELINE)
}

async function reporterOptions(
  deployment: Deployment,
  environment: NodeJS.ProcessEnv,
): Promise<ReporterOptions> {
  const shard = shardFrom(environment)
  return {
    out: environment.ASSAY_OUT!,
    deployment: { name: deployment.name, baseUrl: deployment.baseUrl },
    areas: deployment.areas,
    notOffered: Object.entries(deployment.operations).flatMap(([name, binding]) =>
      binding === null ? [name] : [],
    ),
    sharedAddresses: sharedAddresses(deployment.operations),
    only: onlyOf(environment),
    shard: shard && { index: shard.index, of: shard.of, suites: suitesOf(shard)! },
    edition: editionFrom(environment.ASSAY_EDITION),
    seed: environment.ASSAY_SEED!,
    toolVersion: toolVersion(),
    warnings: deployment.warnings,
    baseline: await baselineOf(environment),
    allowBlocked: environment.ASSAY_ALLOW_BLOCKED !== undefined,
    history: environment.ASSAY_HISTORY,
    secrets: secretGuard(environment.ASSAY_OUT!, environment.ASSAY_VAULT_KEY!),
  }
}
