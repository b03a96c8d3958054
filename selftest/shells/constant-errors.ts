import { errorCatalogue } from '../../spec/index.ts'
import { errorResponse, type Shell } from './shell.ts'

/** Judged by default: one code of every kind that several checks expect. The nightly run judges the others. */
const COMMON: ReadonlySet<string> = new Set([
  'INVALID_INPUT',
  'INSUFFICIENT_FUNDS',
  'QUOTE_EXPIRED',
  'UNAUTHORIZED',
  'WALLET_SIGNATURE_INVALID',
  'NOT_FOUND',
  'QUOTE_NOT_FOUND',
  'CONFLICT',
  'SCA_SESSION_REQUIRED',
  'INVALID_STATE_TRANSITION',
  'INTERNAL_ERROR',
])

/**
 * Statuses outside the catalogue, with the code that servers usually return. Without 429: the runner waits before it
 * retries, and blocks requests that it may not repeat, so a run would take minutes and judge nothing.
 */
const OTHER_STATUSES = {
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  422: 'UNPROCESSABLE_ENTITY',
  501: 'NOT_IMPLEMENTED',
  503: 'SERVICE_UNAVAILABLE',
}

const everythingGets = (id: string, status: number, code: string, byDefault: boolean): Shell => ({
  id,
  title: `returns ${status} ${code} for everything`,
  byDefault,
  api: () => () => errorResponse(status, code),
})

export const constantErrors: readonly Shell[] = [
  ...Object.entries(errorCatalogue).flatMap(([status, codes]) =>
    Object.keys(codes).map((code) =>
      everythingGets(`code-${status}-${code}`, Number(status), code, COMMON.has(code)),
    ),
  ),
  ...Object.entries(OTHER_STATUSES).map(([status, code]) =>
    everythingGets(`status-${status}`, Number(status), code, true),
  ),
]
