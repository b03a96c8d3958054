/** Ways to err that recur in many operations. */
import type { ErrorCode, OperationName } from '../../spec/index.ts'
import type { Refusal } from '../../reference/errors.ts'
import type { Rules } from '../../reference/rules/index.ts'

/** The same rejection with another status and code. */
export const refusedAs = (conforming: () => Refusal, status: number, code: ErrorCode) => (): Refusal => ({
  ...conforming(),
  status,
  code,
})

/** What the operations do is done, or not, and then they answer with 500. */
export const brokenIn =
  (...broken: readonly OperationName[]) =>
  (conforming: Rules): Partial<Rules> => ({
    respond: (operation, response, request) =>
      operation !== undefined && broken.includes(operation) && response.status < 400
        ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The request could not be completed.' } }
        : conforming.respond(operation, response, request),
  })
