import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, Exchange Rates; Limits. */
export const exchangeRatesVariations: readonly Variant[] = [
  {
    id: 'unknown-currency-not-found',
    title: 'answers 404 to a currency that does not exist',
    point: 'rates of a currency that does not exist',
    reading: '404.',
    replace: () => ({
      corridorUnknown: () => ({ status: 404, code: 'NOT_FOUND', reason: 'There is no such currency.' }),
    }),
  },
  {
    id: 'rates-as-plain-list',
    alone: true,
    title: 'returns the rates of a corridor as a list alone',
    point: 'form of exchange rates',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), [
        'listExchangeRates',
      ]),
  },
  {
    id: 'one-rate-alone',
    alone: true,
    title: 'returns the rate of a corridor alone, and when it changes next',
    point: 'form of exchange rates',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const [rate] = (response.body as Json).data as readonly Json[]
          return { ...response, body: { ...rate, nextRateAt: new Date().toISOString() } }
        },
        ['listExchangeRates'],
      ),
  },
  {
    id: 'rates-of-the-moment',
    title: 'follows the market at every read',
    point: 'exchange rate cache',
    reading: 'About five minutes, and no more than a description.',
    warns: ['RAT-02', 'RAT-05', 'RAT-06'],
    replace: (rules) => {
      let reads = 0
      return {
        cachedRate: (...read) => {
          const cached = rules.cachedRate(...read)
          reads += 1
          return cached && { ...cached, rate: cached.rate * (1 + reads * 1e-6) }
        },
      }
    },
  },
]
