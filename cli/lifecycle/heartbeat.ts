import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../../reports/conformance.ts'
import type { Terminal } from '../terminal.ts'
import { readRun } from '../read-run.ts'
import { assayError } from '../../errors/index.ts'
import { addToLog, type LogOptions } from './revoke.ts'

/**
 * Logs the result of the nightly run of a certified deployment.
 *
 * @throws AssayError if the run is of another deployment, or restricted
 */
export function heartbeat(
  { run, ...options }: LogOptions & { readonly run: string },
  terminal: Terminal,
  now: number,
): void {
  const conformance = readRun(run)
  const { verdict, only, deployment } = conformance
  if (only.length > 0) throw assayError('heartbeat-restricted', { folder: run, only })
  rejectOther(options.bundle, conformance)
  const passed = verdict === 'conformant'
  addToLog(
    'heartbeat',
    options,
    (certificate, at) => ({ event: 'heartbeat', certificate, at, passed }),
    terminal,
    now,
  )
  terminal.stdout.write(`Heartbeat of ${deployment.name}: ${passed ? 'passed' : `failed (${verdict})`}\n`)
}

function rejectOther(bundle: string, { deployment }: Conformance): void {
  const certified = JSON.parse(readFileSync(join(bundle, 'conformance.json'), 'utf8')) as Conformance
  if (certified.deployment.baseUrl === deployment.baseUrl) return
  throw assayError('heartbeat-of-another', {
    run: deployment.baseUrl,
    certificate: certified.deployment.baseUrl,
  })
}
