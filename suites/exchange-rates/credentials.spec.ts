/** Exchange rates require the platform's credentials (contract: Authentication). */
import { requirePlatformCredentials } from '../platform-credentials.ts'

requirePlatformCredentials('RAT-03', [
  {
    operation: 'listExchangeRates',
    arrange: async ({ arrange }) => {
      const corridor = await arrange('exchange-rate', {})
      return { send: ({ rates }) => rates.list(corridor) }
    },
  },
])
