import { lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keyId, verificationKey } from '../../certificates/keys.ts'
import { examineSubmission } from '../../registry/examine-submission.ts'
import { outsideProblems } from '../../registry/outside-problems.ts'
import { readProduct, type Product } from '../../registry/product.ts'
import { changedProblems, INDEX, readIndex, type Accepted } from '../../registry/registry-index.ts'
import type { Certificate } from '../../certificates/statement.ts'
import { notesOn, notesOnCertificate, type Identity } from '../../registry/notes.ts'
import { BUNDLE, KEY, MAX_SMALL_BYTES, PRODUCT, type RegistryProblem } from '../../registry/submission.ts'
import { printable } from '../../reports/printable.ts'
import { count } from '../../spec/count.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { judgeAgain } from '../verify/judge-again.ts'
import { requireFile, requireFolder } from './require-path.ts'
import { readSubmissions, type FoundSubmission } from './read-submissions.ts'

export interface CheckOptions {
  /** Folder of the registry. */
  readonly registry: string
  /** Path of the index before the change; undefined: nothing was accepted before. */
  readonly base: string | undefined
  /** Path of a list of changed files, each ended by NUL; undefined: where else files changed is not known. */
  readonly changed?: string | undefined
  /** Whether to judge accepted submissions again. */
  readonly all: boolean
  readonly json: boolean
}

interface Checked {
  readonly place: string
  readonly problems: readonly RegistryProblem[]
  /** What the keeper must find out before the merge. */
  readonly notes: readonly string[]
  /** false: it was accepted before, and only its digest was compared. */
  readonly rejudged: boolean
}

/**
 * Checks the submissions of a registry: those that a change adds, or all.
 *
 * @param now ms since the epoch
 * @returns the exit code: 0, or 1 where a submission is rejected
 * @throws AssayError where an index cannot be read
 */
export async function check(options: CheckOptions, terminal: Terminal, now: number): Promise<0 | 1> {
  const { registry, base, all, json } = options
  requireFolder('registry check', registry)
  if (options.changed !== undefined) requireFile('registry check', '--changed', options.changed)
  const [before, index] = [base === undefined ? [] : indexAt(base), indexOf(registry)]
  const found = readSubmissions(registry)
  const digests = new Map(
    found.flatMap(({ place, digest }) => (digest === undefined ? [] : [[place, digest]])),
  )
  const changed = changedProblems(before, index, digests)
  const checked: Checked[] = []
  for (const submission of found) {
    const isAccepted = before.some(({ place }) => place === submission.place)
    const known = changed.filter(({ place }) => place === submission.place)
    const unlisted = index.some(({ place }) => place === submission.place)
      ? []
      : [{ name: 'index', found: `${INDEX} does not list it: use \`assay registry add\`` }]
    const examined = isAccepted && !all ? undefined : await examine(submission, terminal, now, isAccepted)
    const own =
      examined === undefined
        ? []
        : [
            ...examined.problems,
            ...otherOwner(submission, index, found),
            ...sameRecording(submission, index, found),
          ]
    const problems = [...own, ...(own.length > 0 ? [] : unlisted), ...known]
    checked.push({
      place: submission.place,
      problems,
      notes:
        isAccepted || problems.length > 0
          ? []
          : [
              ...notesOn(identityOf(submission), earlierOf(before, found)),
              ...(examined?.certificate ? notesOnCertificate(examined.certificate) : []),
            ],
      rejudged: !isAccepted || all,
    })
  }
  const outside = options.changed === undefined ? [] : outsideProblems(readFileSync(options.changed, 'utf8'))
  const gone = [...changed, ...outside].filter(({ place }) => !found.some((one) => one.place === place))
  const results = [
    ...checked,
    ...gone.map((problem) => ({ place: problem.place, problems: [problem], notes: [], rejudged: false })),
  ]
  const rejected = results.filter(({ problems }) => problems.length > 0)
  terminal.stdout.write(
    json ? `${JSON.stringify({ checked: results }, null, 2)}\n` : printed(results, rejected.length),
  )
  return rejected.length === 0 ? 0 : 1
}

interface ExaminedNow {
  readonly problems: readonly RegistryProblem[]
  /** undefined: a problem prevents reading it. */
  readonly certificate?: Certificate
}

async function examine(
  { folder, place, isNamed, files }: FoundSubmission,
  terminal: Terminal,
  now: number,
  isAccepted: boolean,
): Promise<ExaminedNow> {
  if (!isNamed)
    return {
      problems: [{ name: 'name', found: 'its path is not <contract>/<organisation>-<product>/<version>' }],
    }
  const { problems, examined } = await examineSubmission(folder, place, files, now)
  // An accepted certificate may expire later; the site shows that.
  const counted = problems.filter(({ name }) => !(isAccepted && (name === 'expired' || name === 'stale')))
  const { statement, bundle } = examined ?? {}
  if (counted.length > 0 || statement === undefined || bundle === undefined) return { problems: counted }
  const judged = await judgeAgain(join(folder, BUNDLE), statement, bundle, terminal)
  return {
    problems: [...judged.problems, ...judged.open.map((open) => ({ name: 'version', found: open }))],
    certificate: statement.predicate.assayCertificate,
  }
}

