/** What the deployment holds for strong customer authentication. */

/** How a customer in a region that requires SCA authenticates. */
export interface ScaEnrolment {
  /** What its telephone receives. */
  readonly code: string | undefined
  readonly factors: Set<string>
  challengeLifetimeMs: number
  loginStarted: boolean
  /** Until when it is logged in; 0: it is not. */
  sessionUntil: number
}

export interface StrongCustomerAuthenticationStore {
  /** By the id of the customer. */
  readonly scaEnrolments: Map<string, ScaEnrolment>
}

export const emptyStrongCustomerAuthentication = (): StrongCustomerAuthenticationStore => ({
  scaEnrolments: new Map(),
})
