import type { Delivery } from '../../fixtures/index.ts'
import { says } from './received-event.ts'

/** Statuses of an account; PENDING is left out, since it is a result of checking a name as well. */
const STATUSES = ['ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE']

/**
 * Whether an event tells the outcome of a LIVENESS challenge: by the account's status, which is then the one that
 * polling shows, or in words of its own, which are then others than those of the other outcome.
 *
 * @param status of the account, as polling shows it
 * @param other event of the other outcome
 */
export function tellsOutcome({ json }: Delivery, outcome: string, status: string, other: Delivery): boolean {
  if (says(json, status) || says(json, outcome)) return true
  return !STATUSES.some((one) => says(json, one)) && wordsIn(json) !== wordsIn(other.json)
}

/** Words of an enum, and truth values, in the order in which they stand in a payload. */
function wordsIn(json: unknown): string {
  if (typeof json === 'string') return /^[A-Za-z_]{2,40}$/.test(json) ? `${json} ` : ''
  if (typeof json === 'boolean') return `${json} `
  return typeof json === 'object' && json !== null ? Object.values(json).map(wordsIn).join('') : ''
}
