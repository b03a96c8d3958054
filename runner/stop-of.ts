import type { FixIn } from '../reports/conformance.ts'
import type { Stop } from './report-run.ts'

/** Where to fix an error that stopped a run before its first check, by its name. */
const FIX_IN: Readonly<Record<string, FixIn>> = {
  DeploymentUnreachable: 'environment',
  DeploymentRefuses: 'deployment-file',
  EvidenceLost: 'environment',
  TooManySecrets: 'implementation',
}

/**
 * Why a run stopped. Messages of our errors have the problem first, then the next step on a line with an arrow.
 *
 * @param error the error, or its text from Playwright: name and message
 */
export function stopOf(error: unknown): Stop {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const name = Object.keys(FIX_IN).find((known) => text.startsWith(`${known}: `))
  const message = text.replace(/^\w+: /, '')
  const [reason = '', advice] = message.split('\n  → ')
  const next = advice?.split('\n')[0]
  return {
    reason: reason.replace(/\.$/, ''),
    fixIn: name === undefined ? 'harness' : FIX_IN[name]!,
    ...(next !== undefined && { next: `${next} Then run again.` }),
  }
}
