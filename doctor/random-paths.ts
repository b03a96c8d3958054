import { randomUUID } from 'node:crypto'
import type { OperationBinding } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import type { Call } from '../fixtures/caller.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { appearanceOf, looksAlike, varyingPlaces, type Appearance } from './not-there.ts'
import { formatResponse } from './reading.ts'

const WHAT = 'random path'

/** The deployment's responses to random paths. */
export interface RandomPaths {
  readonly diagnosis: Diagnosis
  /** Whether a response equals that of a random path next to it, with the response of that path. */
  compare(response: CheckedResponse, call: Call, binding: OperationBinding): Promise<Compared>
  /** Whether a response equals that of a random path at the top of the API. */
  isLikeTopLevel(response: CheckedResponse, call: Call): boolean
}

export interface Compared {
  readonly alike: boolean
  /** The response of the random path; throws `Blocked` when none arrives. */
  readonly random: CheckedResponse | Blocked
}

/** Sends requests to random paths, to learn the deployment's response to nonexistent paths. */
export async function examineRandomPaths(examination: Examination): Promise<RandomPaths> {
  const first = await askRandomly(examination)
  const second = first instanceof Blocked ? first : await askRandomly(examination)
  const varying =
    first instanceof Blocked || second instanceof Blocked
      ? new Set<string>()
      : varyingPlaces(first.appearance, second.appearance)
  const seen = new Map<string, Promise<CheckedResponse | Blocked>>()
  return {
    diagnosis: diagnosisOf(first instanceof Blocked ? first : first.response),
    isLikeTopLevel: (response, { path = {} }) =>
      !(first instanceof Blocked) &&
      looksAlike(appearanceOf(response, Object.values(path)), first.appearance, varying),
    async compare(response, call, binding) {
      const token = `assay-${randomUUID()}`
      const template = siblingOf(binding.path)
      const key = [binding.method, template, call.authorization, call.text].join(' ')
      const drawn = Object.values(call.path ?? {})
      const path = template
        .replace('{*}', token)
        .replaceAll(/\{([^}]*)\}/g, (_, name: string) => call.path?.[name] ?? '')
      const text = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
      const request = { method: binding.method, path, authorization: call.authorization, text }
      if (!seen.has(key)) seen.set(key, examination.askNowhere(request))
      const random = await seen.get(key)!
      if (random instanceof Blocked) return { alike: false, random }
      return {
        alike: looksAlike(appearanceOf(response, drawn), appearanceOf(random, []), varying),
        random,
      }
    },
  }
}

interface Seen {
  readonly response: CheckedResponse
  readonly appearance: Appearance
}

async function askRandomly(examination: Examination): Promise<Seen | Blocked> {
  const token = `assay-${randomUUID()}`
  const response = await examination.askNowhere({
    method: 'GET',
    path: `/${token}`,
    authorization: examination.platform,
    text: undefined,
  })
  return response instanceof Blocked ? response : { response, appearance: appearanceOf(response, [token]) }
}

/** The path with its last fixed segment replaced by `{*}`. */
function siblingOf(path: string): string {
  const segments = path.split('/')
  const last = segments.findLastIndex((segment) => segment !== '' && !segment.includes('{'))
  return last < 0 ? `/{*}${path}` : segments.with(last, '{*}').join('/')
}

const NOT_ROUTED: readonly number[] = [404, 405, 410, 501]

function diagnosisOf(response: CheckedResponse | Blocked): Diagnosis {
  const shared = { what: WHAT, blocks: [] }
  if (response instanceof Blocked) {
    return {
      ...shared,
      state: 'warn',
      detail: `no complete response: ${response.message}`,
      fixIn: 'environment',
    }
  }
  const shown = `responds ${formatResponse(response)}`
  if (NOT_ROUTED.includes(response.status)) {
    return { ...shared, state: 'fine', detail: `${shown}: the response for a missing operation` }
  }
  const why =
    response.status === 401 || response.status === 403
      ? 'the deployment rejects a request before it matches the operation'
      : 'the deployment responds to every path'
  return {
    ...shared,
    state: 'warn',
    detail: `${shown}: ${why}. So an operation with the same response may exist or not`,
    fixIn: 'environment',
  }
}
