/** Stored resources of strong customer authentication. */

/** The authentication of a customer in a region that requires SCA. */
export interface ScaEnrolment {
  /** The code that the customer's telephone receives. */
  readonly code: string | undefined
  readonly factors: Set<string>
  challengeLifetimeMs: number
  loginStarted: boolean
  /** End of the login session, ms since the epoch; 0: not logged in. */
  sessionUntil: number
}

export interface StrongCustomerAuthenticationStore {
  /** By the id of the customer. */
  readonly scaEnrolments: Map<string, ScaEnrolment>
}

export const emptyStrongCustomerAuthentication = (): StrongCustomerAuthenticationStore => ({
  scaEnrolments: new Map(),
})
