/** Matches each operation of the contract with an operation of the owner's document. */
import { grouped } from '../../../spec/grouped.ts'
import { operations, type OperationName } from '../../../spec/index.ts'
import type { DescribedOperation } from '../read/described.ts'
import { assign, type Assignment } from './assign.ts'
import { contractOperations, sharedWith } from './contract-operations.ts'
import { HINTS } from './hints.ts'
import { profileOf, segmentsOf, type OperationProfile } from './profile.ts'
import { createScoring } from './score.ts'

export interface Match {
  readonly operation: OperationName
  /** The owner's operation. */
  readonly found: DescribedOperation
  /** From 0 to 1. */
  readonly confidence: number
  /** true: written as a key, not as a comment. */
  readonly isCertain: boolean
}

export interface Matching {
  readonly contract: ReadonlyMap<OperationName, DescribedOperation>
  /** At most one for each operation of the contract. */
  readonly matches: readonly Match[]
  /** Unmatched operations of the contract, with the confidence, from 0 to 1, that the document lacks them. */
  readonly absent: ReadonlyMap<OperationName, number>
  /** Operations of the document that match none of the contract's. */
  readonly others: readonly DescribedOperation[]
}

/** Minimum confidence of an active line. */
export const CERTAIN = 0.75

/** Minimum score of a candidate pair. */
const LEAST_SCORE = 0.2
/** Candidates of an operation that are compared with all others. */
const CANDIDATES = 12
const ROUNDS = 3
/** Bonus of a pair if the other operations below the same path match too, and penalty if they match elsewhere. */
const GAIN = 0.16
const LOSS = 0.12

interface Compared {
  readonly names: readonly OperationName[]
  readonly ours: readonly OperationProfile[]
  readonly theirs: readonly OperationProfile[]
  /** Similarity of two operations, by row and column. */
  readonly likeness: readonly (readonly number[])[]
  /** The same where a pair is a candidate, otherwise 0. */
  readonly scores: readonly (readonly number[])[]
  readonly isSamePath: (row: number, column: number) => boolean
  readonly plausibility: (row: number, column: number) => number
}

/** @param found the operations of the owner's document */
export function matchOperations(found: readonly DescribedOperation[]): Matching {
  const contract = contractOperations()
  const compared = compare(contract, found)
  const columns = candidateColumns(compared.scores)
  const scores = withNeighbours(compared, columns)
  const { columnOf, lossWithout } = assignColumns(scores, columns)
  const matches = columnOf.flatMap((column, row): Match[] => {
    if (column === undefined) return []
    const margin = lossWithout(row, oneRequest(compared.names, row))
    const alike = confidenceOf(scores[row]![column]!, margin)
    const confidence = compared.isSamePath(row, column)
      ? Math.max(0.95, alike)
      : alike * compared.plausibility(row, column)
    return [
      {
        operation: compared.names[row]!,
        found: found[column]!,
        confidence,
        isCertain: confidence >= CERTAIN,
      },
    ]
  })
  return matchingOf(contract, found, compared.likeness, withShared(matches, compared.names))
}

function compare(
  contract: ReadonlyMap<OperationName, DescribedOperation>,
  found: readonly DescribedOperation[],
): Compared {
  const names = [...contract.keys()]
  const ours = names.map((name) => profileOf(contract.get(name)!, HINTS[name]))
  const theirs = found.map((operation) => profileOf(operation))
  const scoring = createScoring(ours, theirs)
  const isSamePath = (row: number, column: number) =>
    sharedWith(names[row]!) === undefined && isSame(contract.get(names[row]!)!, found[column]!)
  const plausibility = (row: number, column: number) => scoring.plausibility(ours[row]!, theirs[column]!)
  const likeness = ours.map((profile, row) =>
    theirs.map((other, column) =>
      isOauth(found[column]!) ? 0 : scoring.score(profile, other) * (0.7 + 0.3 * plausibility(row, column)),
    ),
  )
  const scores = likeness.map((line, row) =>
    line.map((score, column) =>
      isSamePath(row, column) ? Math.max(score, 0.3) + 0.5 : score < LEAST_SCORE ? 0 : score,
    ),
  )
  return { names, ours, theirs, likeness, scores, isSamePath, plausibility }
}

/** Operations of OAuth 2 and OpenID Connect issue tokens too, but not the tokens of the contract. */
const isOauth = ({ path }: DescribedOperation) =>
  segmentsOf(path).some((segment) => /^(?:oauth2?|openid|oidc|\.well-known)\b/i.test(segment))

const isSame = (one: DescribedOperation, other: DescribedOperation) =>
  one.method === other.method && shapeOf(one.path) === shapeOf(other.path)

const shapeOf = (path: string) =>
  segmentsOf(path)
    .join('/')
    .replace(/\{[^{}]*\}/g, '{}')