/**
 * Different names can have the same path. A submission of another product there would replace the accepted one on the
 * site, and could supersede its certificate.
 */
function otherOwner(
  { place, folder, isNamed }: FoundSubmission,
  index: readonly Accepted[],
  found: readonly FoundSubmission[],
): readonly RegistryProblem[] {
  const product = isNamed ? productIn(folder) : undefined
  const first = index.find((entry) => productPath(entry.place) === productPath(place))
  const earlier = first && first.place !== place && found.find((one) => one.place === first.place)
  const owner = earlier ? productIn(earlier.folder) : undefined
  if (product === undefined || owner === undefined) return []
  if (product.organisation === owner.organisation && product.name === owner.name) return []
  return [
    {
      name: 'name',
      found: `its folder belongs to ${owner.name} of ${owner.organisation}, and it is ${product.name} of ${product.organisation}`,
    },
  ]
}

/**
 * A bundle is public: anybody could submit it as another product, or again as a renewal. Each run has a seed of its own, and
 * its requests depend on it; so a copy with small changes has the seed of the original.
 */
function sameRecording(
  { place, recording, seed }: FoundSubmission,
  index: readonly Accepted[],
  found: readonly FoundSubmission[],
): readonly RegistryProblem[] {
  if (recording === undefined) return []
  const isSame = (one: FoundSubmission) =>
    one.recording === recording || (seed !== undefined && one.seed === seed)
  const places = new Set(found.filter(isSame).map((one) => one.place))
  const first = index.find((entry) => places.has(entry.place))
  return first === undefined || first.place === place
    ? []
    : [{ name: 'duplicate', found: `its recording is that of ${first.place}` }]
}

const productPath = (place: string): string => place.slice(0, place.lastIndexOf('/'))

/** The submissions of an index that are there, the first one first. */
const earlierOf = (index: readonly Accepted[], found: readonly FoundSubmission[]): readonly Identity[] =>
  index.flatMap(({ place }) => {
    const one = found.find((submission) => submission.place === place)
    return one === undefined ? [] : [identityOf(one)]
  })

const identityOf = ({ place, folder, isNamed }: FoundSubmission): Identity => ({
  place,
  product: isNamed ? productIn(folder) : undefined,
  keyid: isNamed ? keyIdIn(folder) : undefined,
})

function productIn(folder: string): Product | undefined {
  const text = smallText(join(folder, PRODUCT))
  return text === undefined ? undefined : readProduct(text).product
}

function keyIdIn(folder: string): string | undefined {
  const text = smallText(join(folder, KEY))
  try {
    return text === undefined ? undefined : keyId(verificationKey(text, KEY))
  } catch {
    return undefined
  }
}

function smallText(file: string): string | undefined {
  const state = lstatSync(file, { throwIfNoEntry: false })
  return state?.isFile() === true && state.size <= MAX_SMALL_BYTES ? readFileSync(file, 'utf8') : undefined
}

/** The index of a registry; empty where there is none yet. A link could be one to the index of another registry. */
export function indexOf(registry: string): readonly Accepted[] {
  const file = join(registry, INDEX)
  const state = lstatSync(file, { throwIfNoEntry: false })
  if (state === undefined) return []
  if (!state.isFile()) throw assayError('registry-unreadable', { file, reason: 'it is not a file' })
  return indexAt(file)
}

/** A line has about 150 bytes. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024

function indexAt(file: string): readonly Accepted[] {
  try {
    const { size } = statSync(file)
    if (size > MAX_INDEX_BYTES) throw new Error(`it has more than ${MAX_INDEX_BYTES} bytes`)
    return readIndex(readFileSync(file, 'utf8'))
  } catch (error) {
    throw assayError('registry-unreadable', {
      file,
      reason: error instanceof Error ? error.message : String(error),
    })
  }
}

const printed = (results: readonly Checked[], rejected: number): string =>
  [
    ...results.flatMap(({ place, problems, notes, rejudged }) => [
      `${problems.length === 0 ? 'accepted' : 'rejected'} ${printable(place)}${rejudged ? '' : ' (unchanged)'}`,
      ...problems.map(({ name, found }) => `  ${name}: ${printable(found)}`),
      ...notes.map((note) => `  note: ${printable(note)}`),
    ]),
    `${count(results.length, 'submission')}, ${rejected} rejected.`,
    '',
  ].join('\n')
