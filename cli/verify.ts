import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { examineBundle, type Problem } from '../certificates/examine-bundle.ts'
import { ATTESTATION } from '../certificates/files.ts'
import type { CertificateState } from '../certificates/log/certificate-state.ts'
import { keyFor } from '../certificates/log/examine-log.ts'
import { problemExitCode } from '../certificates/problem-exit-code.ts'
import { SIGNER_STATEMENTS } from '../certificates/signer-statements.ts'
import type { Statement } from '../certificates/statement.ts'
import { nonceFrom } from './nonce-from.ts'
import { printedVerification } from './printed-verification.ts'
import { refuseSteering } from './refuse-steering.ts'
import { readStatus } from './lifecycle/read-status.ts'
import { trustedKeysFrom } from './signing-key.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'
import { foundLater, smallFile } from './verify/found-later.ts'
import { judgeAgain, type JudgedAgain } from './verify/judge-again.ts'

export interface VerifyOptions {
  readonly bundle: string
  /** Path of the public key. */
  readonly key: string
  readonly json: boolean
  /** Nonce that the run must have used; undefined: no challenge is required. */
  readonly challenge?: string | undefined
  /** Path or URL of a status list; undefined: nothing is asked of the log. */
  readonly status?: string | undefined
  /** Path of the public key, or key set, of the log; undefined: `key`. */
  readonly logKey?: string | undefined
}

/** The findings on a bundle. */
export interface Verification extends JudgedAgain {
  readonly outcome: 'verified' | 'not-verified' | 'inconclusive'
  readonly problems: readonly Problem[]
  /** The signed statement; undefined: no trusted one. */
  readonly statement: Statement | undefined
  readonly keyid: string | undefined
  /** The state by the log; undefined: no status list was given, or its signature is invalid. */
  readonly state: CertificateState | undefined
}

const exitCodeOf = ({ outcome, problems }: Pick<Verification, 'outcome' | 'problems'>): number =>
  ({ verified: 0, 'not-verified': problemExitCode(problems), inconclusive: 3 })[outcome]

/**
 * Verifies a bundle with its files and the public key only, and replays its recording.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 verified, 3 inconclusive, otherwise that of the most severe problem
 * @throws AssayError when there is no bundle or no key
 */
export async function verify(
  options: VerifyOptions,
  terminal: Terminal,
  now = () => Date.now(),
): Promise<number> {
  const { bundle: directory, json, challenge, status } = options
  if (!existsSync(join(directory, ATTESTATION))) {
    throw assayError('bundle-missing', { command: 'verify', folder: directory, file: ATTESTATION })
  }
  const keys = trustedKeysFrom(options.key, terminal)
  const logKeys = options.logKey === undefined ? keys : trustedKeysFrom(options.logKey, terminal)
  refuseSteering('verify', terminal.environment)
  const nonce = challenge === undefined ? undefined : nonceFrom(challenge)

  const list = status === undefined ? undefined : await readStatus(status)
  const attestation = smallFile(join(directory, ATTESTATION))
  const key = keyFor(attestation, keys)
  const examined = await examineBundle(directory, key.key, now(), nonce)
  const { statement, keyid, bundle } = examined
  // A contradiction in its own files needs no replay.
  const isContradicted = examined.problems.some(({ name }) => name === 'claim')
  const judged =
    statement && bundle && !isContradicted
      ? await judgeAgain(directory, statement, bundle, terminal)
      : NOT_JUDGED
  const later = foundLater(directory, attestation, statement, { key, logKeys, list }, now())
  const problems = [...examined.problems, ...judged.problems, ...later.problems]
  const open = [...examined.open, ...judged.open]
  const verification: Verification = {
    ...judged,
    outcome: problems.length > 0 ? 'not-verified' : open.length > 0 ? 'inconclusive' : 'verified',
    problems,
    open,
    unchecked: [...judged.unchecked, ...later.unchecked],
    state: later.state,
    signerStatements: [...SIGNER_STATEMENTS, ...judged.signerStatements],
    statement,
    keyid,
  }
  terminal.stdout.write(
    json
      ? `${JSON.stringify(asData(directory, verification), null, 2)}\n`
      : printedVerification(verification),
  )
  return exitCodeOf(verification)
}

const NOT_JUDGED: JudgedAgain = {
  problems: [],
  open: [],
  unchecked: [],
  signerStatements: [],
  rejudged: undefined,
}

/** For `--json`. */
function asData(directory: string, { outcome, keyid, statement, ...found }: Verification) {
  const { result, assayCertificate } = statement?.predicate ?? {}
  const { problems, open, unchecked, signerStatements, rejudged, state } = found
  return {
    // First, so that a certificate with a field `outcome` does not replace what was found.
    ...assayCertificate,
    bundle: directory,
    outcome,
    exitCode: exitCodeOf({ outcome, problems: found.problems }),
    keyid,
    result,
    problems,
    open,
    unchecked,
    signerStatements,
    rejudged,
    status: state,
  }
}
