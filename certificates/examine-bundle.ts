/** Problems of a bundle, without a replay of its recording. */
import type { KeyObject } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findForeignFormats, readBundle, type Bundle } from './bundle.ts'
import { challengeProblems } from './challenge.ts'
import { contradictions } from './contradictions.ts'
import { opened, type Opened } from './envelope.ts'
import { ATTESTATION, listFiles, NEEDED, type FileDigest } from './files.ts'
import { refusals } from './refusals.ts'
import type { StatusProblem } from './log/status-problems.ts'
import type { Span } from './span.ts'
import { issueOf, statementIn } from './statement-in.ts'
import { statementOf, type Statement } from './statement.ts'
import { expiryProblem, validityProblems } from './validity.ts'

/** A problem of a bundle. */
export interface Problem {
  /** docs/certify.md, *Verify*, defines the names. */
  readonly name:
    | 'signature'
    | 'statement'
    | 'validity'
    | 'file'
    | 'claim'
    | 'condition'
    | 'challenge'
    | 'verdict'
    | 'report'
    | 'key'
    | StatusProblem['name']
  readonly found: string
}

export interface Examined {
  readonly problems: readonly Problem[]
  /** Why the examination is incomplete. */
  readonly open: readonly string[]
  /** The signed statement; undefined: no trusted one. */
  readonly statement: Statement | undefined
  readonly keyid: string | undefined
  /** Content of the files; undefined if any was changed. */
  readonly bundle: Bundle | undefined
}

/** A certificate of a thousand requirements has a tenth of this size. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * @param now ms since the epoch
 * @param nonce that the run must use; undefined: no challenge is required
 */
export async function examineBundle(
  directory: string,
  key: KeyObject,
  now: number,
  nonce?: string,
): Promise<Examined> {
  const nothing = { open: [], statement: undefined, keyid: undefined, bundle: undefined }
  const envelope = envelopeAt(join(directory, ATTESTATION), key)
  if (envelope.payload === undefined) {
    return { ...nothing, problems: [{ name: 'signature', found: `${ATTESTATION}: ${envelope.problem}` }] }
  }
  const { keyid } = envelope
  const read = statementIn(envelope.payload)
  if (read.statement === undefined) {
    return { ...nothing, keyid, problems: [{ name: 'statement', found: `${ATTESTATION}: ${read.problem}` }] }
  }
  const { statement } = read
  const { schemaVersion } = statement.predicate.assayCertificate
  if (schemaVersion !== 1) {
    const open = [
      `it is a certificate of version ${String(schemaVersion)}, which this Assay does not know: use a later one`,
    ]
    return { ...nothing, statement, keyid, problems: [], open }
  }
  const differing = filesThatDiffer(statement, await listFiles(directory))
  const before = [...validity(statement, undefined, now), ...differing]
  if (differing.length > 0) return { ...nothing, statement, keyid, problems: before }
  try {
    const bundle = await readBundle(directory)
    const problems = [
      ...(await findForeignFormats(directory)).map((name): Problem => ({
        name: 'file',
        found: `${name} differs from the form that a run writes: it may contain a key twice`,
      })),
      ...statementProblems(statement, bundle, now),
      ...runProblems(bundle),
      ...unanswered(bundle, nonce),
    ]
    return { open: [], statement, keyid, bundle, problems }
  } catch (error) {
    // A signed bundle can still have malformed files.
    const found = `the run in the bundle cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { ...nothing, statement, keyid, problems: [...before, { name: 'file', found }] }
  }
}

/** Differences between a statement and the files of its bundle. Pure. */
export const statementProblems = (statement: Statement, bundle: Bundle, now: number): readonly Problem[] => [
  ...filesThatDiffer(statement, bundle.files),
  ...validity(statement, bundle.span, now),
  ...falseClaims(statement, bundle),
]

/** Differences between `conformance.json` and the recording, without a replay, and unmet conditions. Pure. */
export const runProblems = (bundle: Bundle): readonly Problem[] => [...contradicted(bundle), ...unmet(bundle)]

function envelopeAt(path: string, key: KeyObject): Opened {
  const found = lstatSync(path)
  if (!found.isFile()) return { problem: 'it is not a file' }
  return found.size > MOST_BYTES
    ? { problem: `it is larger than ${MOST_BYTES} bytes` }
    : opened(readFileSync(path), key)
}

const validity = (
  { predicate: { assayCertificate } }: Statement,
  span: Span | undefined,
  now: number,
): readonly Problem[] => {
  const expired = expiryProblem(assayCertificate, now)
  const problems: readonly (readonly [Problem['name'], string])[] = [
    ...validityProblems(assayCertificate, span, now).map((found) => ['validity', found] as const),
    ...(expired === undefined ? [] : [['expired', expired] as const]),
  ]
  return problems.map(([name, found]) => ({ name, found }))
}

/** Files that were changed, removed or added. */
function filesThatDiffer({ subject }: Statement, files: readonly FileDigest[]): readonly Problem[] {
  const signed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  const there = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const problem = (found: string): Problem => ({ name: 'file', found })
  return [
    ...NEEDED.filter((name) => !signed.has(name)).map((name) => problem(`${name} was not signed`)),
    ...[...signed.keys()].filter((name) => !there.has(name)).map((name) => problem(`${name} is missing`)),
    ...files.flatMap(({ name, sha256 }) => {
      if (!signed.has(name)) return [problem(`${name} was added after signing`)]
      if (sha256 === undefined)
        return [problem(`${name} is no longer a file, or is longer than any file of a run`)]
      return signed.get(name) === sha256 ? [] : [problem(`${name} was changed after signing`)]
    }),
  ]
}

/** Signed statements that contradict the files. */
function falseClaims(statement: Statement, bundle: Bundle): readonly Problem[] {
  const given = partsOf(statementOf(bundle, issueOf(statement)))
  return partsOf(statement).flatMap(([place, said], index) =>
    differing(said, given[index]![1]).map((name): Problem => ({
      name: 'claim',
      found: `the statement and the files of the bundle differ in ${place}${name}`,
    })),
  )
}

/** Names whose values differ, or that only one side has. */
function differing(one: Part, other: Part): readonly string[] {
  const [ones, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...new Set([...ones.keys(), ...others.keys()])].filter(
    (name) => JSON.stringify(ones.get(name)) !== JSON.stringify(others.get(name)),
  )
}

const contradicted = (bundle: Bundle): readonly Problem[] =>
  contradictions(bundle.conformance, bundle).map((found) => ({ name: 'claim', found }))

type Part = Readonly<Record<string, unknown>>

/** The parts of a statement. Each is compared alone, since a signer may repeat a name in another one. */
const partsOf = ({
  predicate: { configuration, assayCertificate, ...rest },
  ...outer
}: Statement): readonly (readonly [place: string, part: Part])[] => [
  ['', { ...outer }],
  ['predicate.', rest],
  ['configuration ', Object.fromEntries(configuration.map((descriptor) => [descriptor.name, descriptor]))],
  ['assayCertificate.', { ...assayCertificate }],
]

const unanswered = ({ head, exchanges }: Bundle, nonce: string | undefined): readonly Problem[] =>
  nonce === undefined
    ? []
    : challengeProblems(nonce, head, exchanges).map((found) => ({ name: 'challenge', found }))

const unmet = (bundle: Bundle): readonly Problem[] =>
  refusals(bundle).map(({ name, found }) => ({ name: 'condition', found: `${name}: ${found}` }))
