/** Examines the log for a bundle: by the proof in the bundle, and by a status list. */
import { namedKey } from '../envelope.ts'
import { keyTimeProblem, type TrustedKey } from '../key-set.ts'
import type { CertificateState } from './certificate-state.ts'
import { openLogProof, signedCheckpoint } from './log-proof.ts'
import { openStatusList, type OpenedStatusList } from './status-list.ts'
import { backdatedProblem, statusProblems, type StatusProblem } from './status-problems.ts'

export interface LoggedBundle {
  /** Its id: SHA-256 of the attestation. */
  readonly certificate: string
  readonly issuedAt: string
  /** `log-proof.json`; undefined: absent. */
  readonly proof: Buffer | undefined
  /** The status list; undefined: not given. */
  readonly list: Buffer | undefined
}

export interface ExaminedLog {
  readonly problems: readonly StatusProblem[]
  /** undefined: no status list was given, or it is invalid. */
  readonly state: CertificateState | undefined
  /** Statements that were not checked. */
  readonly unchecked: readonly string[]
}

/**
 * @param keys of the log
 * @param now ms since the epoch
 */
export function examineLog(
  { certificate, issuedAt, proof: proofBytes, list: listBytes }: LoggedBundle,
  keys: readonly TrustedKey[],
  now: number,
): ExaminedLog {
  const signed = proofBytes && signedCheckpoint(proofBytes)
  const isForeign = signed !== undefined && keys.length > 0 && !isTrusted(signed, keys)
  // A signer may keep a log besides that of a registry.
  const unchecked = !isForeign
    ? []
    : listBytes === undefined
      ? ['log-proof.json: the log has another key; give it with --log-key']
      : ['log-proof.json: it is of another log than the status list']
  const opened = proofBytes && unchecked.length === 0 ? proofOf(proofBytes, certificate, keys) : undefined
  if (opened?.problem !== undefined) return { problems: [opened.problem], state: undefined, unchecked }
  const proof = opened?.proof
  if (listBytes === undefined) {
    const backdated = proof && backdatedProblem(issuedAt, proof.entry)
    return { problems: backdated ? [backdated] : [], state: undefined, unchecked }
  }
  const { list, problem } = openTrustedList(listBytes, keys)
  if (list === undefined)
    return { problems: [{ name: 'status', found: problem }], state: undefined, unchecked }
  return { ...statusProblems({ certificate, issuedAt, proof }, list, now), unchecked }
}

function proofOf(bytes: Buffer, certificate: string, keys: readonly TrustedKey[]) {
  const problem = (found: string) =>
    ({ problem: { name: 'status', found: `log-proof.json: ${found}` }, proof: undefined }) as const
  const signed = signedCheckpoint(bytes)
  if (signed === undefined) return problem('it is not a proof of a log')
  const key = keyFor(signed, keys)
  const opened = openLogProof(bytes, key.key)
  if (opened.problem !== undefined) return problem(opened.problem)
  const late = keyTimeProblem(key, opened.checkpoint.at, 'its checkpoint')
  if (late !== undefined) return problem(late)
  return opened.entry.certificate === certificate
    ? ({ proof: opened, problem: undefined } as const)
    : problem('it is of another certificate')
}

const isTrusted = (envelope: Buffer, keys: readonly TrustedKey[]) =>
  keys.some(({ id }) => id === namedKey(envelope))

/** The key that an envelope names. For an unknown key id, any key: the signature is then invalid. */
export const keyFor = (envelope: Buffer, keys: readonly TrustedKey[]): TrustedKey =>
  keys.find(({ id }) => id === namedKey(envelope)) ?? keys[0]!

/** Opens a status list. A key that is no longer valid may be in other hands, so it cannot sign a new one. */
export function openTrustedList(bytes: Buffer, keys: readonly TrustedKey[]): OpenedStatusList {
  const key = keyFor(bytes, keys)
  const opened = openStatusList(bytes, key.key)
  const late = opened.list && keyTimeProblem(key, opened.list.checkpoint.at, 'the list')
  return late === undefined ? opened : { problem: `the status list: ${late}` }
}
