/** Decides which checks may share the states that they arrange. Pure. */
import { grouped } from '../spec/grouped.ts'
import { isRecord, stateQuestions, stateValues, type Exchange, type StateName } from '../spec/index.ts'

/** Maximum number of checks that share a state: they begin within seconds of one another. */
const MOST_SHARERS = 30

/** States that expire, are consumed, count attempts, or belong to the platform. */
const NEVER_SHARED: ReadonlySet<string> = new Set([
  'error-condition',
  'liveness-challenge',
  'liveness-outcome',
  'platform-setting',
  'wallet-credential',
  'webhook-endpoint',
])
/** Values that are used up or expire. */
const USED_UP = /expiresAt|code$/i
/** Parameters by which a check chooses when something expires, or for whom it is. */
const OF_THE_CHECK = /ExpiresIn|expiresIn|address/

/** A rejected verification changes the status of its account (contract: States, External account status). */
const CHANGES_WHEN_REJECTED: ReadonlySet<string> = new Set(['verifyPlatformExternalAccountOwnership'])

const QUOTES: ReadonlySet<string> = new Set(['createAgentQuote', 'createQuote'])

interface Asked {
  readonly action: 'setup' | 'teardown'
  readonly state: StateName
  readonly params: Readonly<Record<string, unknown>>
}

interface SetUp extends Asked {
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * The states that a check arranges, as a text: equal texts mean equal states. undefined: the check may not share.
 *
 * @param exchanges of an attempt that passed, in order, including those of shared states
 */
export function sharedSetUps(exchanges: readonly Exchange[]): string | undefined {
  const setUps = exchanges.flatMap(setUpOf)
  if (setUps.length === 0 || !setUps.every(mayBeShared)) return undefined
  const isOrdered = exchanges
    .slice(
      0,
      exchanges.findLastIndex((exchange) => setUpOf(exchange).length > 0),
    )
    .every((exchange) => exchange.kind === 'state' || readsOne(exchange))
  if (!isOrdered || !exchanges.every(changesNothing)) return undefined
  const writes = exchanges.some(({ kind, request }) => kind === 'contract' && request.method !== 'GET')
  if (writes && exchanges.some((exchange) => looksAt(exchange, setUps))) return undefined
  return `${writes ? 'writes' : 'reads'}\n${signatureOf(setUps)}`
}

/**
 * Whether the exchange reads a resource of the states, or a list. A check that its rejected write had no effect must
 * not see the effect of another check's write.
 */
function looksAt(exchange: Exchange, setUps: readonly SetUp[]): boolean {
  const { kind, request } = exchange
  if (kind === 'state') return (request.body ?? '').includes('"state":"account-balance"')
  if (request.method !== 'GET') return false
  const given = setUps.flatMap(({ values }) => Object.values(values))
  return (
    !readsOne(exchange) ||
    given.some((value) => typeof value === 'string' && request.url.endsWith(`/${value}`))
  )
}

/** Groups of checks that arrange the same states, in order. */
export function sharingGroupsOf(
  checks: readonly { readonly key: string; readonly setUps: string }[],
): readonly (readonly string[])[] {
  return [...grouped(checks, ({ setUps }) => setUps).values()].flatMap((same) => {
    const groups = Math.ceil(same.length / MOST_SHARERS)
    const size = Math.ceil(same.length / groups)
    return same.length < 2
      ? []
      : Array.from({ length: groups }, (_, index) =>
          same.slice(index * size, (index + 1) * size).map(({ key }) => key),
        )
  })
}

function setUpOf({ kind, request, response }: Exchange): readonly SetUp[] {
  if (kind !== 'state') return []
  const asked = JSON.parse(request.body ?? '{}') as Asked
  if (asked.action !== 'setup' || stateQuestions.includes(asked.state)) return []
  const values = JSON.parse(response?.body ?? '{}') as unknown
  return [{ ...asked, values: isRecord(values) ? values : {} }]
}

function mayBeShared({ state, params }: SetUp): boolean {
  const isUsedUp = Object.entries(stateValues[state]).some(
    ([name, { optional }]) => optional !== true && USED_UP.test(name),
  )
  const isParameterOfCheck = Object.keys(params).some((name) => OF_THE_CHECK.test(name))
  return !NEVER_SHARED.has(state) && !isUsedUp && !isParameterOfCheck && !isCounted(params)
}

/** With these parameters a customer has codes, and attempts are counted. */
const isCounted = ({ scaRegion, contactVerification, trusted }: Asked['params']): boolean =>
  scaRegion === true || contactVerification === true || trusted !== undefined

/** Only quotes, which move nothing before they are executed. */
function changesNothing({ kind, operation = '', request, response }: Exchange): boolean {
  if (kind === 'state' || request.method === 'GET') return true
  if (kind !== 'contract' || response === undefined) return false
  if (response.status >= 400) return !CHANGES_WHEN_REJECTED.has(operation)
  return QUOTES.has(operation) && !/"immediatelyExecute":(?!false)/.test(request.body ?? '')
}

/** A read of one resource by its identifier: resources that are arranged later do not change it. */
const readsOne = ({ request }: Exchange): boolean =>
  request.method === 'GET' && IDENTIFIER.test(new URL(request.url).pathname)

const IDENTIFIER = /\/[A-Z]\w*:[0-9a-f-]{36}$/i

/** Replaces identifiers from an earlier state by a name for their origin. */
function signatureOf(setUps: readonly SetUp[]): string {
  const origin = new Map<string, string>()
  const signature = setUps.map(({ state, params, values }, index) => {
    const named = JSON.stringify(params, (_, value: unknown) =>
      typeof value === 'string' ? (origin.get(value) ?? value) : value,
    )
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string' && !origin.has(value)) origin.set(value, `${state} ${index} ${name}`)
    }
    return `${state} ${named}`
  })
  return signature.join('\n')
}
