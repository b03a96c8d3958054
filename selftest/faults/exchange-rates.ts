import { rewriting, rewritingItems, type Json } from './rewriting.ts'
import { refused } from '../refused.ts'
import { readFromSharedCache } from './shared-cache.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

/** Contract: What the service does, Exchange Rates; Limits. */
export const exchangeRatesFaults: readonly Fault[] = [
  {
    id: 'rates-empty',
    title: 'omits the rate of a corridor',
    breaks: ['RAT-01'],
    replace: { cachedRate: () => undefined },
  },
  {
    id: 'rates-zero',
    title: 'returns the rate 0',
    breaks: ['RAT-01'],
    replace: rewritingItems('listExchangeRates', { exchangeRate: 0 }),
  },
  {
    id: 'rates-of-the-reverse-corridor',
    title: 'swaps the source and the destination currency',
    breaks: ['RAT-01'],
    replace: rewritingItems('listExchangeRates', {
      sourceCurrency: (rate) => rate.destinationCurrency,
      destinationCurrency: (rate) => rate.sourceCurrency,
    }),
  },
  {
    id: 'rates-not-cached',
    title: 'changes the rate on every read',
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
    title: 'changes the rate while requests are in flight',
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
    title: 'changes the rate every half second',
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
    title: 'lists rates without valid credentials',
    breaks: ['RAT-03'],
    replace: acceptsInvalidCredentials('listExchangeRates'),
  },
  {
    id: 'rate-of-an-unknown-currency',
    title: 'returns rate 1 for an unknown currency',
    breaks: ['RAT-04'],
    replace: {
      respond: (operation, response) =>
        operation === 'listExchangeRates' && response.status === 400
          ? {
              status: 200,
              body: { data: [{ sourceCurrency: 'QQQ', destinationCurrency: 'QQQ', exchangeRate: 1 }] },
            }
          : response,
    },
  },
  {
    id: 'rates-break-on-unknown-currency',
    title: 'returns 500 for an unknown currency',
    breaks: ['RAT-04'],
    replace: refused('corridorUnknown', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'rates-from-a-shared-cache',
    title: 'returns cached rates to every caller',
    breaks: ['RAT-03'],
    replace: readFromSharedCache('listExchangeRates'),
  },
  {
    id: 'rates-with-other-decimals',
    title: 'returns other decimals of a currency in a rate than in a quote',
    breaks: ['RAT-07'],
    mayAlsoBreak: ['CNV-40'],
    replace: rewriting('listExchangeRates', {
      data: ({ data }) =>
        (data as readonly Json[]).map((rate) => ({
          ...rate,
          sourceCurrency: { ...(rate.sourceCurrency as Json), decimals: 4 },
        })),
    }),
  },
]
