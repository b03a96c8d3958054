import { unprocessable } from './forbidden.ts'
import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, Discoveries. */
export const discoveriesVariations: readonly Variant[] = [
  {
    id: 'discoveries-as-plain-list',
    title: 'answers discoveries with the list alone',
    point: 'form of discoveries',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), [
        'discover',
      ]),
  },
  {
    id: 'discoveries-in-groups',
    title: 'answers discoveries in groups of rails and banks',
    point: 'form of discoveries',
    reading: 'It is not shown.',
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
    title: 'rejects discoveries of a country that does not exist with 422',
    point: 'discoveries of a country that does not exist',
    reading: 'The response is not shown.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      discoveryIsUsable: (country, currency) =>
        country !== 'QQ' && rules.discoveryIsUsable(country, currency),
      discoveryRefused: () => unprocessable(rules.discoveryRefused()),
    }),
  },
]
