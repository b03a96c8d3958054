/** Statuses of rejections whose status the contract does not name (Errors, gaps). Where it names one, the check states that one. */

/** The credentials were valid, so 401 is not a valid rejection. */
export const REJECTED = [400, 403, 404, 409, 410, 412, 422] as const

/** The same, where the resource is another one's, or the credentials are of the wrong kind. */
export const REJECTED_OR_UNAUTHORIZED = [401, ...REJECTED] as const

/** Statuses of a request that may be accepted or rejected. */
export const ACCEPTED_OR_REJECTED = [200, 201, 202, 204, ...REJECTED] as const
