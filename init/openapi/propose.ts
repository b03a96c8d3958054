/** Turns an OpenAPI document of the owner into parts of a deployment file. */
import { areas, CONTRACT_VERSION, type AreaId } from '../../spec/index.ts'
import { printable } from '../../reports/printable.ts'
import { judgedAreas } from '../areas-entered.ts'
import { contradictionsOf } from './derive/contradictions.ts'
import type { Line } from './derive/line.ts'
import { nameLines } from './derive/name-lines.ts'
import { notOfferedLines } from './derive/not-offered-lines.ts'
import { operationLines, UNUSABLE } from './derive/operation-lines.ts'
import { renamedFields, requestLines } from './derive/request-lines.ts'
import { matchOperations, type Matching } from './match/match-operations.ts'
import { readDocument } from './read/read-document.ts'
import type { DescribedOperation } from './read/described.ts'

export interface Proposal {
  /** The document, as given. */
  readonly file: string
  readonly title: string | undefined
  /** Address of the first server that is an http or https address. */
  readonly baseUrl: string | undefined
  /** Areas with a match; undefined: all, or no certain match. */
  readonly areas: readonly AreaId[] | undefined
  readonly operations: readonly Line[]
  readonly names: readonly Line[]
  readonly requests: readonly Line[]
  readonly notOffered: readonly Line[]
  readonly found: Found
}

/** Notes on the document. Operations of the contract by name, those of the document by method and path. */
export interface Found {
  /** Number of operations in the document. */
  readonly described: number
  /** Number of operations of the contract, and of others that are bound. */
  readonly contract: number
  readonly bound: readonly string[]
  /** Their lines are comments. */
  readonly uncertain: readonly string[]
  /** Bound, but with a path that a deployment file cannot contain. */
  readonly unusable: readonly string[]
  readonly absent: readonly string[]
  /** Areas without a bound operation, unless the person chose the areas. */
  readonly unclaimed: readonly string[]
  /** Operations of the document without a match in the contract. */
  readonly others: readonly string[]
  readonly contradictions: readonly string[]
  /** Required fields of requests that the default body may have under another name. */
  readonly renamed: readonly string[]
}

/**
 * @param file an OpenAPI 3.0 or 3.1 document
 * @param claimed areas that the person chose; undefined: those with a match
 * @throws AssayError when the document cannot be read
 */
export function propose(file: string, claimed: readonly AreaId[] | undefined): Proposal {
  const described = readDocument(file)
  const matching = matchOperations(described.operations)
  const isAny = matching.matches.some(({ isCertain }) => isCertain)
  const chosen = new Set<AreaId>(claimed ?? matchedAreas(matching))
  const titles = new Set(areas.filter(({ id }) => chosen.has(id)).map(({ title }) => title))
  const unclaimed = judgedAreas.filter((id) => !chosen.has(id))
  const lines = operationLines(matching, isAny ? titles : new Set(), CONTRACT_VERSION)
  return {
    file,
    title: titleOf(described.title),
    baseUrl: described.servers.find(isUsable),
    areas: isAny && unclaimed.length > 0 ? judgedAreas.filter((id) => chosen.has(id)) : undefined,
    operations: lines,
    names: nameLines(matching.matches, described.webhookHeaders),
    requests: requestLines(matching),
    notOffered: notOfferedLines(matching),
    found: {
      described: described.operations.length,
      contract: matching.matches.length + matching.absent.size,
      ...bindingsOf(matching, lines),
      unclaimed: isAny && claimed === undefined ? unclaimed : [],
      others: matching.others.map(routeOf),
      renamed: renamedFields(matching),
      contradictions: [
        ...(isAny ? versionContradiction(described.servers, described.operations) : []),
        ...contradictionsOf(matching),
      ],
    },
  }
}

function bindingsOf({ matches, absent }: Matching, lines: readonly Line[]) {
  const unusable = lines.filter(({ remark }) => remark?.startsWith(UNUSABLE)).map(({ key }) => key)
  const isUsable = (name: string) => !unusable.includes(name)
  const certain = matches.filter(({ isCertain }) => isCertain).map(({ operation }) => operation)
  const uncertain = matches.filter(({ isCertain }) => !isCertain).map(({ operation }) => operation)
  return {
    bound: certain.filter(isUsable),
    uncertain: uncertain.filter(isUsable),
    unusable,
    absent: [...absent.keys()],
  }
}

/** Areas of certain matches, and those that have no operations, such as the error catalogue. */
function matchedAreas({ contract, matches }: Matching): readonly AreaId[] {
  const matched = new Set(
    matches.filter(({ isCertain }) => isCertain).map(({ operation }) => contract.get(operation)!.tags[0]),
  )
  if (matched.size === 0) return []
  const withOperations = new Set([...contract.values()].map(({ tags }) => tags[0]))
  return areas
    .filter(({ id, title }) => judgedAreas.includes(id) && (matched.has(title) || !withOperations.has(title)))
    .map(({ id }) => id)
}

const routeOf = ({ method, path }: DescribedOperation) => `${method} ${path}`

const MAX_TITLE = 80

/** Removes values that a deployment file would read from the environment. */
function titleOf(title: string): string | undefined {
  const text = printable(title)
    .replaceAll(/(?<!\$)\$+\{/g, '{')
    .trim()
    .slice(0, MAX_TITLE)
  return text === '' ? undefined : text
}

function isUsable(address: string): boolean {
  if (address.includes('{') || !URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

/** The version is part of the base address (contract: Versioning). */
function versionContradiction(
  servers: readonly string[],
  described: readonly DescribedOperation[],
): readonly string[] {
  const isVersion = (text: string) => text.replace(/(?<!\/)\/+$/, '').endsWith(`/${CONTRACT_VERSION}`)
  if (servers.length === 0 || servers.some(isVersion)) return []
  if (described.every(({ path }) => path.startsWith(`/${CONTRACT_VERSION}/`))) return []
  return [`servers: no address ends with /${CONTRACT_VERSION}, as the contract requires`]
}
