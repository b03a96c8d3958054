/**
 * Checks that an operation of the platform requires the platform's credentials (contract: Authentication): one per
 * operation, so that an operation that is not offered keeps no other from being judged.
 */
import {
  bearer,
  check,
  expect,
  INVALID_CREDENTIALS,
  type Answer,
  type InvalidCredentials,
  type Stage,
  valueAt,
} from '../fixtures/index.ts'
import type { OperationName, RequirementId } from '../spec/index.ts'
import { REJECTED_OR_UNAUTHORIZED } from './rejections.ts'

type Platform = Stage['platform']

/** A request that is accepted with the platform's credentials. */
export interface GuardedRequest {
  readonly send: (platform: Platform) => Promise<Answer>
  /** What the request would change, as it is now; where nothing shows it, the accepted request shows it. */
  readonly effect?: () => Promise<unknown>
  /**
   * Text in the response that only the platform may see: for a list or a read, of the resource; for a creation, of the
   * customer that its body names, since it may be bound to the agent's own customer instead.
   */
  readonly shows?: string
  /** Accepted, it would conflict with a rejected one that had an effect: it is sent although `shows` is given. */
  readonly conflicts?: true
}

export interface GuardedOperation {
  readonly operation: OperationName
  readonly arrange: (stage: Stage) => Promise<GuardedRequest>
  /** The accepted request would be seen by other checks: one of them sends it. */
  readonly isAcceptedElsewhere?: true
}

const unobserved = () => Promise.resolve('not observed')

/** With missing, unknown, wrong and malformed credentials: 401, without effect. The same request is then accepted. */
export function requirePlatformCredentials(id: RequirementId, guarded: readonly GuardedOperation[]): void {
  for (const { operation, arrange, isAcceptedElsewhere } of guarded) {
    check(id, `${operation} requires valid credentials`, { operations: [operation] }, async (stage) => {
      const { send, effect = unobserved } = await arrange(stage)
      const before = await effect()

      const responses = await sendWithEach(INVALID_CREDENTIALS, stage, send)

      const after = await effect()
      const accepted = isAcceptedElsewhere ? [] : [await send(stage.platform)]
      expectNoSuccess(responses)
      expectAcceptance(accepted)
      expectRejections(responses)
      expect(after, 'what the request would change').toEqual(before)
    })
  }
}

/**
 * With the token of another customer's agent: rejected, without effect. A write whose effect nothing shows is then
 * accepted, which one that had an effect already would often not be.
 */
export function rejectAgentTokens(id: RequirementId, guarded: readonly GuardedOperation[]): void {
  for (const { operation, arrange, isAcceptedElsewhere } of guarded) {
    check(id, `${operation} rejects an agent's token`, { operations: [operation] }, async (stage) => {
      const { send, effect = unobserved, shows, conflicts } = await arrange(stage)
      const { accessToken } = await stage.arrange('agent', {})
      const before = await effect()

      const response = await send(stage.platform.presenting(bearer(accessToken)))

      const after = await effect()
      const isShown =
        effect !== unobserved || (shows !== undefined && !conflicts) || isAcceptedElsewhere === true
      const accepted = isShown ? [] : [await send(stage.platform)]
      expectNothingShown(response, shows)
      expectAcceptance(accepted)
      expect(after, 'what the request would change').toEqual(before)
    })
  }
}

interface Response {
  readonly credentials: InvalidCredentials
  readonly answer: Answer
}

const sendWithEach = (
  all: readonly InvalidCredentials[],
  stage: Stage,
  send: GuardedRequest['send'],
): Promise<readonly Response[]> =>
  Promise.all(
    all.map(async (credentials) => ({
      credentials,
      answer: await send(stage.platform.presenting(credentials.authorization(stage))),
    })),
  )

function expectNoSuccess(responses: readonly Response[]): void {
  for (const { credentials, answer } of responses) expect(answer, `with ${credentials.name}`).not.toSucceed()
}

function expectAcceptance(answers: readonly Answer[]): void {
  for (const answer of answers.filter((each) => !asksForSignature(each)))
    expect(answer, 'the same request with valid credentials').toSucceed()
}

/** The first step of a signed action: the credentials were accepted, and the wallet's signature is missing. */
const asksForSignature = ({ body }: Answer): boolean => valueAt(body, 'code') === 'WALLET_SIGNATURE_MISSING'

function expectRejections(responses: readonly Response[]): void {
  for (const { credentials, answer } of responses) {
    expect(answer, `with ${credentials.name}`).toHaveStatus(...credentials.statuses)
  }
}

/** A request may be bound to the agent's own customer instead of being rejected. */
function expectNothingShown(response: Answer, shows: string | undefined): void {
  if (shows !== undefined && response.status < 300) {
    expect(response.text, 'the response to the token of another customer').not.toContain(shows)
  } else {
    expect(response, 'with an agent’s token').toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  }
}

/** The status of a read, which shows whether the resource is still there. */
export const statusOf = async (read: Promise<Answer>): Promise<number> => (await read).status
