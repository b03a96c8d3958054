import { resolve } from 'node:path'
import { config as readDotenv } from 'dotenv'
import { evidenceIn } from '../fixtures/recording/evidence.ts'
import { createRedaction, learnSecretsOf } from '../fixtures/redaction/redaction.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { commandsFor } from '../reports/commands.ts'
import { LATEST_EDITION } from '../spec/index.ts'
import type { Known } from '../runner/report-run.ts'
import { emptyRunFolder } from '../runner/run-folder.ts'
import type { RunPlan } from '../runner/run-plan.ts'
import { secretGuard } from '../runner/secret-scan.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { readAll, trafficFiles, type TrafficFile } from '../traffic/read-traffic.ts'
import { createTrafficJudge } from '../traffic/traffic-judge.ts'
import { editionFrom } from './edition-from.ts'
import { realPath } from './real-path.ts'
import { prepareFolder, reportInto } from './report-folder.ts'
import type { Terminal } from './terminal.ts'
import { reportTraffic } from './traffic/report-traffic.ts'
import { trafficDeployment } from './traffic/traffic-deployment.ts'
import type { TrafficOptions } from './traffic/traffic-options.ts'
import { UsageError } from './usage-error.ts'

export interface JudgeOptions extends TrafficOptions {
  /** HAR files, `exchanges.jsonl` files, folders of runs. */
  readonly files: readonly string[]
}

/**
 * Judges recorded exchanges. Nothing is sent.
 *
 * @returns the exit code of a run
 * @throws UsageError, DeploymentFileError and TrafficFileError before anything is written
 */
export async function judge(options: JudgeOptions, terminal: Terminal): Promise<number> {
  readDotenv({ quiet: true, processEnv: terminal.environment })
  const files = trafficFiles(options.files)
  const deployment = trafficDeployment(
    options,
    files.map(({ path }) => path),
    terminal.environment,
  )
  const plan = trafficPlan(options, deployment)
  refuseOwnOutput(files, plan.out)
  const known = await knownOf(options)
  const secrets: NamedSecret[] = []
  const redaction = createRedaction((name, secret) => secrets.push([name, secret]))
  learnSecretsOf(deployment, redaction)
  let opened: ReturnType<typeof evidenceIn> | undefined
  const traffic = createTrafficJudge({
    deployment,
    anyHost: options.anyHost === true,
    redaction,
    evidence: { keep: (exchange, body) => (opened ??= evidenceIn(plan.out)).keep(exchange, body) },
  })
  // A secret may stand in an exchange before the one that shows what it is.
  for await (const exchange of readAll(files)) traffic.learn(exchange)
  prepareFolder(plan.out, () => emptyRunFolder(plan.out))
  return reportInto(plan.out, terminal, async () => {
    for await (const exchange of readAll(files)) traffic.take(exchange)
    return reportTraffic(
      plan,
      traffic.finish(),
      known,
      secretGuard(plan.out, () => secrets),
      terminal,
    )
  })
}

/** What the report of traffic is made from. */
export const trafficPlan = ({ out, edition }: TrafficOptions, deployment: Deployment): RunPlan => ({
  deployment,
  recording: undefined,
  only: [],
  edition: edition === undefined ? LATEST_EDITION : editionFrom(edition),
  seed: 'recorded',
  shard: undefined,
  out: resolve(out),
  commands: deployment.file === '' ? undefined : commandsFor({ deployment: deployment.file, edition }),
  webhooks: {},
})

export const knownOf = async ({ baseline, allowBlocked }: TrafficOptions): Promise<Known> => ({
  baseline:
    baseline === undefined ? undefined : (await import('./baseline/load-baseline.ts')).loadBaseline(baseline),
  allowBlocked,
  history: undefined,
})

function refuseOwnOutput(files: readonly TrafficFile[], out: string): void {
  const own = files.find(({ path }) => realPath(path).startsWith(`${realPath(out)}/`))
  if (own === undefined) return
  throw new UsageError(
    `The report would overwrite the recording ${own.path}.`,
    'Give another directory with --out.',
  )
}
