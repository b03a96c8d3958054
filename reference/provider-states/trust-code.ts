import { randomInt } from 'node:crypto'
import type { ServerContext } from '../call.ts'
import type { ExternalAccount } from '../resources/payments.ts'

/** The code that the customer's factor shows for every change of the account's trust. */
export function newTrustCode({ store }: ServerContext, { id }: ExternalAccount): string {
  const code = String(randomInt(100_000, 1_000_000))
  store.trustCodes.set(id, code)
  return code
}
