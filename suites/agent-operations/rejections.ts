/** Statuses that reject a request for one of its fields, a reused identifier or a policy; CNV-09 warns of others than 400. */
export const REJECTIONS = [400, 403, 409, 422] as const

/** Statuses that reject an account of another customer, or one that does not exist. */
export const UNKNOWN_ACCOUNT = [...REJECTIONS, 404] as const

/** The same, where the account or quote is another customer's; 401 is the contract's only status for what is not the caller's. */
export const NOT_THE_CALLERS = [401, ...UNKNOWN_ACCOUNT] as const

/** Statuses of a request that may be accepted or rejected. */
export const ACCEPTED_OR_REJECTED = [200, 201, 202, ...REJECTIONS] as const

/** Statuses that reject the platform's credentials where an agent's token is required: no agent is behind them. */
export const PLATFORM_REJECTIONS = [400, 401, 403, 404] as const
