import type { ListedCurrency } from '../currencies.ts'
import type { Refusal } from '../errors.ts'

/** Contract: What the service does, Discoveries. */
export const discoveriesRules = {
  discoveryIsUsable: (country: string | undefined, currency: string | undefined): boolean =>
    /^[A-Z]{2}$/.test(country ?? '') && (currency === undefined || /^[A-Z]{3,4}$/.test(currency)),

  discoveryRefused: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'country and currency are codes.',
  }),

  /** Payment rails of the corridor. */
  discovered: (found: readonly ListedCurrency[]): readonly ListedCurrency[] => found,
}
