import { operations, type OperationName } from '../../../spec/index.ts'
import { CUSTOMER } from '../../../fixtures/customer-in-path.ts'
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
  const below = customerPath(matches, version)
  return (Object.keys(operations) as OperationName[]).flatMap((name): Line[] => {
    const match = found.get(name)
    if (match) return lineOf(match, version, below)
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

/** The path of a customer in the document; undefined: it is not found. */
const customerPath = (matches: readonly Match[], version: string): string | undefined => {
  const paths = matches
    .filter(({ operation }) => operation === 'getCustomer' || operation === 'updateCustomer')
    .map(({ found }) => withoutVersion(found.path, version))
  return paths.find((path) => path.match(PARAMETER)?.length === 1)
}

function lineOf(
  { operation, found, confidence, isCertain }: Match,
  version: string,
  below: string | undefined,
): Line[] {
  const { method, path } = operations[operation]
  const route = routeOf(operation, found, version, below)
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

/**
 * Method and path with the placeholders of the contract, or why it cannot be written.
 *
 * @param below path of a customer, below which any resource may be
 */
export function routeOf(
  operation: OperationName,
  { method, path }: DescribedOperation,
  version: string,
  below?: string,
): string | { readonly problem: string } {
  const written = withoutVersion(path, version)
  if (!SAFE_PATH.test(written))
    return { problem: 'the path has characters that a deployment file cannot have' }
  const theirs = written.match(PARAMETER) ?? []
  const isBelow =
    theirs[0] === CUSTOMER || (below !== undefined && shapeOf(written).startsWith(`${shapeOf(below)}/`))
  const shown: readonly string[] = operations[operation].path.match(PARAMETER) ?? []
  const known = isBelow && !shown.includes(CUSTOMER) ? [CUSTOMER, ...shown] : shown
  if (theirs.length > known.length) {
    const unknown = theirs.slice(0, theirs.length - known.length).join(' and ')
    return { problem: `Assay has no value for ${unknown} here` }
  }
  const placeholders = known.slice(known.length - theirs.length)
  return `${method} ${written.replace(PARAMETER, () => placeholders.shift() ?? '')}`
}

const shapeOf = (path: string) => path.replace(PARAMETER, '{}')

/** The base address ends with the version, so a path does not begin with it. */
const withoutVersion = (path: string, version: string) =>
  path.startsWith(`/${version}/`) ? path.slice(version.length + 1) : path
