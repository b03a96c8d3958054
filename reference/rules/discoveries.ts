import { refusal } from '../errors.ts'

/** Why requests are rejected. */
const refusals = {
  discoveryRefused: refusal(400, 'INVALID_INPUT', 'country and currency are codes.'),
}

/** Contract: What the service does, Discoveries. */
export const discoveriesRules = {
  ...refusals,

  discoveryCountryIsUsable: (country: string | undefined): boolean => /^[A-Z]{2}$/.test(country ?? ''),

  discoveryCurrencyIsUsable: (currency: string | undefined): boolean =>
    currency === undefined || /^[A-Z]{3,4}$/.test(currency),
}
