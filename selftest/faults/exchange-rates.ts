import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'

/** Contract: What the service does, Exchange Rates; Limits. */
export const exchangeRatesFaults: readonly Fault[] = [
  {
    id: 'rates-empty',
    title: 'lists no rate of a corridor that has one',
    breaks: ['RAT-01'],
    replace: () => ({ cachedRate: () => undefined }),
  },
  {
    id: 'rates-not-cached',
    title: 'follows the market at every read',
    breaks: ['RAT-02', 'RAT-05'],
    replace: (conforming) => {
      let reads = 0
      return {
        cachedRate: (...read) => {
          const cached = conforming.cachedRate(...read)
          reads += 1
          return cached && { ...cached, rate: cached.rate * (1 + reads * 1e-5) }
        },
      }
    },
  },
  {
    id: 'rates-under-load',
    title: 'follows the market while several requests are under way',
    breaks: ['RAT-05'],
    mayAlsoBreak: ['RAT-02'],
    replace: (conforming) => {
      let underWay = 0
      let reads = 0
      return {
        cachedRate: (...read) => {
          const cached = conforming.cachedRate(...read)
          underWay += 1
          reads += 1
          return cached && underWay > 1 ? { ...cached, rate: cached.rate * (1 + reads * 1e-5) } : cached
        },
        respond: async (operation, response) => {
          if (operation !== 'listExchangeRates' || response.status !== 200) return response
          await new Promise((resolve) => setTimeout(resolve, 30))
          underWay -= 1
          return response
        },
      }
    },
  },
  {
    id: 'rates-cached-for-half-a-second',
    title: 'follows the market every half second',
    breaks: ['RAT-06'],
    replace: (conforming) => ({
      cachedRate: (...read) => {
        const cached = conforming.cachedRate(...read)
        return cached && { ...cached, rate: cached.rate * (1 + Math.floor(Date.now() / 500) * 1e-9) }
      },
    }),
  },
  {
    id: 'rates-open',
    title: 'lists rates for anybody',
    breaks: ['RAT-03'],
    replace: openToStrangers('listExchangeRates'),
  },
  {
    id: 'rate-of-an-unknown-currency',
    title: 'lists the rate 1 for a currency that does not exist',
    breaks: ['RAT-04'],
    replace: () => ({
      respond: (operation, response) =>
        operation === 'listExchangeRates' && response.status === 400
          ? {
              status: 200,
              body: { data: [{ sourceCurrency: 'QQQ', destinationCurrency: 'QQQ', exchangeRate: 1 }] },
            }
          : response,
    }),
  },
  {
    id: 'rates-break-on-unknown-currency',
    title: 'breaks on a currency that does not exist',
    breaks: ['RAT-04'],
    replace: () => ({
      corridorUnknown: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'No such currency.' }),
    }),
  },
]
