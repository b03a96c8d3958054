import type { PlatformOperation } from '../call.ts'
import { currencies, currencyObject } from '../currencies.ts'
import { Refused } from '../errors.ts'

/** Contract: What the service does, Exchange Rates. */
const listExchangeRates: PlatformOperation = ({ rules, store, now }, { query }) => {
  const { sourceCurrency: from = '', destinationCurrency: to = '', sendingAmount } = query
  if (!rules.listedAmountIsUsable(sendingAmount)) throw new Refused(rules.listedAmountRefused)
  if (!currencies.has(from) || !currencies.has(to)) throw new Refused(rules.corridorUnknown)
  const [sending, receiving] = [currencyObject(from), currencyObject(to)]
  const calculate = () => {
    const rate = rules.exchangeRate(sending, receiving)
    return rate && rules.rateWithPlatformFees(rate, rules.platformFee(sending, undefined))
  }
  const cached = rules.cachedRate(store.cachedRates, `${from} ${to}`, now(), calculate)
  return {
    status: 200,
    body: {
      data:
        cached === undefined
          ? []
          : [
              {
                sourceCurrency: sending,
                destinationCurrency: receiving,
                exchangeRate: cached.rate,
                updatedAt: rules.serialiseTimestamp(cached.at),
              },
            ],
    },
  }
}

/** Operations of exchange rates, by the names of their bindings and the credentials they take. */
export const exchangeRatesOperations = { platform: { listExchangeRates }, agent: {}, open: {} }
