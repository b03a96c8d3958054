/** Similarity of an operation of the contract and one of the owner's document, from 0 to 1. */
import { GENERIC, OPPOSITES } from './vocabulary.ts'
import { GROUPS, type Group, type Kind, type OperationProfile } from './profile.ts'
import type { Bag } from './words.ts'

/** Weight of each group of words. */
const WEIGHTS: Readonly<Record<Group, number>> = {
  path: 3,
  head: 2,
  name: 1.5,
  summary: 2,
  tags: 0.7,
  all: 3,
  request: 1.5,
  response: 1.2,
  values: 1,
}

/** A word that no operation of the contract has reduces the score, but less than its rarity suggests. */
const UNKNOWN = 0.6
const GENERIC_WEIGHT = 0.35

/** Names that share fewer words than this with the contract count as arbitrary. */
const LOW_TRUST = 0.4

export interface Scoring {
  /** @returns 0 to 1 */
  score(contract: OperationProfile, other: OperationProfile): number
  /** From 0 to 1: lower if the shapes differ, or only one of them names a concept. */
  plausibility(contract: OperationProfile, other: OperationProfile): number
}

/**
 * @param contract profiles of the contract's operations: their rare words count more
 * @param others profiles of the document: arbitrary names count less
 */
export function createScoring(
  contract: readonly OperationProfile[],
  others: readonly OperationProfile[],
): Scoring {
  const rarities = byGroup((group) => raritiesOf(contract.map(({ bags }) => bags[group])))
  const trust = byGroup((group) =>
    trustOf(
      rarities[group],
      others.map(({ bags }) => bags[group]),
    ),
  )
  const score = (ours: OperationProfile, theirs: OperationProfile): number => {
    const kind = kindFit(ours.kind, theirs.kind) * listFit(ours.isList, theirs.isList)
    if (kind === 0) return 0
    let total = 0
    let weights = 0
    for (const group of GROUPS) {
      if (ours.bags[group].size === 0 || theirs.bags[group].size === 0) continue
      const weight = WEIGHTS[group] * trust[group]
      total += weight * cosine(ours.bags[group], theirs.bags[group], rarities[group])
      weights += weight
    }
    const words = weights === 0 ? 0 : total / weights
    return kind * words * credentialsFit(ours, theirs) * parametersFit(ours, theirs)
  }
  const plausibility = (ours: OperationProfile, theirs: OperationProfile): number => {
    // A resource may be read at a path without an id.
    const isPlain = [ours, theirs].every(({ kind, isList }) => kind.startsWith('GET') && isList === false)
    const shape = kindFit(ours.kind, theirs.kind) < 0.7 && !isPlain ? 0.7 : 1
    const list = listFit(ours.isList, theirs.isList) < 1 ? 0.8 : 1
    // Arbitrary names without descriptions leave little but shapes.
    if (trust.path < 1) return shape * list * (theirs.bags.summary.size === 0 ? UNNAMED : 1)
    const theirsNamed = theirs.resources.every((resource) => isNamed(resource, ours.bags.all)) ? 1 : UNNAMED
    const oursNamed = ours.resources.every((resource) => isNamed(resource, theirs.bags.all)) ? 1 : UNNAMED
    return shape * list * theirsNamed * oursNamed * (isOpposite(ours, theirs) ? UNNAMED : 1)
  }
  return { score, plausibility }
}

const UNNAMED = 0.65

/** Whether the other operation has a concept of a segment; generic concepts are skipped. */
function isNamed(segment: Bag, words: Bag): boolean {
  const concepts = [...segment].filter(([concept, weight]) => !GENERIC.has(concept) && weight >= 0.3)
  return concepts.length === 0 || concepts.some(([concept]) => words.has(concept))
}

/** Whether one of the operations does the opposite of the other. */
const isOpposite = ({ bags: ours }: OperationProfile, { bags: theirs }: OperationProfile): boolean =>
  OPPOSITES.some((pair) =>
    pair.some(
      (concept, at) => ours.name.has(concept) && theirs.all.has(pair[1 - at]!) && !theirs.all.has(concept),
    ),
  )

