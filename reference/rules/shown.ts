import type { Card } from '../resources/cards.ts'
import type { AgentAction, Quote } from '../resources/payments.ts'
import type { Stablecoin, StablecoinOperation } from '../resources/stablecoins.ts'

/** Resources whose representation may differ from the stored one. */
export interface ShownResources {
  readonly AgentAction: AgentAction
  readonly Card: Card
  readonly Quote: Quote
  readonly Stablecoin: Stablecoin
  readonly StablecoinOperation: StablecoinOperation
}

export const shownRules = {
  /** A resource as a response shows it: as stored. */
  shown: <Kind extends keyof ShownResources>(
    _kind: Kind,
    resource: ShownResources[Kind],
    _now: number,
  ): ShownResources[Kind] => resource,
}
