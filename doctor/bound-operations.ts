import type { OperationBinding, OperationName, RequirementId } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import type { Call } from '../fixtures/caller.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { Examination } from './examination.ts'
import { harmlessCalls } from './harmless-call.ts'
import type { RandomPaths } from './random-paths.ts'
import { errorCodeOf, readingOf, formatResponse } from './reading.ts'

/** `not tested`: no safe request can determine it, or none got a response. */
export type Presence = 'found' | 'not found' | 'not tested'

export interface OperationFinding {
  readonly operation: OperationName
  /** Method and path, as bound. */
  readonly route: string
  readonly state: Presence
  /** Its response, or why it was not requested. */
  readonly detail: string
  /** MUST requirements that call it. */
  readonly blocks: readonly RequirementId[]
  /** Missing, without another explanation for the responses. */
  readonly certain: boolean
}

/** The deployment's responses for comparison. */
interface Manners {
  /** Differs between a nonexistent id and a random path. */
  readonly tellsIdsFromPaths: boolean
  /** A request without credentials gets another response if the operation exists. */
  readonly asksForCredentials: boolean
}

/** The observations of an operation. */
export interface OperationSeen {
  readonly operation: OperationName
  readonly binding: OperationBinding
  readonly findings: readonly Found[]
}

/** Whether operations exist at their bound addresses: whether their responses differ from those of random paths. */
export function operationFindings(
  seen: readonly OperationSeen[],
  examination: Examination,
): readonly OperationFinding[] {
  const all = seen.flatMap(({ findings }) => findings)
  const manners: Manners = {
    tellsIdsFromPaths: all.some(({ kind }) => kind === 'unknown-id'),
    asksForCredentials: all.some((found) => found.isWithoutCredentials && isThere(found)),
  }
  return seen.map((one) => concluded(one, examination, manners))
}

/**
 * - `there`: responds differently from a random path
 * - `unknown-id`: the same, with a 404 for the nonexistent id
 * - `like-random`: responds like a random path, which does not exist
 * - `not-routed`: 405 or 501
 * - `elsewhere`: a redirect, or a web page with a 404
 * - `open`: inconclusive
 */
type Kind = 'there' | 'unknown-id' | 'like-random' | 'not-routed' | 'elsewhere' | 'open'

interface Found {
  readonly kind: Kind
  readonly detail: string
  /** The response has an error code of the contract. */
  readonly coded: boolean
  readonly isWithoutCredentials: boolean
  /** A path at the top of the API gets the same response, so the response is not that of the parent resource. */
  readonly likeEverywhere: boolean
  /** The `Allow` header. */
  readonly allow?: string | undefined
}

export interface OperationOptions {
  /** Of an agent; undefined: no agent. */
  readonly accessToken: string | undefined
  /** Whether a creating request may be sent with credentials and an invalid body. */
  readonly mayCreate: boolean
}

/** Sends harmless requests of an operation until one shows that it exists. */
export async function examineOperation(
  examination: Examination,
  randomPaths: RandomPaths,
  operation: OperationName,
  { accessToken, mayCreate }: OperationOptions,
): Promise<OperationSeen> {
  const binding = examination.deployment.operations[operation]!
  const authorization = {
    PLATFORM: examination.platform,
    // Without an agent a random token: the response may still show whether the operation exists.
    AGENT: examination.agent(accessToken ?? 'made-up-token'),
    NONE: undefined,
  }[binding.credentials]
  const findings: Found[] = []
  for (const call of harmlessCalls(examination.deployment, operation, authorization, mayCreate)) {
    const found = await examineCall(examination, randomPaths, call, binding)
    findings.push(found)
    if (isThere(found) || found.kind === 'not-routed') break
  }
  return { operation, binding, findings }
}

const isThere = ({ kind }: Found) => kind === 'there' || kind === 'unknown-id'

