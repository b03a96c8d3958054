import { Blocked, type CheckedResponse } from '../../fixtures/index.ts'

/** @throws Blocked when the cancellation is rejected: the contract does not say that a pending transaction can be cancelled */
export function requireCancelled({ status, exchange }: CheckedResponse): void {
  if (status < 300) return
  throw new Blocked(
    'implementation',
    `the cancellation of a transaction that awaits approval returned ${status} (exchange ${exchange})`,
    'The contract does not say whether such a transaction can be cancelled. If not, this requirement cannot be judged.',
  )
}
