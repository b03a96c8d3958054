import type { PlatformOperation } from '../call.ts'
import { currencies } from '../currencies.ts'
import { Refused } from '../errors.ts'

/** Contract: What the service does, Discoveries. */
const discover: PlatformOperation = ({ rules }, { query }) => {
  const { country, currency } = query
  if (!rules.discoveryCountryIsUsable(country)) throw new Refused(rules.discoveryRefused)
  if (!rules.discoveryCurrencyIsUsable(currency)) throw new Refused(rules.discoveryRefused)
  const found = [...currencies.values()].filter(({ code }) => currency === undefined || code === currency)
  return {
    status: 200,
    body: {
      data: found.map(({ code, paymentRail }) => ({ country, currency: code, paymentRails: [paymentRail] })),
    },
  }
}

/** Operations of discoveries, by the names of their bindings and the credentials they take. */
export const discoveriesOperations = { platform: { discover }, agent: {}, open: {} }
