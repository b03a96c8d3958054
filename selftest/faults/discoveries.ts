import { rewriting } from './rewriting.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

/** Contract: What the service does, Discoveries. */
export const discoveriesFaults: readonly Fault[] = [
  {
    id: 'discoveries-empty',
    title: 'returns no discoveries where some exist',
    breaks: ['DIS-01'],
    replace: rewriting('discover', { data: [] }),
  },
  {
    id: 'discoveries-open',
    title: 'returns discoveries without valid credentials',
    breaks: ['DIS-02'],
    replace: acceptsInvalidCredentials('discover'),
  },
  {
    id: 'discoveries-break-on-unknown-country',
    title: 'returns 500 for an unknown country',
    breaks: ['DIS-03'],
    replace: (conforming) => ({
      discoveryCountryIsUsable: (country) => country !== 'QQ' && conforming.discoveryCountryIsUsable(country),
      discoveryRefused: { status: 500, code: 'INTERNAL_ERROR', reason: 'No such country.' },
    }),
  },
  {
    id: 'discoveries-break-on-unknown-currency',
    title: 'returns 500 for an unknown currency',
    breaks: ['DIS-04'],
    replace: (conforming) => ({
      discoveryCurrencyIsUsable: (currency) =>
        currency !== 'QQQ' && conforming.discoveryCurrencyIsUsable(currency),
      discoveryRefused: { status: 500, code: 'INTERNAL_ERROR', reason: 'No such currency.' },
    }),
  },
]
