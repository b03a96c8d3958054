import { errorResponse, isWrite, type Shell } from './shell.ts'

/** Reads work as on the reference server. */
export const writesRejected: readonly Shell[] = (
  [
    [400, 'INVALID_INPUT'],
    [403, 'FORBIDDEN'],
    [409, 'CONFLICT'],
  ] as const
).map(([status, code]) => ({
  id: `writes-rejected-${status}`,
  title: `rejects every write with ${status} ${code}`,
  api:
    ({ serve }) =>
    (request) =>
      isWrite(request) ? errorResponse(status, code) : serve(request),
}))
