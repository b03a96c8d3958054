/**
 * Statuses of rejections for which the contract names no status (Errors, gaps). If it names one, the check states that
 * one.
 */

/** The credentials were valid, so 401 is not a valid rejection. */
export const REJECTED = [400, 403, 404, 409, 410, 412, 422] as const

/** The same, if the body is not JSON: the server may reject the media type too. */
export const REJECTED_AS_NOT_JSON = [...REJECTED, 415] as const

/** The same as `REJECTED`, if the resource belongs to another customer, or the credentials have the wrong type. */
export const REJECTED_OR_UNAUTHORIZED = [401, ...REJECTED] as const

/** Statuses of a request that may be accepted or rejected. */
export const ACCEPTED_OR_REJECTED = [200, 201, 202, 204, ...REJECTED] as const
