/** Ways to err that recur in many operations. */
import type { ErrorCode, OperationName } from '../../spec/index.ts'
import type { Refusal } from '../errors.ts'
import type { Rules } from '../rules/index.ts'

/** The same refusal with another status and code. */
export const refusedAs = (lawful: () => Refusal, status: number, code: ErrorCode) => (): Refusal => ({
  ...lawful(),
  status,
  code,
})

/** What the operations do is done, or not, and then they answer with 500. */
export const brokenIn =
  (...broken: readonly OperationName[]) =>
  (lawful: Rules): Partial<Rules> => ({
    respond: (operation, answer, request) =>
      operation !== undefined && broken.includes(operation) && answer.status < 400
        ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The request could not be completed.' } }
        : lawful.respond(operation, answer, request),
  })
