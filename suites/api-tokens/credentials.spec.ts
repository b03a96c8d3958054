/** API tokens are the platform's (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  statusOf,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createdToken, readableToken } from './created-token.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createToken',
    arrange: async ({ arrange }) => {
      const { request } = await arrange('api-token-fields', {})
      return { send: ({ tokens }) => tokens.create(request) }
    },
  },
  {
    operation: 'listTokens',
    arrange: async (stage) => {
      await createdToken(stage)
      return { send: ({ tokens }) => tokens.list() }
    },
  },
  {
    operation: 'getToken',
    arrange: async (stage) => {
      const id = await readableToken(stage)
      return { send: ({ tokens }) => tokens.get(id) }
    },
  },
  {
    operation: 'deleteToken',
    arrange: async (stage) => {
      const id = await createdToken(stage)
      await stage.poll(
        () => stage.platform.tokens.get(id),
        ({ status }) => status === 200,
      )
      return {
        send: ({ tokens }) => tokens.delete(id),
        effect: () => statusOf(stage.platform.tokens.get(id)),
      }
    },
  },
]

requirePlatformCredentials('TOK-09', OPERATIONS)
rejectAgentTokens('TOK-20', OPERATIONS)
