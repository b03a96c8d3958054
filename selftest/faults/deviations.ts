/** Ways to err that recur in many operations. */
import type { ErrorCode, OperationName } from '../../spec/index.ts'
import type { Refusal } from '../../reference/errors.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { valueAt } from '../../spec/value-at.ts'

/** Rules that are one rejection each. */
type RefusalName = { [Name in keyof Rules]: Rules[Name] extends Refusal ? Name : never }[keyof Rules]

/** The same rejection with another status and code. */
export const refusedAs = (refusal: Refusal, status: number, code: ErrorCode): Refusal => ({
  ...refusal,
  status,
  code,
})

/** Rejects for the same reason with another status or code. */
export const refused =
  (name: RefusalName, status: number, code: ErrorCode) =>
  (conforming: Rules): Partial<Rules> => ({ [name]: refusedAs(conforming[name], status, code) })

/** What the operations do is done, or not, and then they answer with 500. */
export const brokenIn =
  (...broken: readonly OperationName[]) =>
  (conforming: Rules): Partial<Rules> => ({
    respond: (operation, response, request) =>
      operation !== undefined && broken.includes(operation) && response.status < 400
        ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The request could not be completed.' } }
        : conforming.respond(operation, response, request),
  })

/** The rejection with one of the codes has the status 422 instead of its own. */
export const asUnprocessable = (...codes: readonly ErrorCode[]): Pick<Rules, 'respond'> => ({
  respond: (_operation, response) =>
    codes.some((code) => code === valueAt(response.body, 'code')) ? { ...response, status: 422 } : response,
})
