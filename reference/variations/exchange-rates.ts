import type { Variation } from './variation.ts'

/** Contract: What the service does, Exchange Rates; Limits. */
export const exchangeRatesVariations: readonly Variation[] = [
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
    id: 'rates-of-the-moment',
    title: 'follows the market at every read',
    point: 'exchange rate cache',
    reading: 'About five minutes, and no more than a description.',
    warns: ['RAT-02'],
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
