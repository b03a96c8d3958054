import type { StateValues } from '../../spec/index.ts'
import { conforming, type Answer, type Stage } from '../../fixtures/index.ts'
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

export const fundedQuote = (
  { platform, random }: Stage,
  funding: Funding,
  changes: QuoteRequest = {},
): Promise<Answer> =>
  platform.transfers.createQuote({ ...fundingRequest(funding), ...changes }, random.uuid())
