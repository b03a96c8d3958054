import type { ReferenceResponse } from '../reference/reference-response.ts'
import type { Rules } from '../reference/rules/index.ts'

/**
 * Responds in another way to a client that accepts any media type.
 *
 * @param change returns undefined where it leaves the response as it is
 */
export const toAnyMediaType =
  (change: (response: ReferenceResponse) => ReferenceResponse | undefined) =>
  (conforming: Rules): Partial<Rules> => ({
    respond: (operation, response, request) =>
      (request.accept === '*/*' ? change(response) : undefined) ??
      conforming.respond(operation, response, request),
  })
