import type { Setting } from '../call.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import type { SetUps } from './states.ts'

/** The platform is its own customer here, of whom nobody else hears. */
export const internalAccountsStates = {
  'platform-internal-account': (setting: Setting) => {
    const { id } = newInternalAccount(setting, newCustomer(setting).id, 'USD', 1_000_000n)
    setting.store.platformAccountIds.add(id)
    return { accountId: id }
  },
} satisfies Partial<SetUps>
