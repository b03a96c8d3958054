import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/**
 * Passes a response that shows whether a passkey can be preferred.
 *
 * @param unasked the quote of the same customer without a preference
 * @param response to the request that prefers PASSKEY
 * @throws Blocked when the customer has no passkey
 */
export function requirePasskeyFactor(unasked: CheckedResponse, response: CheckedResponse): void {
  const available = valueAt(unasked.body, 'scaChallenge.availableFactors')
  const isChallenged = valueAt(response.body, 'scaChallenge.factor') === 'PASSKEY'
  if (isChallenged || (Array.isArray(available) && available.includes('PASSKEY'))) return
  throw new Blocked(
    'deployment-file',
    `the availableFactors of the arranged customer do not include PASSKEY (exchange ${unasked.exchange})`,
    'Give the customer of the state agent with scaRegion a passkey too.',
  )
}
