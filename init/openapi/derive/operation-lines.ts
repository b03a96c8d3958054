import { operations, type OperationName } from '../../../spec/index.ts'
import { CERTAIN, type Match, type Matching } from '../match/match-operations.ts'
import type { DescribedOperation } from '../read/described.ts'
import type { Line } from './line.ts'

const PARAMETER = /\{[^{}]*\}/g
/** Characters that a path in a deployment file may have: no space, and no environment variable. */
const SAFE_PATH = /^\/[\w.~!&'()*+,;=:@%/{}-]*$/

/** Starts the remark on a path that a deployment file cannot contain. */
export const UNUSABLE = 'cannot be used: '

/**
 * `operations`: paths that differ from the defaults, and missing operations.
 *
 * @param areas areas that the deployment claims
 */
export function operationLines(
  { matches, absent, contract }: Matching,
  areas: ReadonlySet<string>,
  version: string,
): readonly Line[] {
  const found = new Map(matches.map((match) => [match.operation, match]))
  return (Object.keys(operations) as OperationName[]).flatMap((name): Line[] => {
    const match = found.get(name)
    if (match) return lineOf(match, version)
    const confidence = absent.get(name)
    if (confidence === undefined || !areas.has(contract.get(name)!.tags[0] ?? '')) return []
    return [
      {
        key: name,
        value: 'null',
        confidence,
        remark: 'not in the document',
        counts: confidence >= CERTAIN,
      },
    ]
  })
}

function lineOf({ operation, found, confidence, isCertain }: Match, version: string): Line[] {
  const { method, path } = operations[operation]
  const route = routeOf(operation, found, version)
  if (typeof route === 'string') {
    if (route === `${method} ${path}` && isCertain) return []
    return [{ key: operation, value: route, confidence, counts: isCertain }]
  }
  return [
    {
      key: operation,
      value: `${found.method} ${withoutVersion(found.path, version)}`,
      confidence,
      remark: `${UNUSABLE}${route.problem}`,
      counts: false,
    },
  ]
}

/** Method and path with the placeholders of the contract, or why it cannot be written. */
export function routeOf(
  operation: OperationName,
  { method, path }: DescribedOperation,
  version: string,
): string | { readonly problem: string } {
  const written = withoutVersion(path, version)
  if (!SAFE_PATH.test(written))
    return { problem: 'the path has characters that a deployment file cannot have' }
  const known = operations[operation].path.match(PARAMETER) ?? []
  const theirs = written.match(PARAMETER) ?? []
  if (theirs.length > known.length) {
    const unknown = theirs.slice(0, theirs.length - known.length).join(' and ')
    return { problem: `Assay has no value for ${unknown} here` }
  }
  const placeholders = known.slice(known.length - theirs.length)
  return `${method} ${written.replace(PARAMETER, () => placeholders.shift() ?? '')}`
}

/** The base address ends with the version, so a path does not begin with it. */
const withoutVersion = (path: string, version: string) =>
  path.startsWith(`/${version}/`) ? path.slice(version.length + 1) : path