const byGroup = <Value>(valueOf: (group: Group) => Value): Readonly<Record<Group, Value>> =>
  Object.fromEntries(GROUPS.map((group) => [group, valueOf(group)])) as Record<Group, Value>

type Rarities = (concept: string) => { readonly rarity: number; readonly known: boolean }

function raritiesOf(bags: readonly Bag[]): Rarities {
  const counts = new Map<string, number>()
  for (const bag of bags)
    for (const concept of bag.keys()) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  const unknown = UNKNOWN * Math.log(1 + bags.length)
  return (concept) => {
    const count = counts.get(concept)
    if (count === undefined) return { rarity: unknown, known: false }
    return {
      rarity: Math.log(1 + bags.length / count) * (GENERIC.has(concept) ? GENERIC_WEIGHT : 1),
      known: true,
    }
  }
}

/** The share of the document's distinct words that the contract has too; below a limit the group has little weight. */
function trustOf(rarities: Rarities, bags: readonly Bag[]): number {
  const words = new Set(bags.flatMap((bag) => [...bag.keys()]))
  if (words.size === 0) return 1
  const share = [...words].filter((word) => rarities(word).known).length / words.size
  return share >= LOW_TRUST ? 1 : Math.max(share / LOW_TRUST, 0.1) ** 2
}

function cosine(one: Bag, other: Bag, rarities: Rarities): number {
  let product = 0
  for (const [concept, weight] of one) {
    const common = other.get(concept)
    if (common !== undefined) product += weight * common * rarities(concept).rarity ** 2
  }
  return product === 0 ? 0 : product / (lengthOf(one, rarities) * lengthOf(other, rarities))
}

const lengthOf = (bag: Bag, rarities: Rarities) =>
  Math.hypot(...[...bag].map(([concept, weight]) => weight * rarities(concept).rarity))

/** How well method and path shape match; pairs that are not listed do not match. Symmetrical. */
const FITS: readonly (readonly [Kind, Kind, number])[] = [
  ['GET_ITEM', 'GET_STATIC', 0.6],
  ['POST_STATIC', 'POST_BELOW_ITEM', 0.75],
  ['POST_STATIC', 'POST_ITEM', 0.4],
  ['POST_BELOW_ITEM', 'POST_ITEM', 0.6],
  ['CHANGE_ITEM', 'POST_ITEM', 0.9],
  ['CHANGE_ITEM', 'CHANGE_STATIC', 0.75],
  ['CHANGE_ITEM', 'POST_BELOW_ITEM', 0.8],
  ['CHANGE_STATIC', 'POST_STATIC', 0.7],
  ['CHANGE_STATIC', 'POST_BELOW_ITEM', 0.9],
  ['POST_STATIC', 'CHANGE_ITEM', 0.4],
  ['DELETE_ITEM', 'DELETE_STATIC', 0.75],
  ['DELETE_ITEM', 'POST_BELOW_ITEM', 0.6],
  ['DELETE_STATIC', 'POST_BELOW_ITEM', 0.7],
  ['GET_ITEM', 'POST_STATIC', 0.4],
  ['GET_STATIC', 'POST_STATIC', 0.3],
]

function kindFit(ours: Kind, theirs: Kind): number {
  if (ours === theirs) return 1
  return (
    FITS.find(
      ([one, other]) => (one === ours && other === theirs) || (one === theirs && other === ours),
    )?.[2] ?? 0
  )
}

const listFit = (ours: boolean | undefined, theirs: boolean | undefined) =>
  ours === undefined || theirs === undefined || ours === theirs ? 1 : 0.8

/** Only facts that both documents state: many documents list several schemes for all operations. */
function credentialsFit(
  { credentials: ours }: OperationProfile,
  { credentials: theirs }: OperationProfile,
): number {
  if (ours.size === 0 || theirs.size === 0 || [...ours].some((kind) => theirs.has(kind))) return 1
  return theirs.has('NONE') || ours.has('NONE') ? 0.9 : 0.85
}

const parametersFit = ({ parameters: ours }: OperationProfile, { parameters: theirs }: OperationProfile) =>
  ours === theirs ? 1 : 0.93
