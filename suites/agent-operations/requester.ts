import type { AreaId, OperationName, StateValues } from '../../spec/index.ts'
import type { CheckContext } from '../../fixtures/index.ts'

/** What requests the quotes of a customer: its agent, or the platform. */
export type Requester = Pick<ReturnType<CheckContext['agent']>, 'createQuote' | 'quote' | 'executeQuote'>

/** The customer's agent; the platform, where only its quotes can be created and read. */
export function requesterOf(
  { agent, platform, offers }: Pick<CheckContext, 'agent' | 'platform' | 'offers'>,
  customer: Pick<StateValues['agent'], 'accessToken'>,
): Requester {
  const offersAll = (area: AreaId, ...needed: readonly OperationName[]) =>
    needed.every((operation) => offers(operation, area))
  const isByAgent =
    Object.keys(customer).includes('accessToken') &&
    offersAll('agent-operations', 'createAgentQuote', 'getAgentQuote')
  const isByPlatform = !isByAgent && offersAll('cross-currency-transfers', 'createQuote', 'getQuote')
  return isByPlatform ? byPlatform(platform) : agent(customer.accessToken)
}

const byPlatform = ({ transfers }: CheckContext['platform']): Requester => ({
  createQuote: transfers.createQuote,
  quote: transfers.quote,
  executeQuote: (quoteId) => transfers.execute(quoteId),
})
