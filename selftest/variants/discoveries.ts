import { unprocessable } from './forbidden.ts'
import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, Discoveries. */
export const discoveriesVariations: readonly Variant[] = [
  {
    id: 'discoveries-as-plain-list',
    title: 'returns discoveries as a bare list',
    point: 'form of discoveries',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), [
        'discover',
      ]),
  },
  {
    id: 'discoveries-in-groups',
    title: 'groups discoveries by rail and bank',
    point: 'form of discoveries',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({
          ...response,
          body: { corridor: { rails: (response.body as Json).data, banks: [] } },
        }),
        ['discover'],
      ),
  },
  {
    id: 'discoveries-of-an-unknown-country-unprocessable',
    title: 'returns 422 for discoveries of an unknown country',
    point: 'discoveries of a country that does not exist',
    interpretation: 'The contract does not specify the response.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      discoveryCountryIsUsable: (country) => country !== 'QQ' && rules.discoveryCountryIsUsable(country),
      discoveryRefused: unprocessable(rules.discoveryRefused),
    }),
  },
  {
    id: 'discoveries-of-an-unknown-currency-unprocessable',
    title: 'returns 422 for discoveries of an unknown currency',
    point: 'discoveries of a currency that does not exist',
    interpretation: 'The contract does not specify the response.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      discoveryCurrencyIsUsable: (currency) =>
        currency !== 'QQQ' && rules.discoveryCurrencyIsUsable(currency),
      discoveryRefused: unprocessable(rules.discoveryRefused),
    }),
  },
  {
    id: 'discoveries-of-whole-corridors',
    title: 'names both ends of a corridor in a discovery, on pages',
    point: 'fields of discoveries',
    interpretation: 'The contract does not specify the fields.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ status, body }) => {
          const found = (body as Json).data as Json[]
          const data = found.map(({ country, currency, paymentRails }) => ({
            from: { country: 'US', currency: 'USD' },
            to: { country, currency },
            providers: [{ name: 'Example Bank', paymentRails }],
          }))
          return { status, body: { data, hasMore: false, totalCount: data.length } }
        },
        ['discover'],
      ),
  },
]
