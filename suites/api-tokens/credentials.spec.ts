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
    arrange: async (context) => {
      await createdToken(context)
      return { send: ({ tokens }) => tokens.list() }
    },
  },
  {
    operation: 'getToken',
    arrange: async (context) => {
      const id = await readableToken(context)
      return { send: ({ tokens }) => tokens.get(id) }
    },
  },
  {
    operation: 'deleteToken',
    arrange: async (context) => {
      const id = await createdToken(context)
      await context.poll(
        () => context.platform.tokens.get(id),
        ({ status }) => status === 200,
      )
      return {
        send: ({ tokens }) => tokens.delete(id),
        effect: () => statusOf(context.platform.tokens.get(id)),
      }
    },
  },
]

requirePlatformCredentials('TOK-09', OPERATIONS)
rejectAgentTokens('TOK-20', OPERATIONS)
