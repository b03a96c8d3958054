/** Symptoms that most of a deployment shares, for any request: one correction explains most failures. Pure. */
import { count } from '../../spec/count.ts'
import { grouped } from '../../spec/grouped.ts'
import { tryDecodeUri } from '../../spec/try-decode-uri.ts'
import type { Exchange, FixIn } from '../../spec/judgement.ts'
import type { OperationBinding } from '../../spec/model.ts'
import type { KnownOperations } from './symptoms-of.ts'
import type { Group } from './group.ts'
import type { Symptom } from './symptom.ts'

/** Fewer operations do not show a common cause. */
const MIN_OPERATIONS = 5
const MIN_REQUESTS = 30
const SHARE = 0.95
/** Some resources are created by the state, and not by the request. */
const MOSTLY = 0.9
/** Fewer states do not show a common cause. */
const MIN_STATES = 5

/** A trait of the whole deployment. */
interface Trait {
  readonly key: string
  readonly title: string
  readonly fixIn: FixIn
  readonly next: string
  readonly guilty: readonly Exchange[]
  readonly explains: (symptom: Symptom) => boolean
}

type Responded = Exchange & { readonly response: NonNullable<Exchange['response']> }

/** The symptoms that follow from a trait of the whole deployment, as groups, and those that do not. */
export function ofWholeDeployment(
  symptoms: readonly Symptom[],
  exchanges: readonly Exchange[],
  operations: KnownOperations,
): { readonly groups: readonly Group[]; readonly rest: readonly Symptom[] } {
  let rest = symptoms
  const groups = traitsOf(exchanges, operations).flatMap((trait): readonly Group[] => {
    const explained = rest.filter(trait.explains)
    if (explained.length === 0) return []
    rest = rest.filter((symptom) => !explained.includes(symptom))
    return [{ head: headOf(trait, explained), symptoms: explained }]
  })
  return { groups, rest }
}

const headOf = ({ key, title, fixIn, next, guilty }: Trait, explained: readonly Symptom[]): Symptom => ({
  ...explained[0]!,
  kind: 'deployment',
  key: `deployment ${key}`,
  message: title,
  fixIn,
  next,
  operation: undefined,
  guilty,
})

function traitsOf(exchanges: readonly Exchange[], operations: KnownOperations): readonly Trait[] {
  const isOf =
    (credentials: OperationBinding['credentials']) =>
    ({ operation }: Exchange) =>
      operation !== undefined && operations[operation]?.credentials === credentials
  const responded = exchanges.filter((exchange): exchange is Responded => exchange.response !== undefined)
  const contract = responded.filter(({ kind }) => kind === 'contract')
  const states = responded.filter(({ kind }) => kind === 'state')
  return [
    sameError(contract, 'every', 'every request'),
    sameError(contract.filter(isOf('PLATFORM')), 'platform', 'every request with the platform credentials'),
    sameError(contract.filter(isOf('AGENT')), 'agent', 'every request with an agent token'),
    sameError(contract.filter(isWrite), 'write', 'every request that writes'),
    noError(contract),
    notStored(contract),
    noStates(states),
  ].flatMap((trait) => trait ?? [])
}

const isWrite = ({ request }: Exchange) => request.method !== 'GET'
const operationsIn = (exchanges: readonly Exchange[]) =>
  new Set(exchanges.map(({ operation }) => operation)).size
const isEnough = (exchanges: readonly Exchange[]) =>
  exchanges.length >= MIN_REQUESTS && operationsIn(exchanges) >= MIN_OPERATIONS

/** The same error to nearly all requests of a kind. */
function sameError(exchanges: readonly Responded[], key: string, which: string): Trait | undefined {
  if (!isEnough(exchanges)) return undefined
  const [status, alike] = [...grouped(exchanges, ({ response }) => response.status)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]!
  if (status < 400 || alike.length < SHARE * exchanges.length || !isEnough(alike)) return undefined
  const isRefused = status === 401 || status === 403
  const ids = new Set(alike.map(({ id }) => id))
  return {
    key: `${key} ${status}`,
    title: `${which} gets ${status}: ${alike.length} of ${count(exchanges.length, 'request')}, ${count(operationsIn(alike), 'operation')}`,
    fixIn: isRefused ? 'deployment-file' : 'implementation',
    next: isRefused
      ? 'Check baseUrl and the credentials in the deployment file. If they are right, accept them in your API.'
      : 'Check that baseUrl is the address of the API, and what it logs for one of these requests.',
    guilty: alike,
    explains: ({ attempt, kind }) => kind === 'control' || attempt.some(({ id }) => ids.has(id)),
  }
}

