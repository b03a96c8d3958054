import type { Delivery } from '../../fixtures/index.ts'
import { says } from './received-event.ts'

/** Statuses of an account; PENDING is left out, since it is a result of checking a name as well. */
const STATUSES = ['ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE']

/** The events about an account whose LIVENESS challenge has completed, and what polling shows. */
export interface Completed {
  readonly events: readonly Delivery[]
  readonly status: string
}

/** Whether the events of the one outcome read otherwise than those of the other: how they tell it is not shown. */
export const tellApart = (one: Completed, other: Completed): boolean =>
  wordsOf(one.events) !== wordsOf(other.events)

/** Whether events hold a status of the account, and not the one that polling shows. */
export const contradictsPolling = ({ events, status }: Completed): boolean =>
  events.some(({ json }) => STATUSES.some((one) => says(json, one))) &&
  !events.some(({ json }) => says(json, status))

/** What events say once, less what differs from one event to the next: identifiers, times and numbers. */
const wordsOf = (events: readonly Delivery[]): string =>
  [...new Set(events.map(({ json }) => JSON.stringify(json, constant)))].toSorted().join('\n')

const constant = (_key: string, value: unknown): unknown =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)) ? '#' : value
