import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/**
 * The id of the transaction in an action.
 *
 * @throws Blocked when the action shows none: APR-38 judges that
 */
export function requireTransactionId({ body, exchange }: CheckedResponse): string {
  const id = valueAt(body, 'transaction.id')
  if (typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `the executed action shows no transaction (exchange ${exchange})`,
    'Return the transaction in the action. APR-38 judges this step.',
  )
}
