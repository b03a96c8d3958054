import type { Invitation } from '../resources/invitations.ts'
import type { Card } from '../resources/cards.ts'
import type { Quote } from '../resources/payments.ts'
import type { Stablecoin } from '../resources/stablecoins.ts'

/** Requests that the server can reject, and the kind of resource that each names. */
export interface RefusedRequests {
  /** The requested state is the claimer. */
  readonly claimInvitation: Invitation
  readonly authorizeQuote: Quote
  readonly changeCard: Card
  /** The cardholder's existing card. */
  readonly issueCard: Card
  readonly moveCard: Card
  readonly requestEnablement: Stablecoin
}

export const afterRefusalRules = {
  /** Called when a request is rejected. It leaves the resource unchanged. */
  afterRefusal: <Name extends keyof RefusedRequests>(
    _request: Name,
    _resource: RefusedRequests[Name],
    _requestedState?: string,
  ): void => undefined,
}
