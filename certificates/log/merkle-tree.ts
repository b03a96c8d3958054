/**
 * The Merkle tree of RFC 6962, section 2.1: hashes of a list to which entries are only appended. No maintained package of
 * npm builds such trees.
 */
import { createHash } from 'node:crypto'

const sha256 = (prefix: number, ...parts: readonly Buffer[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.of(prefix), ...parts]))
    .digest()

/** Leaves and nodes have different prefixes, so no entry can imitate a node. */
const leafHash = (entry: string | Buffer): Buffer => sha256(0, Buffer.from(entry))
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(1, left, right)

/** The largest power of two below a size of at least two. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function hashOf(entries: readonly (string | Buffer)[]): Buffer {
  if (entries.length === 0) return createHash('sha256').digest()
  if (entries.length === 1) return leafHash(entries[0]!)
  const split = splitOf(entries.length)
  return nodeHash(hashOf(entries.slice(0, split)), hashOf(entries.slice(split)))
}

/** The root of the tree over some entries, hex. */
export const rootOf = (entries: readonly (string | Buffer)[]): string => hashOf(entries).toString('hex')

/** The hashes that lead from an entry to the root, hex, the nearest first. */
export function inclusionProof(index: number, entries: readonly (string | Buffer)[]): readonly string[] {
  if (entries.length <= 1) return []
  const split = splitOf(entries.length)
  const [left, right] = [entries.slice(0, split), entries.slice(split)]
  return index < split
    ? [...inclusionProof(index, left), rootOf(right)]
    : [...inclusionProof(index - split, right), rootOf(left)]
}

/** The root of a proof, hex; undefined: a tree of that size has no such proof. */
export function rootByProof(
  entry: string,
  index: number,
  size: number,
  proof: readonly string[],
): string | undefined {
  if (!Number.isInteger(index) || index < 0 || index >= size) return undefined
  return climb(leafHash(entry), index, size, proof)?.toString('hex')
}

function climb(leaf: Buffer, index: number, size: number, proof: readonly string[]): Buffer | undefined {
  if (size === 1) return proof.length === 0 ? leaf : undefined
  const last = proof.at(-1)
  if (last === undefined) return undefined
  const split = splitOf(size)
  const sibling = Buffer.from(last, 'hex')
  const rest = proof.slice(0, -1)
  if (index < split) {
    const left = climb(leaf, index, split, rest)
    return left && nodeHash(left, sibling)
  }
  const right = climb(leaf, index - split, size - split, rest)
  return right && nodeHash(sibling, right)
}
