import { Blocked, type Answer, type Stage } from '../../fixtures/index.ts'
import { inShort } from '../agent-management/execution-outcome.ts'
import { scaCustomer, type ScaCustomer } from './challenged-quote.ts'

/**
 * A customer with an SCA login session.
 *
 * @throws Blocked when it cannot log in
 */
export async function loggedIn(stage: Stage): Promise<ScaCustomer> {
  const customer = await scaCustomer(stage)
  await logIn(stage, customer.customerId, customer.scaCode)
  return customer
}

/** @throws Blocked when the login is refused */
export async function logIn({ platform }: Stage, customerId: string, scaCode: string): Promise<void> {
  await platform.sca.startLogin(customerId)
  const completed = await platform.sca.completeLogin(customerId, scaCode)
  if (completed.status < 300) return
  throw new Blocked(
    'implementation',
    `the SCA login that this check stands on was answered with ${completed.status} (exchange ${completed.exchange})`,
    'See why; SCA-40 judges it.',
  )
}

/** The refusal that the login did away with: what was refused before, and accepted afterwards; or `none`. */
export const refusalLifted = (before: Answer, after: Answer): string =>
  inShort(after) === 'accepted' && inShort(before) !== 'accepted' ? inShort(before) : 'none'
