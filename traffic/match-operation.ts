/** Finds the operation that a request belongs to, by method and bound path. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { OperationBinding, OperationName } from '../spec/index.ts'
import { tryDecodeUri } from '../spec/try-decode-uri.ts'

/** `outside`: not a request of the contract. `name` is undefined if several operations share the address. */
export type Matched = { readonly name: OperationName | undefined } | 'outside'

export type Matcher = (method: string, url: string, authorization: string | undefined) => Matched

interface Route {
  readonly name: OperationName
  readonly binding: OperationBinding
  readonly segments: readonly string[]
}

/** @param anyHost matches the path on any host: for recordings made behind another address */
export function operationMatcher(
  { baseUrl, replicas, operations }: Pick<Deployment, 'baseUrl' | 'replicas' | 'operations'>,
  anyHost: boolean,
): Matcher {
  const bases = [baseUrl, ...replicas].map((base) => ({
    origin: new URL(base).origin,
    segments: segmentsOf(new URL(base).pathname),
  }))
  const routes = Object.entries(operations).flatMap(([name, binding]): readonly Route[] =>
    binding === null ? [] : [{ name: name as OperationName, binding, segments: segmentsOf(binding.path) }],
  )

  return (method, url, authorization) => {
    if (!URL.canParse(url)) return 'outside'
    const { protocol, origin, pathname } = new URL(url)
    if (!/^https?:$/.test(protocol)) return 'outside'
    const segments = segmentsOf(pathname)
    const base = bases.find(
      (base) =>
        (anyHost || origin === base.origin) &&
        base.segments.every((segment, index) => segments[index] === segment),
    )
    if (!base) return 'outside'
    const below = segments.slice(base.segments.length)
    const fitting = mostLiteral(
      routes.filter(({ binding, segments }) => binding.method === method && fits(segments, below)),
    )
    if (fitting.length === 0) return 'outside'
    const ofCaller = fitting.filter(({ binding }) => hasItsCredentials(binding, authorization))
    const [only, ...others] = fitting.length === 1 ? fitting : ofCaller
    return { name: others.length === 0 ? only?.name : undefined }
  }
}

const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map(tryDecodeUri)

const isPlaceholder = (segment: string) => segment.startsWith('{')

/** A path segment without digits is not an identifier, such as `/agents/statistics`. */
const WORD = /^[A-Za-z][A-Za-z_-]*$/

const fits = (route: readonly string[], segments: readonly string[]): boolean =>
  route.length === segments.length &&
  route.every((part, index) =>
    isPlaceholder(part) ? !(/id\}$/i.test(part) && WORD.test(segments[index]!)) : part === segments[index],
  )

/** `/customers/external-accounts` is that path, and not the customer of this id. */
function mostLiteral(routes: readonly Route[]): readonly Route[] {
  const literals = ({ segments }: Route) => segments.filter((segment) => !isPlaceholder(segment)).length
  const most = Math.max(...routes.map(literals))
  return routes.filter((route) => literals(route) === most)
}

const SCHEMES = { PLATFORM: /^basic /i, AGENT: /^bearer /i, NONE: /^$/ } as const

const hasItsCredentials = ({ credentials }: OperationBinding, authorization = '') =>
  SCHEMES[credentials].test(authorization)
