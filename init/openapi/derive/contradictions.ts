/** Contradictions between the owner's document and the contract. */
import { grouped } from '../../../spec/grouped.ts'
import { operations, type OperationName } from '../../../spec/index.ts'
import type { Match, Matching } from '../match/match-operations.ts'
import { segmentsOf } from '../match/profile.ts'
import type { Body, Credential, DescribedOperation, Field } from '../read/described.ts'

/** The contract uses these statuses, and does not show throttling (429). */
const ERROR_STATUSES = new Set(['400', '401', '404', '409', '429', '500', '4XX', '5XX'])

/** Operations with a documented response. */
const SHOWN_RESPONSES: readonly OperationName[] = [
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
  'createAgentQuote',
]

/** Operations with a documented success status. */
const SHOWN_STATUSES: readonly OperationName[] = [
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
]

const MAX_NAMES = 6
const MAX_OPERATIONS = 2

/** One sentence for each contradiction, after the operations that have it. Compares certain matches only. */
export function contradictionsOf({ matches, contract }: Matching): readonly string[] {
  const lists = [...contract.values()]
    .flatMap(fieldsOf)
    .flatMap(({ enumeration }) => (enumeration ? [enumeration] : []))
  const all = matches
    .filter(({ isCertain }) => isCertain)
    .flatMap((match) => {
      const expected = contract.get(match.operation)!
      return [
        ...routeContradiction(match),
        ...credentialContradiction(match),
        ...statusContradictions(match, expected),
        ...(SHOWN_RESPONSES.includes(match.operation) ? bodyContradictions(expected, match.found) : []),
        ...enumContradictions(match.found, lists),
      ].map((text) => ({ operation: match.operation, text }))
    })
  return [...grouped(all, ({ text }) => text)].map(
    ([text, same]) => `${few(same.map(({ operation }) => operation))}: ${text}`,
  )
}

function few(names: readonly string[]): string {
  const rest = names.length - MAX_OPERATIONS
  return rest > 1 ? `${names.slice(0, MAX_OPERATIONS).join(', ')} and ${rest} more` : names.join(', ')
}

function routeContradiction({ operation, found }: Match): readonly string[] {
  const { shown, method, path } = operations[operation]
  const shape = (text: string) =>
    segmentsOf(text)
      .join('/')
      .replace(/\{[^{}]*\}/g, '{}')
  const isSame = method === found.method && shape(path) === shape(found.path)
  return shown && !isSame
    ? [`the contract shows ${method} ${path}, the document ${found.method} ${found.path}`]
    : []
}

const NEEDED: Readonly<Record<string, { readonly kind: Credential; readonly title: string }>> = {
  PLATFORM: { kind: 'BASIC', title: 'HTTP Basic' },
  AGENT: { kind: 'BEARER', title: 'a bearer token' },
}

function credentialContradiction({ operation, found }: Match): readonly string[] {
  const needed = NEEDED[operations[operation].credentials]
  if (!needed || found.credentials.size === 0 || found.credentials.has(needed.kind)) return []
  return [
    `the contract has ${needed.title}, the document ${[...found.credentials].map(titleOf).join(' or ')}`,
  ]
}

const TITLES: Readonly<Record<Credential, string>> = {
  BASIC: 'HTTP Basic',
  BEARER: 'a bearer token',
  API_KEY: 'an API key',
  OTHER: 'another scheme',
  NONE: 'no credentials',
}
const titleOf = (credential: Credential) => TITLES[credential]

function statusContradictions({ operation, found }: Match, expected: DescribedOperation): readonly string[] {
  const statuses = [...found.responses.keys()]
  const errors = statuses.filter(
    (status) => /^[45]/.test(status) && !ERROR_STATUSES.has(status.toUpperCase()),
  )
  const successes = statuses.filter((status) => /^2\d\d$/.test(status))
  const allowed = [...expected.responses.keys()].filter((status) => status.startsWith('2'))
  const isOther =
    SHOWN_STATUSES.includes(operation) &&
    successes.length > 0 &&
    !successes.some((status) => allowed.includes(status))
  return [
    ...(errors.length > 0
      ? [`the document has status ${errors.join(', ')}, which the contract does not use`]
      : []),
    ...(isOther
      ? [`the document returns ${successes.join(' or ')}, the contract expects ${allowed.join(' or ')}`]
      : []),
  ]
}

const successOf = ({ responses }: DescribedOperation): Body | undefined =>
  [...responses].find(([status]) => status.startsWith('2'))?.[1]

const keyOf = ({ path }: Field) => path.join('.')

function bodyContradictions(expected: DescribedOperation, described: DescribedOperation): readonly string[] {
  return [
    ...missingFields('response', successOf(expected), successOf(described)),
    ...missingFields('request', expected.request, described.request),
    ...typeContradictions(successOf(expected), successOf(described)),
  ]
}

function missingFields(
  where: string,
  expected: Body | undefined,
  described: Body | undefined,
): readonly string[] {
  if (!described || described.fields.length === 0) return []
  const known = new Set(described.fields.map(keyOf))
  const missing = (expected?.fields ?? [])
    .filter((field) => field.required && field.path.length === 1 && !known.has(keyOf(field)))
    .map(keyOf)
  if (missing.length === 0) return []
  const rest = missing.length > MAX_NAMES ? ` and ${missing.length - MAX_NAMES} more` : ''
  return [`the ${where} of the document lacks the required ${missing.slice(0, MAX_NAMES).join(', ')}${rest}`]
}

function typeContradictions(expected: Body | undefined, described: Body | undefined): readonly string[] {
  const known = new Map((expected?.fields ?? []).map((field) => [keyOf(field), field]))
  return (described?.fields ?? []).flatMap((field) => {
    const types = known.get(keyOf(field))?.types ?? []
    const others = field.types.filter(
      (type) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
    )
    if (types.length === 0 || others.length === 0 || others.length < field.types.length) return []
    return [
      `${keyOf(field)} is ${types.join(' or ')} in the contract, ${others.join(' or ')} in the document`,
    ]
  })
}

/** Closed lists of values with a value that the contract's list lacks. */
function enumContradictions(
  described: DescribedOperation,
  lists: readonly (readonly string[])[],
): readonly string[] {
  const seen = new Set<string>()
  return fieldsOf(described).flatMap((field) => {
    const values = field.enumeration ?? []
    const same = sameList(values, lists)
    const added = same ? values.filter((value) => !same.includes(value)) : []
    if (added.length === 0 || seen.has(added.join())) return []
    seen.add(added.join())
    const few = same!.slice(0, 3).join(', ')
    return [
      `${keyOf(field)} has ${added.slice(0, MAX_NAMES).join(', ')}; the contract's list (${few}, …) does not`,
    ]
  })
}

/** The contract's list with most values in common: at least three, and half of them. */
function sameList(
  values: readonly string[],
  lists: readonly (readonly string[])[],
): readonly string[] | undefined {
  const common = (list: readonly string[]) => values.filter((value) => list.includes(value)).length
  const [best] = [...lists].sort((one, other) => common(other) - common(one))
  return best && common(best) >= 3 && common(best) >= values.length / 2 ? best : undefined
}

const fieldsOf = (operation: DescribedOperation): readonly Field[] => [
  ...(operation.request?.fields ?? []),
  ...(successOf(operation)?.fields ?? []),
]
