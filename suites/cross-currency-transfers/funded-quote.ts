import type { StateValues } from '../../spec/index.ts'
import { conforming, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { ORDINARY_AMOUNT, type QuoteRequest } from '../agent-operations/quote-request.ts'

type Funding = StateValues['realtime-funding']

/** A request with real-time funding, in the default shape of it. */
export const fundingRequest = ({
  customerId,
  currency,
  cryptoNetwork,
  destinationAccountId,
}: Funding): QuoteRequest =>
  conforming({
    source: { sourceType: 'REALTIME_FUNDING', currency, customerId, cryptoNetwork },
    destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: ORDINARY_AMOUNT,
  })

export const requestFundedQuote = (
  { platform, random }: CheckContext,
  funding: Funding,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  platform.transfers.createQuote({ ...fundingRequest(funding), ...changes }, random.uuid())
