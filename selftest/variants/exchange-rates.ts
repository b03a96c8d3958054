import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, Exchange Rates; Limits. */
export const exchangeRatesVariations: readonly Variant[] = [
  {
    id: 'unknown-currency-not-found',
    title: 'returns 404 for an unknown currency',
    point: 'rates of a currency that does not exist',
    interpretation: 'An unknown currency is not found.',
    replace: {
      corridorUnknown: { status: 404, code: 'NOT_FOUND', reason: 'There is no such currency.' },
    },
  },
  {
    id: 'rates-as-plain-list',
    alone: true,
    title: 'returns the rates of a corridor as a bare list',
    point: 'form of exchange rates',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), [
        'listExchangeRates',
      ]),
  },
  {
    id: 'one-rate-alone',
    alone: true,
    title: 'returns only the rate of a corridor and the time of its next change',
    point: 'form of exchange rates',
    interpretation: 'The contract does not specify it.',
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
    title: 'changes the rate on every read',
    point: 'exchange rate cache',
    interpretation: 'About five minutes is a description, not a rule.',
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
  {
    id: 'rates-in-both-directions',
    title: 'also lists the reverse corridor, and the buying and selling rates of each',
    point: 'fields of exchange rates',
    interpretation: 'The contract does not specify the fields.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const body = response.body as Json
          const data = (body.data as Json[]).flatMap((rate) => [
            { ...rate, buyingRate: rate.exchangeRate, sellingRate: Number(rate.exchangeRate) * 1.01 },
            {
              ...rate,
              sourceCurrency: rate.destinationCurrency,
              destinationCurrency: rate.sourceCurrency,
              exchangeRate: 1 / Number(rate.exchangeRate),
            },
          ])
          return { ...response, body: { ...body, data } }
        },
        ['listExchangeRates'],
      ),
  },
]
