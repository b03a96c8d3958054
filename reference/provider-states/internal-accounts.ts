import type { ServerContext } from '../call.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import type { SetUps } from './states.ts'

/** Here the platform is its own customer, which is not visible to other callers. */
export const internalAccountsStates = {
  'platform-internal-account': (server: ServerContext) => {
    const { id } = newInternalAccount(server, newCustomer(server).id, 'USD', 1_000_000n)
    server.store.platformAccountIds.add(id)
    return { accountId: id }
  },
} satisfies Partial<SetUps>
