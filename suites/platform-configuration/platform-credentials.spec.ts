/** The configuration requires the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'

const READING: GuardedOperation = {
  operation: 'getConfiguration',
  arrange: async () => ({ send: ({ configuration }) => configuration.get() }),
}

/**
 * The current value of the setting. CFG-02 sends the accepted request, since it changes the same configuration at the
 * same time.
 */
const WRITING: GuardedOperation = {
  operation: 'updateConfiguration',
  isAcceptedElsewhere: true,
  arrange: async ({ arrange, platform }) => {
    const { setting, values } = await arrange('platform-setting', {})
    const { body } = await platform.configuration.get()
    const present = valueAt(body, setting) ?? values[0]
    return { send: ({ configuration }) => configuration.update({ [setting]: present }, body) }
  },
}

requirePlatformCredentials('CFG-04', [READING, WRITING])
rejectAgentTokens('CFG-07', [WRITING])
