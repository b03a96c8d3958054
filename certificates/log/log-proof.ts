/** `log-proof.json` of a bundle: proves that the log has the certificate, and since when. */
import type { KeyObject } from 'node:crypto'
import { opened, sealed } from '../envelope.ts'
import { entryIn, isAddition, type Addition } from './log-entry.ts'
import { inclusionProof, rootByProof } from './merkle-tree.ts'
import { CHECKPOINT_TYPE, checkpointOf, isCheckpoint, type Checkpoint } from './status-list.ts'

interface LogProof {
  readonly schemaVersion: 1
  readonly entry: string
  readonly index: number
  readonly hashes: readonly string[]
  /** Signed. */
  readonly checkpoint: string
}

/** The text of the proof of an entry. */
export function logProof(lines: readonly string[], index: number, at: string, key: KeyObject): string {
  const proof: LogProof = {
    schemaVersion: 1,
    entry: lines[index]!,
    index,
    hashes: inclusionProof(index, lines),
    checkpoint: sealed(Buffer.from(JSON.stringify(checkpointOf(lines, at))), key, CHECKPOINT_TYPE),
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

export type OpenedProof =
  | {
      readonly entry: Addition
      readonly checkpoint: Checkpoint
      readonly problem?: never
    }
  | { readonly problem: string; readonly entry?: never }

/** The signed checkpoint of a proof; undefined: not a proof. */
export function signedCheckpoint(bytes: Buffer): Buffer | undefined {
  const proof = parsed(bytes)
  return proof && Buffer.from(proof.checkpoint)
}

/** Opens the proof that a bundle has. */
export function openLogProof(bytes: Buffer, key: KeyObject): OpenedProof {
  const proof = parsed(bytes)
  if (proof === undefined) return { problem: 'it is not a proof of a log' }
  const { payload, problem } = opened(Buffer.from(proof.checkpoint), key, CHECKPOINT_TYPE)
  if (payload === undefined) return { problem: `its checkpoint: ${problem}` }
  const checkpoint: unknown = JSON.parse(payload.toString('utf8'))
  if (!isCheckpoint(checkpoint)) return { problem: 'its checkpoint has another form' }
  const root = rootByProof(proof.entry, proof.index, checkpoint.size, proof.hashes)
  if (root !== checkpoint.root) return { problem: 'its hashes do not lead to the root of its checkpoint' }
  const entry = entryIn(proof.entry)
  return entry && isAddition(entry) ? { entry, checkpoint } : { problem: 'its entry adds no certificate' }
}

function parsed(bytes: Buffer): LogProof | undefined {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Partial<LogProof> | null
    const { schemaVersion, entry, index, hashes, checkpoint } = value ?? {}
    const isProof =
      schemaVersion === 1 &&
      typeof entry === 'string' &&
      typeof checkpoint === 'string' &&
      Number.isInteger(index) &&
      Array.isArray(hashes) &&
      hashes.every((one) => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one))
    return isProof ? (value as LogProof) : undefined
  } catch {
    return undefined
  }
}
