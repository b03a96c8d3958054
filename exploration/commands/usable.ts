import { Blocked } from '../../fixtures/errors.ts'

/**
 * A result that a step needs but does not judge.
 *
 * @throws Blocked when there is none
 */
export function usable<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value
  throw new Blocked(
    'deployment-file',
    'there is no quote to continue with: the deployment rejected it for a business reason',
    'Arrange agents with ample balance, in currencies whose limits allow 10000 to 1000000 smallest units.',
  )
}
