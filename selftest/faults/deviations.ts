/** Faults that recur in many operations. */
import type { ErrorCode, OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { valueAt } from '../../spec/value-at.ts'

/** The operations respond with 500, with or without their effect. */
export const crashesIn =
  (...broken: readonly OperationName[]) =>
  (conforming: Rules): Partial<Rules> => ({
    respond: (operation, response, request) =>
      operation !== undefined && broken.includes(operation) && response.status < 400
        ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The request could not be completed.' } }
        : conforming.respond(operation, response, request),
  })

/** The rejection with one of the codes has status 422 instead of its own. */
export const asUnprocessable = (...codes: readonly ErrorCode[]): Pick<Rules, 'respond'> => ({
  respond: (_operation, response) =>
    codes.some((code) => code === valueAt(response.body, 'code')) ? { ...response, status: 422 } : response,
})
