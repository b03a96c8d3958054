import { refusal } from '../errors.ts'

/** Why requests are rejected. */
const refusals = {
  discoveryRefused: refusal(400, 'INVALID_INPUT', 'country and currency are codes.'),
}

/** Contract: What the service does, Discoveries. */
export const discoveriesRules = {
  ...refusals,

  discoveryIsUsable: (country: string | undefined, currency: string | undefined): boolean =>
    /^[A-Z]{2}$/.test(country ?? '') && (currency === undefined || /^[A-Z]{3,4}$/.test(currency)),
}