async function examineCall(
  examination: Examination,
  randomPaths: RandomPaths,
  call: Call,
  binding: OperationBinding,
): Promise<Found> {
  const response = await examination.ask(call)
  const isWithoutCredentials = call.authorization === undefined && binding.credentials !== 'NONE'
  if (response instanceof Blocked) {
    return {
      kind: 'open',
      detail: response.message,
      coded: false,
      isWithoutCredentials,
      likeEverywhere: false,
    }
  }
  const shown = `${formatResponse(response)}${isWithoutCredentials ? ' without credentials' : ''}`
  const coded = errorCodeOf(response.body) !== undefined
  const found = (kind: Kind, detail = shown): Found => ({
    kind,
    detail,
    coded,
    isWithoutCredentials,
    likeEverywhere: randomPaths.isLikeTopLevel(response, call),
    allow: response.headers.allow,
  })
  const reading = readingOf(response)
  if (reading === 'throttled' || [502, 503, 504].includes(response.status)) return found('open')
  if (response.status === 405 || response.status === 501) return found('not-routed')
  const { alike, random } = await randomPaths.compare(response, call, binding)
  if (alike) {
    return isAbsence(random)
      ? found('like-random', `${formatResponse(response)}, like a random path`)
      : found('open', `a random path gets the same response (${shown})`)
  }
  if (reading === 'redirected' || (reading === 'page' && response.status === 404)) return found('elsewhere')
  return found(response.status === 404 ? 'unknown-id' : 'there')
}

const isAbsence = (random: CheckedResponse | Blocked) =>
  !(random instanceof Blocked) && (random.status === 404 || random.status === 410)

function concluded(
  { operation, binding, findings }: OperationSeen,
  { stakes, deployment }: Examination,
  { tellsIdsFromPaths, asksForCredentials }: Manners,
): OperationFinding {
  const finding = (state: Presence, detail: string, certain = false): OperationFinding => ({
    operation,
    route: `${binding.method} ${binding.path}`,
    state,
    detail,
    blocks: stakes.must
      .filter(({ operations, anyOf = [] }) => [...operations, ...anyOf].includes(operation))
      .map(({ id }) => id),
    certain,
  })
  const there = findings.find(isThere)
  if (there) return finding('found', there.detail)
  const notRouted = findings.find(({ kind }) => kind === 'not-routed')
  if (notRouted) {
    const certain = methodsExplained(notRouted.allow, binding, deployment)
    return finding('not found', notRouted.detail, certain)
  }
  const elsewhere = findings.find(({ kind }) => kind === 'elsewhere')
  if (elsewhere) return finding('not found', elsewhere.detail)
  const like = findings.find(({ kind }) => kind === 'like-random')
  if (like) {
    const isOpenToAll = findings.some(
      ({ kind, isWithoutCredentials }) => kind === 'like-random' && isWithoutCredentials,
    )
    const certain =
      !binding.path.includes('{') ||
      (tellsIdsFromPaths && like.likeEverywhere) ||
      (asksForCredentials && isOpenToAll)
    if (certain || !like.coded) return finding('not found', like.detail, certain)
    return finding('not tested', `requires an existing id: a nonexistent one gets ${like.detail}`)
  }
  const why = findings.map(({ detail }) => detail)
  return finding(
    'not tested',
    why.length === 0
      ? 'no safe request can determine it'
      : `no safe request can determine it: ${why.join('; ')}`,
  )
}

const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')

/** Whether other operations explain the path. Otherwise this operation may exist there under another method. */
function methodsExplained(
  allow: string | undefined,
  { path }: OperationBinding,
  { operations }: Deployment,
): boolean {
  const there = Object.values(operations).flatMap((other) =>
    other !== null && shapeOf(other.path) === shapeOf(path) ? other.method : [],
  )
  const allowed = (allow ?? '').toUpperCase().match(/[A-Z]+/g) ?? []
  const open = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
  return open.length === 0 ? there.length > 1 : open.every((method) => there.some((one) => one === method))
}
