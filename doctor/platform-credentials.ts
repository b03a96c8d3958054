import { operations, type OperationName } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { basic } from '../fixtures/http/authorization.ts'
import type { Call } from '../fixtures/caller.ts'
import { fine, notAsked, type Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { harmlessCall } from './harmless-call.ts'
import type { RandomPaths } from './random-paths.ts'
import { readingOf, saidOf } from './reading.ts'
import { stakesOf } from './stakes.ts'

/** Reads first; the last are shown by the contract and are called with nonexistent ids. */
const CANDIDATES: readonly OperationName[] = [
  'getPlatformExternalAccount',
  'getTransaction',
  'verifyPlatformExternalAccountOwnership',
  'approveTransaction',
]
/** So many are asked: enough that one which is not served does not decide. */
const ASKED = 3
const MADE_UP = basic('assay-doctor', 'nobody-knows-me')

/** What platform operations answer to the credentials of the deployment file. */
export interface CredentialsSeen {
  readonly diagnosis: Diagnosis
  readonly responses: readonly CheckedResponse[]
  /** An operation that took the credentials. */
  readonly acceptedBy: OperationName | undefined
}

/**
 * Whether the platform's credentials are accepted (contract: Authentication). An operation that is not served says
 * nothing of them; that they are refused is certain only when two different operations say so and none says otherwise.
 *
 * @param randomPaths what a path without an operation sends; undefined: every response counts
 */
export async function examineCredentials(
  examination: Examination,
  randomPaths?: RandomPaths,
): Promise<CredentialsSeen> {
  const what = 'platform credentials'
  const { deployment, stakes, platform } = examination
  const calls = candidatesOf(examination)
    .slice(0, ASKED)
    .flatMap((operation) => harmlessCall(deployment, operation, platform) ?? [])
  if (calls.length === 0) {
    return {
      diagnosis: notAsked(what, 'no judged requirement uses them'),
      responses: [],
      acceptedBy: undefined,
    }
  }
  const asked = await Promise.all(
    calls.map(async (call) => ({ call, response: await examination.ask(call) })),
  )
  const answered = asked.filter((one): one is Answered => !(one.response instanceof Blocked))
  const responses = answered.map(({ response }) => response)
  const accepting = await firstAccepting(answered, examination, randomPaths)
  if (accepting) {
    const diagnosis = fine(what, `accepted (${accepting.operation}: ${saidOf(accepting)})`)
    return { diagnosis, responses, acceptedBy: accepting.operation }
  }
  const refusing = responses.filter((response) => readingOf(response) === 'refused')
  const blocks = stakes.calling(...CANDIDATES, 'rejectTransaction')
  const diagnosis: Diagnosis =
    refusing.length > 0
      ? {
          what,
          state: refusing.length > 1 ? 'wrong' : 'not asked',
          detail: `the deployment rejects the platform credentials: ${listed(refusing)}`,
          blocks,
          fixIn: 'deployment-file',
          fix: `Correct credentials.clientId and credentials.clientSecret in ${deployment.file}.`,
        }
      : {
          what,
          state: 'not asked',
          detail: `no operation can verify them: ${listed(responses) || 'none responded'}${responses.some((response) => readingOf(response) === 'served') ? ', as a random path' : ''}`,
          blocks: [],
          fixIn: 'environment',
        }
  return { diagnosis, responses, acceptedBy: undefined }
}

interface Answered {
  readonly call: Call
  readonly response: CheckedResponse
}

/** The first response that shows that the credentials were accepted. */
async function firstAccepting(
  answered: readonly Answered[],
  examination: Examination,
  randomPaths: RandomPaths | undefined,
): Promise<CheckedResponse | undefined> {
  for (const { call, response } of answered) {
    if (readingOf(response) !== 'served') continue
    const binding = examination.deployment.operations[call.operation]
    if (!randomPaths || !binding) return response
    const { alike } = await randomPaths.compare(response, call, binding)
    if (!alike) return response
    // A random path gets this response too: it shows something only where made-up credentials get another one.
    const madeUp = await examination.ask({ ...call, authorization: MADE_UP })
    if (!(madeUp instanceof Blocked) && readingOf(madeUp) === 'refused') return response
  }
  return undefined
}

/**
 * What a run restricted to some requirements judges may call none of them: then whatever else the deployment claims
 * shows the credentials as well.
 */
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
  responses.map((response) => `${response.operation} responds ${saidOf(response)}`).join(', ')

/** Whether made-up credentials are refused, where right ones are accepted. Not tried with the real client's name. */
export async function examineWrongCredentials(
  examination: Examination,
  acceptedBy: OperationName,
): Promise<Diagnosis> {
  const what = 'made-up credentials'
  const call = harmlessCall(examination.deployment, acceptedBy, MADE_UP)
  const response = call && (await examination.ask(call))
  if (!response || response instanceof Blocked) {
    return { what, state: 'not asked', detail: 'no response', blocks: [], fixIn: 'environment' }
  }
  if (readingOf(response) === 'refused') return fine(what, `refused (${acceptedBy}: ${saidOf(response)})`)
  return {
    what,
    state: 'wrong',
    detail: `accepted: ${acceptedBy} responds ${saidOf(response)}, as with the correct ones`,
    blocks: [],
    fixIn: 'implementation',
    fix: 'Reject them with 401 UNAUTHORIZED before any other check; a run judges this.',
  }
}