/** A success to every request, also to those with invalid credentials and bodies. */
function noError(exchanges: readonly Responded[]): Trait | undefined {
  if (!isEnough(exchanges) || exchanges.some(({ response }) => response.status >= 300)) return undefined
  const ids = new Set(exchanges.map(({ id }) => id))
  return {
    key: 'no error',
    title: `every request succeeds, also the invalid ones: ${count(exchanges.length, 'request')}, ${count(operationsIn(exchanges), 'operation')}`,
    fixIn: 'deployment-file',
    next: 'Check that baseUrl is the address of the API, and not of a stub that accepts everything.',
    guilty: exchanges,
    explains: ({ attempt, kind }) => kind === 'control' || attempt.some(({ id }) => ids.has(id)),
  }
}

/** The resource of a write is not found afterwards. */
function notStored(exchanges: readonly Responded[]): Trait | undefined {
  const lost = lostResources(exchanges)
  if (operationsIn(lost.created) < MIN_OPERATIONS || lost.created.length < MOSTLY * lost.read)
    return undefined
  const written = new Set(
    exchanges.filter((one) => isWrite(one) && one.response.status < 300).map(({ id }) => id),
  )
  return {
    key: 'not stored',
    title: `resources that were created are not found: ${lost.created.length} of ${lost.read} reads, ${count(operationsIn(lost.created), 'operation')}`,
    fixIn: 'implementation',
    next: 'Check that a write is stored before its response is sent, and that reads see it.',
    guilty: lost.created,
    explains: ({ attempt, kind }) =>
      kind === 'control' || kind === 'request' || attempt.some(({ id }) => written.has(id)),
  }
}

/** Creations whose resource the first read did not find, and the number of such reads. */
function lostResources(exchanges: readonly Responded[]): {
  readonly created: readonly Responded[]
  readonly read: number
} {
  const attempts = grouped(exchanges, ({ id }) => id.replace(/\.\d+$/, ''))
  const reads = [...attempts.values()].flatMap((own) => {
    const placed = own.map((exchange, place) => ({ exchange, place }))
    // Recorded traffic is one attempt, with any number of creations.
    const byId = grouped(placed, ({ exchange }) => lastSegment(exchange.request.url))
    return placed.flatMap(({ exchange, place }) => {
      const id = createdId(exchange)
      const next = id && byId.get(id)?.find((later) => later.place > place)?.exchange
      return next && next.request.method === 'GET' ? [{ exchange, status: next.response.status }] : []
    })
  })
  const judged = reads.filter(({ status }) => status === 200 || status === 404)
  return {
    created: judged.filter(({ status }) => status === 404).map(({ exchange }) => exchange),
    read: judged.length,
  }
}

function createdId({ request, response }: Responded): string | undefined {
  if (request.method !== 'POST' || response.status > 201) return undefined
  const id = /"id"\s*:\s*"([A-Za-z]+:[\w-]{8,})"/.exec(response.body)?.[1]
  return id === undefined || endsWith(request.url.replace(/\/\w+$/, ''), id) ? undefined : id
}

const lastSegment = (url: string) => tryDecodeUri(url.slice(url.lastIndexOf('/') + 1))

/** An identifier in a path, encoded or not. */
const endsWith = (url: string, id: string) => url.endsWith(id) || url.endsWith(encodeURIComponent(id))

/** The provider-state endpoint serves no state at all. */
function noStates(exchanges: readonly Responded[]): Trait | undefined {
  const setUps = exchanges.filter(({ request }) => request.body?.startsWith('{"action":"setup"') === true)
  const states = new Set(setUps.map(({ request }) => /"state":"([\w-]+)"/.exec(request.body ?? '')?.[1]))
  if (states.size < MIN_STATES || setUps.some(({ response }) => response.status < 300)) return undefined
  const { status } = setUps[0]!.response
  return {
    key: 'states',
    title: `the provider-state endpoint serves no state: ${status} for each of ${count(states.size, 'state')}`,
    fixIn: 'deployment-file',
    next: 'Check states.url in the deployment file, and serve the provider states there.',
    guilty: setUps,
    explains: ({ isBlocked }) => isBlocked,
  }
}
