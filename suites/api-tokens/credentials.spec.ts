/** API tokens require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  readStatus,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createOnceFree, createReadableToken, createToken } from './created-token.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createToken',
    arrange: async (context) => {
      const { request } = await context.arrange('api-token-fields', {})
      return { send: (platform) => createOnceFree(context, platform, request) }
    },
  },
  {
    operation: 'listTokens',
    arrange: async (context) => {
      await createToken(context)
      return { send: ({ tokens }) => tokens.list() }
    },
  },
  {
    operation: 'getToken',
    arrange: async (context) => {
      const id = await createReadableToken(context)
      return { send: ({ tokens }) => tokens.get(id) }
    },
  },
  {
    operation: 'deleteToken',
    arrange: async (context) => {
      const id = await createToken(context)
      await context.poll(
        () => context.platform.tokens.get(id),
        ({ status }) => status === 200,
      )
      return {
        send: ({ tokens }) => tokens.delete(id),
        effect: () => readStatus(context.platform.tokens.get(id)),
      }
    },
  },
]

requirePlatformCredentials('TOK-09', OPERATIONS)
rejectAgentTokens('TOK-20', OPERATIONS)
