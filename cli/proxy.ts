import { config as readDotenv } from 'dotenv'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { emptyRunFolder } from '../runner/run-folder.ts'
import { cleanRecordings, secretGuard } from '../runner/secret-scan.ts'
import { printable } from '../reports/printable.ts'
import { knownOf, trafficPlan } from './judge.ts'
import type { PassedExchange } from './proxy/forward.ts'
import { startForwarding, type ForwardingServer } from './proxy/forwarding-server.ts'
import { startJudging } from './proxy/judging-thread.ts'
import { prepareFolder, reportInto } from './report-folder.ts'
import type { Terminal } from './terminal.ts'
import { reportTraffic } from './traffic/report-traffic.ts'
import { trafficDeployment } from './traffic/traffic-deployment.ts'
import type { ProxyOptions } from './traffic/traffic-options.ts'
import { UsageError } from './usage-error.ts'

/**
 * Forwards requests to a deployment until interrupted, and then writes the report of what it saw.
 *
 * @returns the exit code of a run
 * @throws UsageError and DeploymentFileError before it listens
 */
export async function proxy(options: ProxyOptions, terminal: Terminal): Promise<number> {
  readDotenv({ quiet: true, processEnv: terminal.environment })
  const { deployment, to } = target(options, terminal.environment)
  const plan = trafficPlan(options, deployment)
  const known = await knownOf(options)
  const interrupted = untilInterrupted()
  let take: (exchange: PassedExchange) => void = () => undefined
  const server = await listening(options, to, deployment, (exchange) => take(exchange))
  prepareFolder(plan.out, () => emptyRunFolder(plan.out))
  const judging = startJudging({ deployment, out: plan.out })
  take = (exchange) => judging.take(exchange)
  const { pathname } = new URL(deployment.baseUrl)
  terminal.stderr.write(
    `Forwarding ${server.origin} to ${printable(to.origin)}\nUse ${server.origin}${printable(pathname)} as the base address. Ctrl-C ends it and writes the report.\n`,
  )
  await interrupted
  terminal.stderr.write(
    'Judging the remaining exchanges and writing the report. Ctrl-C again stops without a report.\n',
  )
  await server.close()
  return reportInto(plan.out, terminal, async () => {
    const { traffic, secrets } = await judging.finish()
    if (judging.dropped() > 0)
      terminal.stderr.write(
        `${judging.dropped()} exchanges were forwarded but not judged: too many concurrent exchanges\n`,
      )
    // A code may have passed before a request showed that it is one; the guard leaves short ones alone.
    cleanRecordings(plan.out, secrets)
    return reportTraffic(
      plan,
      traffic,
      known,
      secretGuard(plan.out, () => secrets),
      terminal,
    )
  })
}

function target(
  options: ProxyOptions,
  environment: Terminal['environment'],
): { readonly deployment: Deployment; readonly to: URL } {
  const { deployment: file, baseUrl, to } = options
  if (to !== undefined && !/^https?:\/\/[^/]/i.test(to))
    throw new UsageError(
      `--to: ${to} is not an http or https address.`,
      'Give for example --to https://host.',
    )
  if (file === undefined && baseUrl === undefined && to === undefined)
    throw new UsageError(
      'No forwarding target: --to, --deployment and --base-url are missing.',
      'Set --to https://host/path/2025-10-13, or --deployment FILE where paths or names differ from the defaults.',
    )
  const named = baseUrl ?? (file === undefined ? to : undefined)
  const deployment = trafficDeployment(
    { ...(file !== undefined && { deployment: file }), ...(named !== undefined && { baseUrl: named }) },
    [],
    environment,
  )
  return { deployment, to: new URL(new URL(to ?? deployment.baseUrl).origin) }
}

async function listening(
  { port = '0', host }: ProxyOptions,
  to: URL,
  { tls }: Deployment,
  record: (exchange: PassedExchange) => void,
): Promise<ForwardingServer> {
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new UsageError(`--port: ${port} is no port.`, 'Give a number from 1 to 65535.')
  try {
    return await startForwarding({ to, port: number, host, tls, record })
  } catch (error) {
    throw new UsageError(
      `The proxy cannot listen on ${host}:${number} (${(error as NodeJS.ErrnoException).code}).`,
      'Set another port with --port, or omit it for a free one.',
    )
  }
}

/** A second interrupt ends the process at once. */
function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    let isFirst = true
    const interrupt = () => {
      if (!isFirst) process.exit(3)
      isFirst = false
      done()
    }
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  })
}
