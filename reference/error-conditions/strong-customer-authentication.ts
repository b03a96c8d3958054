import type { ServerContext } from '../call.ts'
import { newCustomer } from '../provider-states/customer.ts'
import type { ErrorConditions } from './error-condition.ts'

export const strongCustomerAuthenticationErrorConditions = {
  /** A customer who has not logged in enrols a factor. */
  SCA_SESSION_REQUIRED: (server: ServerContext) => {
    const { id } = newCustomer(server, { scaRegion: true, scaCode: '317402' })
    return {
      method: 'POST',
      path: `/sca/factors?customerId=${id}`,
      auth: 'PLATFORM',
      body: { factor: 'TOTP' },
    }
  },
} satisfies ErrorConditions
