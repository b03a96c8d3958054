/** Factors, logins and authorizations are requested with the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { challengedQuote, scaCustomer } from './challenged-quote.ts'
import { loggedIn, startLogin } from './logged-in.ts'

const ENDPOINTS: readonly GuardedOperation[] = [
  {
    operation: 'listScaFactors',
    arrange: async (stage) => {
      const { customerId } = await loggedIn(stage)
      return { send: ({ sca }) => sca.factors(customerId), shows: customerId }
    },
  },
  {
    operation: 'startScaLogin',
    arrange: async (stage) => {
      const { customerId } = await scaCustomer(stage)
      return { send: ({ sca }) => sca.startLogin(customerId) }
    },
  },
  {
    operation: 'enrolScaFactor',
    arrange: async (stage) => {
      const { customerId } = await loggedIn(stage)
      return { send: ({ sca }) => sca.enrolFactor(customerId, 'TOTP') }
    },
  },
  {
    operation: 'completeScaLogin',
    arrange: async (stage) => {
      const { customerId, scaCode } = await scaCustomer(stage)
      const login = await startLogin(stage, customerId)
      return { send: ({ sca }) => sca.completeLogin(customerId, { ...login, code: scaCode }) }
    },
  },
]

const AUTHORIZING: GuardedOperation = {
  operation: 'authorizeQuote',
  arrange: async (stage) => {
    const { customer, quoteId, read } = await challengedQuote(stage)
    return {
      send: ({ sca }) => sca.authorize(quoteId, { code: customer.scaCode }),
      effect: async () => valueAt((await read()).body, 'status'),
    }
  },
}

requirePlatformCredentials('SCA-44', ENDPOINTS)
requirePlatformCredentials('SCA-13', [AUTHORIZING])
rejectAgentTokens('SCA-46', [...ENDPOINTS, AUTHORIZING])
