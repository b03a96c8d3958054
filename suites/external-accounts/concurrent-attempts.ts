import type { CheckedResponse } from '../../fixtures/index.ts'
import { verified } from './earlier-attempt.ts'

/** How many signatures were accepted, and the status that the account has then (States, External account status). */
export function outcomeOf(responses: readonly CheckedResponse[]): {
  readonly accepted: number
  readonly status: 'ACTIVE' | 'UNVERIFIED'
} {
  const accepted = responses.filter(({ status }) => status === 200).length
  return { accepted, status: accepted > 0 ? 'ACTIVE' : 'UNVERIFIED' }
}

/** @throws Blocked when not even one valid signature was accepted */
export const someVerified = (responses: readonly CheckedResponse[]): CheckedResponse =>
  verified(responses.find(({ status }) => status === 200) ?? responses[0]!)
