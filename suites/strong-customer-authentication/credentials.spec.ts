/** Factors, logins and authorizations require the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  showsEffect,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createChallengedQuote } from './challenged-quote.ts'
import { arrangeScaCustomer } from './sca-customer.ts'
import { logInCustomer, receiveLoginCode, sendLoggedIn } from './logged-in.ts'

const ENDPOINTS: readonly GuardedOperation[] = [
  {
    operation: 'listScaFactors',
    arrange: async (context) => {
      const { customerId } = await logInCustomer(context)
      return { send: ({ sca }) => sca.factors(customerId), shows: customerId }
    },
  },
  {
    operation: 'startScaLogin',
    arrange: async (context) => {
      const { customerId } = await arrangeScaCustomer(context)
      return { send: ({ sca }) => sca.startLogin(customerId) }
    },
  },
  {
    operation: 'enrolScaFactor',
    needs: 'sca.totp',
    arrange: async (context) => {
      const { customerId } = await logInCustomer(context)
      return {
        send: ({ sca }) => sca.enrolFactor(customerId, 'TOTP'),
        effect: showsEffect(
          () => context.platform.sca.factors(customerId),
          ({ text }) => text.includes('TOTP'),
        ),
      }
    },
  },
  {
    operation: 'completeScaLogin',
    arrange: async (context) => {
      const customer = await arrangeScaCustomer(context)
      const { login, code } = await receiveLoginCode(context, customer)
      return { send: ({ sca }) => sca.completeLogin(customer.customerId, { ...login, code }) }
    },
  },
]

const AUTHORIZING: GuardedOperation = {
  operation: 'authorizeQuote',
  needs: 'sca.quotes',
  arrange: async (context) => {
    const { customer, quoteId, read, code } = await createChallengedQuote(context)
    const received = await code()
    return {
      send: ({ sca }) => sendLoggedIn(context, customer, () => sca.authorize(quoteId, { code: received })),
      effect: async () => valueAt((await read()).body, 'status'),
    }
  },
}

requirePlatformCredentials('SCA-44', ENDPOINTS)
requirePlatformCredentials('SCA-13', [AUTHORIZING])
rejectAgentTokens('SCA-46', [...ENDPOINTS, AUTHORIZING])
