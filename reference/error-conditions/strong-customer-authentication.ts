import type { Setting } from '../call.ts'
import { newCustomer } from '../provider-states/customer.ts'
import type { ErrorConditions } from './error-condition.ts'

export const strongCustomerAuthenticationErrorConditions = {
  /** A customer who has not logged in enrols a factor. */
  SCA_SESSION_REQUIRED: (setting: Setting) => {
    const { id } = newCustomer(setting, { scaRegion: true, scaCode: '317402' })
    return {
      method: 'POST',
      path: `/sca/factors?customerId=${id}`,
      auth: 'PLATFORM',
      body: { factor: 'TOTP' },
    }
  },
} satisfies ErrorConditions
