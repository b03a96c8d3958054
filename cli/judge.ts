import { resolve } from 'node:path'
import { evidenceIn } from '../fixtures/recording/evidence.ts'
import {
  createRedaction,
  learnSecretsOf,
  TooManySecrets,
  type Redaction,
} from '../fixtures/redaction/redaction.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { commandsFor } from '../reports/commands.ts'
import { LATEST_EDITION } from '../spec/index.ts'
import type { Known, Stop } from '../runner/report-run.ts'
import type { RunPlan } from '../runner/run-plan.ts'
import { stopOf } from '../runner/stop-of.ts'
import { withoutSecrets } from '../fixtures/redaction/without-secrets.ts'
import { secretGuard } from '../runner/secret-scan.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { readAll, trafficFiles, type TrafficFile } from '../traffic/read-traffic.ts'
import { createTrafficJudge } from '../traffic/traffic-judge.ts'
import { editionFrom } from './edition-from.ts'
import { realPath } from '../fixtures/real-path.ts'
import { reportInto, takeFolder } from './report-folder.ts'
import type { Terminal } from './terminal.ts'
import { reportTraffic } from './traffic/report-traffic.ts'
import { trafficDeployment } from './traffic/traffic-deployment.ts'
import type { TrafficOptions } from './traffic/traffic-options.ts'
import { readEnvironment } from './read-environment.ts'
import { assayError } from '../errors/index.ts'

export interface JudgeOptions extends TrafficOptions {
  /** HAR files, `exchanges.jsonl` files, folders of runs. */
  readonly files: readonly string[]
}

/**
 * Judges recorded exchanges. Nothing is sent.
 *
 * @returns the exit code of a run
 * @throws DeploymentFileError and AssayError before anything is written
 */
export async function judge(options: JudgeOptions, terminal: Terminal): Promise<number> {
  readEnvironment(options.deployment, terminal.environment)
  const files = trafficFiles(options.files)
  const deployment = await trafficDeployment(
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
  // A secret may occur in an exchange before the one that identifies it.
  for await (const exchange of readAll(files)) traffic.learn(exchange)
  const folder = takeFolder(plan.out, plan.deployment.name)
  return reportInto(plan.out, terminal, async () => {
    for await (const exchange of readAll(files)) traffic.take(exchange)
    return reportTraffic(
      plan,
      traffic.finish(),
      { known, guard: secretGuard(plan.out, () => secrets), missing: withheldFrom(redaction) },
      terminal,
    )
  }).finally(folder.release)
}

/** Why texts were withheld from the report; undefined: none was. */
export const withheldFrom = ({ isFull }: Pick<Redaction, 'isFull'>): Stop | undefined =>
  isFull() ? stopOf(new TooManySecrets()) : undefined

/** The data of a traffic report. */
export const trafficPlan = ({ out, edition }: TrafficOptions, deployment: Deployment): RunPlan => ({
  deployment: { ...deployment, name: withoutSecrets(deployment, deployment.name) },
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
  throw assayError('recording-overwritten', { folder: out, recording: own.path })
}
