import type { Certificate } from '../../certificates/statement.ts'
import { GRACE_MS } from '../../certificates/log/certificate-state.ts'
import type { Conformance } from '../../reports/conformance.ts'
import type { Terminal } from '../terminal.ts'
import { readRun } from '../read-run.ts'
import { assayError } from '../../errors/index.ts'
import { addToLog, type LogOptions } from './revoke.ts'

/**
 * Logs the result of the nightly run of a certified deployment.
 *
 * @throws AssayError if the run is of another deployment, old, or judged less than the certified run
 */
export function heartbeat(
  { run, ...options }: LogOptions & { readonly run: string },
  terminal: Terminal,
  now: number,
): void {
  const conformance = readRun(run)
  const { verdict, only, deployment } = conformance
  if (only.length > 0) throw assayError('heartbeat-restricted', { folder: run, only })
  const passed = verdict === 'conformant'
  addToLog(
    'heartbeat',
    options,
    (certificate, at, said) => {
      if (said.deployment.baseUrl !== deployment.baseUrl)
        throw assayError('heartbeat-of-another', {
          run: deployment.baseUrl,
          certificate: said.deployment.baseUrl,
        })
      const problem = problemOf(conformance, said, now)
      if (problem !== undefined) throw assayError('heartbeat-unusable', { folder: run, problem })
      return { event: 'heartbeat', certificate, at, passed }
    },
    terminal,
    now,
  )
  terminal.stdout.write(`Heartbeat of ${deployment.name}: ${passed ? 'passed' : `failed (${verdict})`}\n`)
}

/** Why a run does not show whether the deployment still keeps what was certified; undefined: it does. */
function problemOf(
  { shard, baseline, allowBlocked, finishedAt, areas, notOffered = [] }: Conformance,
  said: Certificate,
  now: number,
): string | undefined {
  if (shard) return `is shard ${shard.index} of ${shard.of}`
  if (baseline) return `has a baseline (${baseline.file}), which a certificate must not have`
  if (allowBlocked) return 'allowed blocked requirements, which a certificate must not have'
  if (now - Date.parse(finishedAt) > GRACE_MS) return `ended at ${finishedAt}, more than 48 hours ago`
  const claimed = areas.filter((area) => area.claimed).map(({ id }) => id)
  const left = [
    ...said.areas.filter((area) => !claimed.includes(area)),
    ...notOffered.map(({ id }) => id).filter((id) => !said.capabilitiesNotOffered?.includes(id)),
  ]
  return left.length === 0 ? undefined : `did not judge ${left.join(', ')}, which the certificate has`
}
