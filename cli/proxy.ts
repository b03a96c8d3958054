import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Known, Stop } from '../runner/report-run.ts'
import type { RunPlan } from '../runner/run-plan.ts'
import { cleanRecordings, secretGuard } from '../runner/secret-scan.ts'
import { printable } from '../reports/printable.ts'
import { knownOf, trafficPlan, withheldFrom } from './judge.ts'
import type { PassedExchange } from '../traffic/proxy/forward.ts'
import { startForwarding, type ForwardingServer } from '../traffic/proxy/forwarding-server.ts'
import { startJudging, type JudgingThread } from '../traffic/proxy/judging-thread.ts'
import { endingSignals } from './ending-signals.ts'
import { reportInto, takeFolder } from './report-folder.ts'
import type { Terminal } from './terminal.ts'
import { reportTraffic } from './traffic/report-traffic.ts'
import { trafficDeployment } from './traffic/traffic-deployment.ts'
import type { ProxyOptions } from './traffic/traffic-options.ts'
import { readEnvironment } from './read-environment.ts'
import { assayError } from '../errors/index.ts'
import { count } from '../spec/count.ts'

/**
 * Forwards requests to a deployment until interrupted, and then writes the report of what it saw.
 *
 * @returns the exit code of a run
 * @throws AssayError and DeploymentFileError before it listens
 */
export async function proxy(options: ProxyOptions, terminal: Terminal): Promise<number> {
  readEnvironment(options.deployment, terminal.environment)
  const { deployment, to } = await target(options, terminal.environment)
  const plan = trafficPlan(options, deployment)
  const known = await knownOf(options)
  const interrupted = untilInterrupted(terminal)
  let take: (exchange: PassedExchange) => void = () => undefined
  const server = await listening(options, to, deployment, (exchange) => take(exchange))
  let folder: ReturnType<typeof takeFolder> | undefined
  try {
    // Not before it listens: a proxy that cannot start leaves the last report alone.
    folder = takeFolder(plan.out, plan.deployment.name)
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
    return await reportInto(plan.out, terminal, () => reportForwarded(plan, judging, known, terminal))
  } finally {
    await server.close()
    folder?.release()
  }
}

/** @returns the exit code */
export async function reportForwarded(
  plan: RunPlan,
  judging: JudgingThread,
  known: Known,
  terminal: Terminal,
): Promise<number> {
  const { traffic, secrets, isFull } = await judging.finish()
  const missing = droppedBy(judging) ?? withheldFrom({ isFull: () => isFull })
  if (missing) terminal.stderr.write(`Not complete: ${missing.reason}.\n`)
  // A code may have passed before a request showed that it is one; the guard leaves short ones alone.
  cleanRecordings(plan.out, secrets)
  return reportTraffic(
    plan,
    traffic,
    { known, guard: secretGuard(plan.out, () => secrets), missing },
    terminal,
  )
}

/** Why exchanges were not judged; undefined: all were. */
const droppedBy = ({ dropped }: Pick<JudgingThread, 'dropped'>): Stop | undefined =>
  dropped() === 0
    ? undefined
    : {
        reason: `${count(dropped(), 'exchange')} could not be judged: too many were in progress at once`,
        fixIn: 'environment',
        next: 'Send fewer parallel requests, then record again.',
      }

async function target(
  options: ProxyOptions,
  environment: Terminal['environment'],
): Promise<{ readonly deployment: Deployment; readonly to: URL }> {
  const { deployment: file, baseUrl, to } = options
  if (to !== undefined && !/^https?:\/\/[^/]/i.test(to))
    throw assayError('address-invalid', { option: '--to', address: to })
  if (file === undefined && baseUrl === undefined && to === undefined)
    throw assayError('forwarding-target-missing')
  const named = baseUrl ?? (file === undefined ? to : undefined)
  const deployment = await trafficDeployment(
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
    throw assayError('port-invalid', { option: '--port', port })
  try {
    return await startForwarding({ to, port: number, host, tls, record })
  } catch (error) {
    throw assayError('port-unusable', {
      option: '--port',
      address: `${host}:${number}`,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
}

/** A second interrupt ends the process at once. */
function untilInterrupted(terminal: Terminal): Promise<void> {
  return new Promise((done) => {
    let isFirst = true
    const interrupt = () => {
      if (!isFirst) process.exit(3)
      isFirst = false
      done()
    }
    for (const each of endingSignals(terminal)) process.on(each, interrupt)
  })
}
