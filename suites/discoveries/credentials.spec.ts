/** Discoveries require the platform's credentials (contract: Authentication). */
import { requirePlatformCredentials } from '../platform-credentials.ts'

requirePlatformCredentials('DIS-02', [
  {
    operation: 'discover',
    arrange: async ({ arrange }) => {
      const corridor = await arrange('discovery-corridor', {})
      return { send: ({ discoveries }) => discoveries.discover(corridor) }
    },
  },
])
