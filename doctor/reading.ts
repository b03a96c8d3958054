import type { CheckedResponse } from '../fixtures/http/checked-response.ts'

/**
 * The meaning of a response to a harmless request.
 *
 * - `served`: the operation responded
 * - `refused`: the credentials were rejected (401)
 * - `not-routed`: no such operation (405, 501, or 404 without a code of the contract's form)
 * - `page`: a web page instead of JSON
 * - `redirected`: a redirect, which Assay never follows
 * - `throttled`: too many requests (429)
 * - `broken`: a server error
 */
export type Reading = 'served' | 'refused' | 'not-routed' | 'page' | 'redirected' | 'throttled' | 'broken'

export function readingOf({ status, headers, body }: CheckedResponse): Reading {
  if (status === 401) return 'refused'
  if (status === 429) return 'throttled'
  if (/html/i.test(headers['content-type'] ?? '')) return 'page'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 405 || status === 501) return 'not-routed'
  if (status === 404) return errorCodeOf(body) === undefined ? 'not-routed' : 'served'
  return status >= 500 ? 'broken' : 'served'
}

/** The error code of a body (contract: Errors). */
export function errorCodeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null ? (body as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

/** A response in brief. */
export function formatResponse({ status, headers, body }: CheckedResponse): string {
  const code = errorCodeOf(body)
  if (code !== undefined) return `${status} ${code}`
  if (status === 405 && headers.allow !== undefined) return `405, allowed there: ${headers.allow}`
  if (status >= 300 && status < 400) return `${status}, a redirect to ${headers.location ?? 'nowhere'}`
  const type = headers['content-type']
  if (/json/i.test(type ?? '')) return status < 300 ? String(status) : `${status} without an error code`
  return `${status} with ${type ?? 'no content type'}`
}
