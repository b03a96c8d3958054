/** Problems of a bundle, without a replay of its recording. */
import type { KeyObject } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesWrittenOtherwise, readBundle, type Bundle } from './bundle.ts'
import { challengeProblems } from './challenge.ts'
import { contradictions } from './contradictions.ts'
import { opened, type Opened } from './envelope.ts'
import { ATTESTATION, filesIn, NEEDED, type FileDigest } from './files.ts'
import { refusals } from './refusals.ts'
import type { StatusProblem } from './log/status-problems.ts'
import type { Span } from './span.ts'
import { issueOf, statementIn } from './statement-in.ts'
import { statementOf, type Statement } from './statement.ts'
import { expiryProblem, validityProblems } from './validity.ts'

/** A problem of a bundle. */
export interface Problem {
  /**
   * `signature`: nothing of the attestation is to be believed. `statement`: what is signed is no certificate. `validity`:
   * its dates are not those of a certificate that is valid now. `file`: one is not as it was signed. `claim`: the statement
   * or conformance.json says what the recording does not. `condition`: such a run is not certified. `challenge`: it does not answer the challenge of the verifier.
   * `key`: its key was not valid when it was issued. The others: see `StatusProblem`. `verdict`: it does not come out of the recording again. `report`: a
   * file does not say what the recording does.
   */
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
  /** Why the examination could not be completed. */
  readonly open: readonly string[]
  /** The signed statement; undefined: none is trusted. */
  readonly statement: Statement | undefined
  readonly keyid: string | undefined
  /** The content of the files; undefined unless each is unchanged. */
  readonly bundle: Bundle | undefined
}

/** One for a thousand requirements has a tenth. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * @param now ms since the epoch
 * @param nonce that the run must answer; undefined: no challenge is required
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
  const differing = filesThatDiffer(statement, await filesIn(directory))
  const before = [...validity(statement, undefined, now), ...differing]
  if (differing.length > 0) return { ...nothing, statement, keyid, problems: before }
  try {
    const bundle = await readBundle(directory)
    const problems = [
      ...(await filesWrittenOtherwise(directory)).map((name): Problem => ({
        name: 'file',
        found: `${name} is not written as a run writes it: a key may stand twice`,
      })),
      ...validity(statement, bundle.span, now),
      ...falseClaims(statement, bundle),
      ...contradicted(bundle),
      ...unmet(bundle),
      ...unanswered(bundle, nonce),
    ]
    return { open: [], statement, keyid, bundle, problems }
  } catch (error) {
    // Anyone who has the key may have signed anything.
    const found = `the run in the bundle cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { ...nothing, statement, keyid, problems: [...before, { name: 'file', found }] }
  }
}

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

/** Every file is unchanged, none is missing, none was added. */
function filesThatDiffer({ subject }: Statement, files: readonly FileDigest[]): readonly Problem[] {
  const signed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  const there = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const problem = (found: string): Problem => ({ name: 'file', found })
  return [
    ...NEEDED.filter((name) => !signed.has(name)).map((name) => problem(`${name} was not signed`)),
    ...[...signed.keys()].filter((name) => !there.has(name)).map((name) => problem(`${name} is missing`)),
    ...files.flatMap(({ name, sha256 }) => {
      if (!signed.has(name)) return [problem(`${name} was added after signing`)]
      if (sha256 === undefined) return [problem(`${name} is no longer a file`)]
      return signed.get(name) === sha256 ? [] : [problem(`${name} was changed after signing`)]
    }),
  ]
}

/** The holder of the key may have signed statements that the files contradict. */
function falseClaims(statement: Statement, bundle: Bundle): readonly Problem[] {
  const said = partsOf(statement)
  const given = partsOf(statementOf(bundle, issueOf(statement)))
  const names = [...new Set([...said.keys(), ...given.keys()])]
  return names
    .filter((name) => said.get(name) !== given.get(name))
    .map((name) => ({
      name: 'claim',
      found: `the statement says something else of ${name} than the files of the bundle`,
    }))
}

const contradicted = (bundle: Bundle): readonly Problem[] =>
  contradictions(bundle.conformance, bundle).map((found) => ({ name: 'claim', found }))

/** The parts of a statement that can be named, as text. */
function partsOf({
  predicate: { configuration, assayCertificate, ...rest },
  ...outer
}: Statement): ReadonlyMap<string, string> {
  return new Map(
    [
      ...Object.entries(outer),
      ...Object.entries(rest),
      ...configuration.map((descriptor) => [`configuration ${descriptor.name}`, descriptor] as const),
      ...Object.entries(assayCertificate),
    ].map(([name, part]) => [name, JSON.stringify(part)]),
  )
}

const unanswered = ({ head, exchanges }: Bundle, nonce: string | undefined): readonly Problem[] =>
  nonce === undefined
    ? []
    : challengeProblems(nonce, head, exchanges).map((found) => ({ name: 'challenge', found }))

const unmet = (bundle: Bundle): readonly Problem[] =>
  refusals(bundle).map(({ name, found }) => ({ name: 'condition', found: `${name}: ${found}` }))
