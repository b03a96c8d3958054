import { operations, type OperationName } from '../../spec/index.ts'
import type { Answer } from '../../fixtures/answer.ts'
import { Blocked } from '../../fixtures/blocked.ts'
import { basic } from '../../fixtures/authorization.ts'
import type { Call } from '../../fixtures/caller.ts'
import { fine, notAsked, type Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { harmlessCall } from './harmless-call.ts'
import type { RandomPaths } from './random-paths.ts'
import { readingOf, saidOf } from './reading.ts'
import { stakesOf } from './stakes.ts'

/** Reads first; the last are shown by the contract and are asked about what is nobody's. */
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
  readonly answers: readonly Answer[]
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
      diagnosis: notAsked(what, 'nothing that is judged needs them'),
      answers: [],
      acceptedBy: undefined,
    }
  }
  const asked = await Promise.all(calls.map(async (call) => ({ call, answer: await examination.ask(call) })))
  const answered = asked.filter((one): one is Answered => !(one.answer instanceof Blocked))
  const answers = answered.map(({ answer }) => answer)
  const accepting = await firstAccepting(answered, examination, randomPaths)
  if (accepting) {
    const diagnosis = fine(what, `accepted (${accepting.operation}: ${saidOf(accepting)})`)
    return { diagnosis, answers, acceptedBy: accepting.operation }
  }
  const refusing = answers.filter((answer) => readingOf(answer) === 'refused')
  const blocks = stakes.calling(...CANDIDATES, 'rejectTransaction')
  const diagnosis: Diagnosis =
    refusing.length > 0
      ? {
          what,
          state: refusing.length > 1 ? 'wrong' : 'not asked',
          detail: `the platform credentials are refused: ${listed(refusing)}`,
          blocks,
          fixIn: 'deployment-file',
          fix: `Correct the values that credentials.clientId and credentials.clientSecret of ${deployment.file} take.`,
        }
      : {
          what,
          state: 'not asked',
          detail: `no operation can tell: ${listed(answers) || 'none responded'}${answers.some((answer) => readingOf(answer) === 'served') ? ', as a random path' : ''}`,
          blocks: [],
          fixIn: 'environment',
        }
  return { diagnosis, answers, acceptedBy: undefined }
}

interface Answered {
  readonly call: Call
  readonly answer: Answer
}

/** The first response that shows that the credentials were accepted. */
async function firstAccepting(
  answered: readonly Answered[],
  examination: Examination,
  randomPaths: RandomPaths | undefined,
): Promise<Answer | undefined> {
  for (const { call, answer } of answered) {
    if (readingOf(answer) !== 'served') continue
    const binding = examination.deployment.operations[call.operation]
    if (!randomPaths || !binding) return answer
    const { alike } = await randomPaths.compare(answer, call, binding)
    if (!alike) return answer
    // A random path gets this response too: it shows something only where made-up credentials get another one.
    const madeUp = await examination.ask({ ...call, authorization: MADE_UP })
    if (!(madeUp instanceof Blocked) && readingOf(madeUp) === 'refused') return answer
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

const listed = (answers: readonly Answer[]) =>
  answers.map((answer) => `${answer.operation} responds ${saidOf(answer)}`).join(', ')

/** Whether made-up credentials are refused, where right ones are accepted. Not tried with the real client's name. */
export async function examineWrongCredentials(
  examination: Examination,
  acceptedBy: OperationName,
): Promise<Diagnosis> {
  const what = 'made-up credentials'
  const call = harmlessCall(examination.deployment, acceptedBy, MADE_UP)
  const answer = call && (await examination.ask(call))
  if (!answer || answer instanceof Blocked) {
    return { what, state: 'not asked', detail: 'no response', blocks: [], fixIn: 'environment' }
  }
  if (readingOf(answer) === 'refused') return fine(what, `refused (${acceptedBy}: ${saidOf(answer)})`)
  return {
    what,
    state: 'wrong',
    detail: `not refused: ${acceptedBy} responds ${saidOf(answer)}, as to the right ones`,
    blocks: [],
    fixIn: 'implementation',
    fix: 'Reject them with 401 UNAUTHORIZED before anything else is checked; a run will judge it.',
  }
}
