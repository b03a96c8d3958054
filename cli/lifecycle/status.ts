import { readFileSync } from 'node:fs'
import type { TrustedKey } from '../../certificates/key-set.ts'
import { certificateState, type CertificateState } from '../../certificates/log/certificate-state.ts'
import { openTrustedList } from '../../certificates/log/examine-log.ts'
import { growthProblem } from '../../certificates/log/status-list.ts'
import { listTimeProblem } from '../../certificates/log/status-problems.ts'
import { PROBLEM_EXIT_CODES } from '../../certificates/problem-exit-code.ts'
import { printable } from '../../reports/printable.ts'
import { trustedKeysFrom } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { bundleId } from './bundle-id.ts'
import { readStatus } from './read-status.ts'

export interface StatusOptions {
  readonly bundle: string
  /** Path or URL of the status list. */
  readonly status: string
  /** Path of the public key, or key set, of the certificate. */
  readonly key: string
  /** That of the log; undefined: the same. */
  readonly logKey: string | undefined
  /** Path of a status list that was read before; undefined: none. */
  readonly since: string | undefined
  readonly json: boolean
}

interface Told {
  readonly state: CertificateState['state'] | 'forked' | 'rewound' | 'status'
  readonly because: string
}

/** A certificate that is about to expire is valid; a program may want to know. */
const EXPIRING = 20

/**
 * Prints the state of a certificate by the log.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 valid
 * @throws AssayError where there is no bundle, no key or no status list
 */
export async function printStatus(options: StatusOptions, terminal: Terminal, now: number): Promise<number> {
  const { bundle, key, logKey, since, json } = options
  const { certificate } = bundleId('status', bundle, trustedKeysFrom(key, terminal))
  const keys = trustedKeysFrom(logKey ?? key, terminal)
  const told = toldBy(await readStatus(options.status), since, keys, certificate, now)
  const exitCode = exitCodeOf(told.state)
  terminal.stdout.write(
    json
      ? `${JSON.stringify({ certificate, ...told, exitCode }, null, 2)}\n`
      : `${printable(`Certificate ${certificate}: ${told.state}${told.because === '' ? '' : `, ${told.because}`}`)}\n`,
  )
  return exitCode
}

function toldBy(
  bytes: Buffer,
  since: string | undefined,
  keys: readonly TrustedKey[],
  certificate: string,
  now: number,
): Told {
  const opened = openTrustedList(bytes, keys)
  if (opened.list === undefined) return { state: 'status', because: opened.problem }
  if (since !== undefined) {
    const earlier = openTrustedList(readFileSync(since), keys)
    if (earlier.list === undefined) return { state: 'status', because: `${since}: ${earlier.problem}` }
    const growth = growthProblem(opened.list, earlier.list.checkpoint)
    if (growth) return { state: growth.name, because: growth.found }
  }
  const state = certificateState(opened.list.entries, certificate, now)
  const time = listTimeProblem(opened.list, now)
  // A later list can change these states only.
  const isOpen = !['revoked', 'superseded', 'expired'].includes(state.state)
  return time && isOpen ? { state: 'status', because: time.found } : state
}

function exitCodeOf(state: Told['state']): number {
  if (state === 'valid') return 0
  if (state === 'expiring') return EXPIRING
  return PROBLEM_EXIT_CODES[state === 'unlisted' ? 'status' : state] ?? 1
}
