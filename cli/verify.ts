import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { examineBundle, type Problem } from '../certificates/examine-bundle.ts'
import { ATTESTATION } from '../certificates/files.ts'
import { verificationKey } from '../certificates/keys.ts'
import { problemExitCode } from '../certificates/problem-exit-code.ts'
import { SIGNERS_WORD } from '../certificates/signers-word.ts'
import type { Statement } from '../certificates/statement.ts'
import { nonceFrom } from './nonce-from.ts'
import { printedVerification } from './printed-verification.ts'
import { refuseSteering } from './refuse-steering.ts'
import { keyFile, keyIn } from './signing-key.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'
import { judgeAgain, type JudgedAgain } from './verify/judge-again.ts'

export interface VerifyOptions {
  readonly bundle: string
  /** Path of the public key. */
  readonly key: string
  readonly json: boolean
  /** Nonce that the run must answer; undefined: any, or none. */
  readonly challenge?: string | undefined
}

/** What was found of a bundle. */
export interface Verification extends JudgedAgain {
  readonly outcome: 'verified' | 'not-verified' | 'inconclusive'
  readonly problems: readonly Problem[]
  /** What is signed; undefined: nothing that could be believed. */
  readonly statement: Statement | undefined
  readonly keyid: string | undefined
}

const exitCodeOf = ({ outcome, problems }: Pick<Verification, 'outcome' | 'problems'>): number =>
  ({ verified: 0, 'not-verified': problemExitCode(problems), inconclusive: 3 })[outcome]

/**
 * Verifies a bundle with nothing but its files and the public key, and judges its recording once more.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0 verified, 3 it could not be told, otherwise that of the gravest problem
 * @throws UsageError when there is no bundle or no key
 */
export async function verify(
  { bundle: directory, key: keyPath, json, challenge }: VerifyOptions,
  terminal: Terminal,
  now = () => Date.now(),
): Promise<number> {
  if (!existsSync(join(directory, ATTESTATION))) {
    throw new UsageError(
      `verify: ${directory} is no bundle: there is no ${ATTESTATION} in it.`,
      'Name the directory that `assay certify --out` wrote.',
    )
  }
  const key = keyIn({ pem: keyFile(keyPath, terminal), from: keyPath }, verificationKey)
  refuseSteering('verify', terminal.environment)
  const nonce = challenge === undefined ? undefined : nonceFrom(challenge)

  const examined = await examineBundle(directory, key, now(), nonce)
  const { statement, keyid, bundle } = examined
  // What its own files contradict needs no second judgement.
  const isContradicted = examined.problems.some(({ name }) => name === 'claim')
  const judged =
    statement && bundle && !isContradicted
      ? await judgeAgain(directory, statement, bundle, terminal)
      : NOT_JUDGED
  const problems = [...examined.problems, ...judged.problems]
  const open = [...examined.open, ...judged.open]
  const verification: Verification = {
    ...judged,
    outcome: problems.length > 0 ? 'not-verified' : open.length > 0 ? 'inconclusive' : 'verified',
    problems,
    open,
    signersWord: [...SIGNERS_WORD, ...judged.signersWord],
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
  signersWord: [],
  rejudged: undefined,
}

/** For `--json`. */
function asData(directory: string, { outcome, keyid, statement, ...found }: Verification) {
  const { result, assayCertificate } = statement?.predicate ?? {}
  const { problems, open, unchecked, signersWord, rejudged } = found
  return {
    bundle: directory,
    outcome,
    exitCode: exitCodeOf({ outcome, problems: found.problems }),
    keyid,
    result,
    ...assayCertificate,
    problems,
    open,
    unchecked,
    signersWord,
    rejudged,
  }
}
