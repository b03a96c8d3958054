/** Requesting test events requires the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { registerEndpoint, requestTest, requireEndpoint } from './received-event.ts'

const TESTING: GuardedOperation = {
  operation: 'testWebhook',
  arrange: async (context) => {
    const inbox = await registerEndpoint(context)
    return { send: requestTest, requireUsable: (response) => requireEndpoint(inbox, response) }
  },
}

requirePlatformCredentials('WHK-09', [TESTING])
rejectAgentTokens('WHK-30', [TESTING])