/** Columns that are among the best of some row. */
function candidateColumns(scores: Compared['scores']): readonly number[] {
  const columns = new Set<number>()
  for (const row of scores) {
    const best = row
      .map((score, column) => ({ score, column }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
    for (const { column } of best.slice(0, CANDIDATES)) columns.add(column)
  }
  return [...columns]
}

function assignColumns(scores: Compared['scores'], columns: readonly number[]): Assignment {
  const benefits = scores.map((row) => columns.map((column) => row[column]!))
  const { columnOf, lossWithout } = assign(benefits)
  return {
    columnOf: columnOf.map((index) => (index === undefined ? undefined : columns[index])),
    lossWithout,
  }
}

/** Operations below one path belong together: pairs whose neighbours match get a bonus, others a penalty. */
function withNeighbours(compared: Compared, columns: readonly number[]): readonly (readonly number[])[] {
  let scores = compared.scores
  for (let round = 0; round < ROUNDS; round++) {
    const votes = votesOf(compared, scores, assignColumns(scores, columns).columnOf)
    scores = compared.scores.map((row, at) =>
      row.map((score, column) => {
        if (score === 0) return 0
        const support = votes.support(at, column)
        return Math.max(score + (support >= 0 ? GAIN : LOSS) * support, 0.001)
      }),
    )
  }
  return scores
}

interface Pair {
  readonly row: number
  readonly column: number
  readonly score: number
}

function votesOf(
  { ours, theirs }: Compared,
  scores: Compared['scores'],
  chosen: readonly (number | undefined)[],
) {
  const pairs = chosen.flatMap((column, row): Pair[] =>
    column === undefined ? [] : [{ row, column, score: scores[row]![column]! }],
  )
  const byOurs = grouped(pairs, ({ row }) => ours[row]!.collection)
  const byTheirs = grouped(pairs, ({ column }) => theirs[column]!.collection)
  /**
   * From -1 (the other operations below these paths match elsewhere) to 1 (they match each other). The pair itself does
   * not count, since a first guess would confirm itself.
   */
  const support = (row: number, column: number): number => {
    const isOther = (pair: Pair) => pair.row !== row && pair.column !== column
    const ofOurs = (byOurs.get(ours[row]!.collection) ?? []).filter(isOther)
    const ofTheirs = (byTheirs.get(theirs[column]!.collection) ?? []).filter(isOther)
    const all = Math.max(sumOf(ofOurs), sumOf(ofTheirs))
    if (all === 0) return 0
    const here = theirs[column]!.collection
    return (2 * sumOf(ofOurs.filter((pair) => theirs[pair.column]!.collection === here))) / all - 1
  }
  return { support }
}

const sumOf = (pairs: readonly Pair[]) => pairs.reduce((sum, { score }) => sum + score, 0)

/** A row, and the row that may share its operation of the document: they do not compete for it. */
const oneRequest = (names: readonly OperationName[], row: number): ReadonlySet<number> =>
  new Set(
    names.flatMap((name, at) =>
      at === row || sharedWith(name) === names[row] || sharedWith(names[row]!) === name ? [at] : [],
    ),
  )

/** Combines the similarity of two operations with its distance from the next best pairing. */
function confidenceOf(score: number, margin: number): number {
  // Without a rival, a lower similarity is enough.
  const alike = smooth((score + Math.max(0, margin - 0.1) / 2 - 0.2) / 0.35)
  const clear = smooth(margin / 0.2)
  return alike * (0.45 + 0.55 * clear) * (0.9 + 0.09 * Math.min(score, 1))
}

const smooth = (value: number) => {
  const bounded = Math.min(Math.max(value, 0), 1)
  return bounded * bounded * (3 - 2 * bounded)
}

/** One operation of the document may serve two of the contract, such as pausing and resuming. */
function withShared(matches: readonly Match[], names: readonly OperationName[]): readonly Match[] {
  const shared = names.flatMap((name): Match[] => {
    const other = matches.find(({ operation }) => operation === sharedWith(name))
    const own = matches.find(({ operation }) => operation === name)
    if (!other || other.found.method === 'POST' || own?.isCertain) return []
    return [{ ...other, operation: name }]
  })
  const replaced = new Set(shared.map(({ operation }) => operation))
  return [...matches.filter(({ operation }) => !replaced.has(operation)), ...shared]
}

function matchingOf(
  contract: Matching['contract'],
  found: readonly DescribedOperation[],
  likeness: Compared['likeness'],
  all: readonly Match[],
): Matching {
  const names = [...contract.keys()]
  const isOtherApi = describesOtherApi(contract, found.length, all)
  const matches = all
    .filter(({ confidence }) => confidence >= 0.1)
    .sort((one, other) => names.indexOf(one.operation) - names.indexOf(other.operation))
    .map((match) =>
      isOtherApi ? { ...match, confidence: Math.min(match.confidence, 0.4), isCertain: false } : match,
    )
  const taken = new Set(matches.map((match) => match.found))
  const matched = new Set(matches.map(({ operation }) => operation))
  const isFree = freeColumns(found, matches)
  return {
    contract,
    matches,
    absent: new Map(
      names.flatMap((name, row) =>
        matched.has(name) || operations[name].onlyArranges
          ? []
          : [[name, absenceOf(likeness[row]!.filter((_, column) => isFree[column]))]],
      ),
    ),
    others: found.filter((operation) => !taken.has(operation)),
  }
}

/** Whether an operation of the document is not certainly another one of the contract. */
function freeColumns(found: readonly DescribedOperation[], matches: readonly Match[]): readonly boolean[] {
  const taken = new Set(matches.filter(({ isCertain }) => isCertain).map((match) => match.found))
  return found.map((operation) => !taken.has(operation))
}

/** The less similar the best free operation, the more certain that the document has no match. */
const absenceOf = (likeness: readonly number[]) =>
  Math.max(0, Math.min(0.99, 1 - 6 * likeness.reduce((best, value) => Math.max(best, value), 0)))

/** From this number of certain matches, a document counts as this API. */
const ENOUGH = 40
const FEWEST = 3

/** Whether so few operations match that the document describes another API, where users may resemble customers. */
function describesOtherApi(contract: Matching['contract'], size: number, all: readonly Match[]): boolean {
  const certain = all.filter(({ isCertain }) => isCertain)
  if (certain.length >= ENOUGH) return false
  const share = certain.length / size
  const areas = new Set(certain.map(({ operation }) => contract.get(operation)?.tags[0]))
  return certain.length < FEWEST || share < 0.25 || (areas.size < 2 && share < 0.6)
}
