import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'

/** Contract: What the service does, Discoveries. */
export const discoveriesFaults: readonly Fault[] = [
  {
    id: 'discoveries-empty',
    title: 'discovers nothing where there is something',
    breaks: ['DIS-01'],
    replace: () => ({ discovered: () => [] }),
  },
  {
    id: 'discoveries-open',
    title: 'discovers for anybody',
    breaks: ['DIS-02'],
    replace: openToStrangers('discover'),
  },
  {
    id: 'discoveries-break-on-unknown-country',
    title: 'breaks on a country that does not exist',
    breaks: ['DIS-03'],
    replace: (conforming) => ({
      discoveryIsUsable: (country, currency) =>
        country !== 'QQ' && conforming.discoveryIsUsable(country, currency),
      discoveryRefused: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'No such country.' }),
    }),
  },
]
