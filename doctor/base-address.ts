import { operations, type FixIn, type OperationName } from '../spec/index.ts'

import { count } from '../spec/count.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { remedyOf } from './connection-remedy.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { harmlessCall } from './harmless-call.ts'
import { readingOf, formatResponse, type Reading } from './reading.ts'

const WHAT = 'base address'

/** Requested in this order; the contract shows the first one, whose path has no identifier. */
const CANDIDATES: readonly OperationName[] = [
  'listAgentActions',
  'getPlatformExternalAccount',
  'getTransaction',
]

export interface BaseAddress {
  readonly diagnosis: Diagnosis
  /** undefined: no complete response. */
  readonly reading: Reading | undefined
  readonly operation: OperationName
  /** Default: no complete response. */
  readonly response?: CheckedResponse
}

/** These statuses do not depend on the path of the request. */
const LOOKED_AT = [401, 403, 429]

/** Values that differ between two responses of the same origin: identifiers, times and counts. */
const constantIn = ({ status, shown }: CheckedResponse): string =>
  `${status} ${shown
    .replaceAll(/\/\S*/g, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, '')
    .replaceAll(/\d+/g, '')}`

/**
 * Whether no API is served at the base address: a random path gets the same response as every operation.
 *
 * @param responses of operations with the platform's credentials
 */
export async function findNothingServed(
  examination: Examination,
  { response, operation }: BaseAddress,
  responses: readonly CheckedResponse[],
): Promise<Diagnosis | undefined> {
  if (
    !response ||
    operation !== 'listAgentActions' ||
    LOOKED_AT.includes(response.status) ||
    responses.length === 0
  )
    return undefined
  const nowhere = await examination.askNowhere()
  if (nowhere instanceof Blocked) return undefined
  if ([response, ...responses].some((other) => constantIn(other) !== constantIn(nowhere))) return undefined
  const { file, baseUrl } = examination.deployment
  const asEvery = `a random path gets the same response (${formatResponse(nowhere)}) as each of ${count(responses.length + 1, 'operation')}.`
  const found = { what: WHAT, state: 'wrong', blocks: examination.stakes.all } as const
  return nowhere.status >= 500
    ? {
        ...found,
        detail: `${baseUrl} returns a server error for every path: ${asEvery}`,
        fixIn: 'environment',
        fix: `See the log of the deployment and of each proxy before it; baseUrl in ${file} may be wrong too.`,
      }
    : {
        ...found,
        detail: `nothing is served at ${baseUrl}: ${asEvery}`,
        fixIn: 'deployment-file',
        fix: `Correct baseUrl in ${file}; it ends with the version segment.`,
      }
}

/** Whether an API responds at the base address. Sends one GET without credentials, so that it changes nothing. */
export async function examineBaseAddress(examination: Examination): Promise<BaseAddress> {
  const { deployment, stakes } = examination
  const { file, baseUrl } = deployment
  const operation =
    CANDIDATES.find((name) => stakes.operations.has(name)) ??
    CANDIDATES.find((name) => deployment.operations[name] !== null) ??
    'listAgentActions'
  const response = await askWithoutCredentials(examination, operation)
  const request = `GET ${examination.noted.at(-1)?.url ?? baseUrl} without credentials`
  if (response instanceof Blocked) {
    const problem = examination.noted.at(-1)?.problem
    return {
      operation,
      reading: undefined,
      diagnosis: {
        what: WHAT,
        state: 'missing',
        detail: `${request} got no complete response: ${problem?.message ?? response.message}.`,
        blocks: stakes.all,
        fixIn: 'environment',
        fix:
          remedyOf(problem, deployment, baseUrl) ??
          `Check that the deployment runs, that baseUrl in ${file} is correct, and that this machine can reach it.`,
      },
    }
  }
  return { operation, ...understood(operation, response, request, examination) }
}

/** The diagnosis of the base address from the first response. */
function understood(
  operation: OperationName,
  response: CheckedResponse,
  request: string,
  { deployment: { file, baseUrl }, stakes }: Examination,
): Omit<BaseAddress, 'operation'> {
  const reading = readingOf(response)
  const wrong = (detail: string, fix: string, fixIn: FixIn): Omit<BaseAddress, 'operation'> => ({
    reading,
    response,
    diagnosis: {
      what: WHAT,
      state: 'wrong',
      detail: `${request} returned ${detail}`,
      blocks: stakes.all,
      fixIn,
      fix,
    },
  })
  const shown = formatResponse(response)
  switch (reading) {
    case 'page':
      return wrong(
        `${shown} instead of JSON: this is a web page, not the API.`,
        `Check baseUrl in ${file}, and proxies or login pages on the way.`,
        'environment',
      )
    case 'redirected':
      return wrong(
        `${shown}; Assay does not follow redirects, to keep credentials on this host.`,
        `Set baseUrl in ${file} to the redirect target.`,
        'deployment-file',
      )
    case 'broken':
      return wrong(`${shown}: a server error.`, "See the deployment's log.", 'environment')
    case 'not-routed':
      if (operations[operation].shown && stakes.operations.has(operation)) {
        return wrong(
          `${shown}, though the contract shows ${operation}: the path of baseUrl is probably wrong.`,
          `Correct the path of baseUrl in ${file}; it ends with the version segment.`,
          'deployment-file',
        )
      }
  }
  return {
    reading,
    response,
    diagnosis: fine(WHAT, `${baseUrl} responds ${shown} without credentials`),
  }
}

async function askWithoutCredentials(examination: Examination, operation: OperationName) {
  const call = harmlessCall(examination.deployment, operation, undefined)
  return call
    ? await examination.ask(call)
    : new Blocked(
        'deployment-file',
        'no bound operation is safe to call',
        'Bind a read operation in the deployment file.',
      )
}
