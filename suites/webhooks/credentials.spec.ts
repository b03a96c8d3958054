/** Requesting test events requires the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { registerEndpoint, requestTest } from './received-event.ts'

const TESTING: GuardedOperation = {
  operation: 'testWebhook',
  arrange: async (context) => {
    await registerEndpoint(context)
    return { send: requestTest }
  },
}

requirePlatformCredentials('WHK-09', [TESTING])
rejectAgentTokens('WHK-30', [TESTING])
