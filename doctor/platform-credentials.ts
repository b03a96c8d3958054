import { operations, type OperationName } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { basic } from '../fixtures/http/authorization.ts'
import { addressOf, type Call } from '../fixtures/caller.ts'
import { fine, notTested, type Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { harmlessCall } from './harmless-call.ts'
import type { RandomPaths } from './random-paths.ts'
import { readingOf, formatResponse } from './reading.ts'
import { stakesOf } from './stakes.ts'

/** Reads first. The contract shows the last ones, which get nonexistent ids. */
const CANDIDATES: readonly OperationName[] = [
  'getPlatformExternalAccount',
  'getTransaction',
  'verifyPlatformExternalAccountOwnership',
  'approveTransaction',
]
/** Number of requests: one missing operation must not decide. */
const MAX_OPERATIONS = 3
const MADE_UP = basic('assay-doctor', 'unknown-client')

/** The responses of platform operations to the credentials of the deployment file. */
export interface CredentialsSeen {
  readonly diagnosis: Diagnosis
  readonly responses: readonly CheckedResponse[]
  /** An operation that accepted the credentials. */
  readonly acceptedBy: OperationName | undefined
  /** Address of a read that accepted them. */
  readonly acceptedRead: string | undefined
}

/**
 * Whether the platform's credentials are accepted (contract: Authentication). An operation that does not exist is
 * inconclusive. They are rejected only if two different operations reject them and none accepts them.
 *
 * @param randomPaths responses of random paths; undefined: every response counts
 */
export async function examineCredentials(
  examination: Examination,
  randomPaths?: RandomPaths,
): Promise<CredentialsSeen> {
  const what = 'platform credentials'
  const { deployment, stakes, platform } = examination
  const calls = candidatesOf(examination)
    .slice(0, MAX_OPERATIONS)
    .flatMap((operation) => harmlessCall(deployment, operation, platform) ?? [])
  if (calls.length === 0) {
    return {
      diagnosis: notTested(what, 'no judged requirement uses them'),
      responses: [],
      acceptedBy: undefined,
      acceptedRead: undefined,
    }
  }
  const examined = await Promise.all(
    calls.map(async (call) => ({ call, response: await examination.ask(call) })),
  )
  const responded = examined.filter((one): one is Responded => !(one.response instanceof Blocked))
  const responses = responded.map(({ response }) => response)
  const accepting = await findAcceptedResponse(responded, examination, randomPaths)
  if (accepting) {
    const diagnosis = fine(what, `accepted (${accepting.operation}: ${formatResponse(accepting)})`)
    return {
      diagnosis,
      responses,
      acceptedBy: accepting.operation,
      acceptedRead: readIn(responded, deployment),
    }
  }
  const refusing = responses.filter((response) => readingOf(response) === 'refused')
  const blocks = stakes.calling(...CANDIDATES, 'rejectTransaction')
  const diagnosis: Diagnosis =
    refusing.length > 0
      ? {
          what,
          state: refusing.length > 1 ? 'wrong' : 'not tested',
          detail: `the deployment rejects the platform credentials: ${listed(refusing)}`,
          blocks,
          fixIn: 'deployment-file',
          fix: `Correct credentials.clientId and credentials.clientSecret in ${deployment.file}.`,
        }
      : {
          what,
          state: 'not tested',
          detail: `no operation can verify them: ${listed(responses) || 'none responded'}${responses.some((response) => readingOf(response) === 'served') ? ', like a random path' : ''}`,
          blocks: [],
          fixIn: 'environment',
        }
  return { diagnosis, responses, acceptedBy: undefined, acceptedRead: undefined }
}

interface Responded {
  readonly call: Call
  readonly response: CheckedResponse
}

/** Address of a read that was served, with JSON. */
function readIn(responded: readonly Responded[], deployment: Examination['deployment']): string | undefined {
  for (const { call, response } of responded) {
    const binding = deployment.operations[call.operation]
    if (binding?.method !== 'GET' || readingOf(response) !== 'served') continue
    if (response.status < 300 || response.status === 404) return addressOf(deployment, binding, call)
  }
  return undefined
}

/** The first response that proves that the credentials were accepted. */
async function findAcceptedResponse(
  responded: readonly Responded[],
  examination: Examination,
  randomPaths: RandomPaths | undefined,
): Promise<CheckedResponse | undefined> {
  for (const { call, response } of responded) {
    if (readingOf(response) !== 'served') continue
    const binding = examination.deployment.operations[call.operation]
    if (!randomPaths || !binding) return response
    const { alike } = await randomPaths.compare(response, call, binding)
    if (!alike) return response
    // A random path gets this response too: it is conclusive only if random credentials get another one.
    const madeUp = await examination.ask({ ...call, authorization: MADE_UP })
    if (!(madeUp instanceof Blocked) && readingOf(madeUp) === 'refused') return response
  }
  return undefined
}

/** A restricted run may call none of these operations: then other claimed operations show the credentials as well. */
function candidatesOf({ deployment, stakes }: Examination): readonly OperationName[] {
  if (stakes.all.length === 0) return []
  const claimed = stakesOf(deployment).operations
  const reads = [...claimed].filter(
    (operation) => operations[operation].method === 'GET' && operations[operation].credentials === 'PLATFORM',
  )
  const inOrder = [
    ...CANDIDATES.filter((operation) => stakes.operations.has(operation)),
    ...CANDIDATES.filter((operation) => claimed.has(operation)),
    ...reads,
  ]
  return [...new Set(inOrder)]
}

const listed = (responses: readonly CheckedResponse[]) =>
  responses.map((response) => `${response.operation} responds ${formatResponse(response)}`).join(', ')

/** Whether random credentials are rejected where the real ones are accepted. Never uses the real client's name. */
export async function examineWrongCredentials(
  examination: Examination,
  acceptedBy: OperationName,
): Promise<Diagnosis> {
  const what = 'made-up credentials'
  const call = harmlessCall(examination.deployment, acceptedBy, MADE_UP)
  const response = call && (await examination.ask(call))
  if (!response || response instanceof Blocked) {
    return { what, state: 'not tested', detail: 'no response', blocks: [], fixIn: 'environment' }
  }
  if (readingOf(response) === 'refused')
    return fine(what, `refused (${acceptedBy}: ${formatResponse(response)})`)
  return {
    what,
    state: 'wrong',
    detail: `accepted: ${acceptedBy} responds ${formatResponse(response)}, as with the correct ones`,
    blocks: [],
    fixIn: 'implementation',
    fix: 'Reject them with 401 UNAUTHORIZED before any other check; a run judges this.',
  }
}
