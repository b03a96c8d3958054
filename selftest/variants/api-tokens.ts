import type { ApiToken } from '../../reference/resources/api-tokens.ts'
import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row API Tokens; it shows neither fields nor operations. */
export const apiTokensVariations: readonly Variant[] = [
  {
    id: 'tokens-with-the-secret-inside',
    title: 'returns the secret of a new token in a nested object, and 200 for a deletion',
    point: 'responses of API tokens',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body }, operation) => {
          if (operation === 'deleteToken') return { status: 200, body: { deleted: true } }
          const { id, clientId, clientSecret } = body as Json
          return { status: 200, body: { id, credentials: { username: clientId, password: clientSecret } } }
        },
        ['createToken', 'deleteToken'],
      ),
  },
  {
    id: 'tokens-listed-in-an-array',
    title: 'returns an array of token ids as the list',
    point: 'responses of API tokens',
    interpretation: 'The contract does not specify the list.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ status, body }) => ({
          status,
          body: ((body as Json).data as readonly Json[]).map((token) => only(token, 'id')),
        }),
        ['listTokens'],
      ),
  },
  {
    id: 'tokens-listed-latest-first',
    title: 'lists tokens in reverse order',
    point: 'order of API tokens',
    interpretation: 'The contract does not specify the order.',
    replace: (rules) => ({ tokensListed: (tokens) => rules.tokensListed(tokens).toReversed() }),
  },
  {
    id: 'token-names-unique',
    title: 'returns 409 for a new token with the name of another token',
    point: 'names of API tokens',
    interpretation: 'The contract does not specify them.',
    replace: (rules) => {
      const taken = new Set<unknown>()
      return successesChanged(
        rules,
        (response) => {
          const { name } = response.body as Json
          if (taken.has(name))
            return { status: 409, body: { code: 'CONFLICT', reason: 'Another token has this name.' } }
          taken.add(name)
          return response
        },
        ['createToken'],
      )
    },
  },
  {
    id: 'tokens-not-found-by-the-general-code',
    title: 'returns NOT_FOUND for unknown tokens',
    point: 'code of a token that is not found',
    interpretation: 'NOT_FOUND fits as well.',
    blocks: ['ERR-73'],
    replace: (rules) => ({ tokenNotFound: { ...rules.tokenNotFound, code: 'NOT_FOUND' } }),
  },
  {
    id: 'tokens-revoked-and-kept',
    title: 'returns a deleted token as revoked, also in the list',
    point: 'deleted API tokens',
    interpretation: 'The contract does not specify whether a deleted token can still be read.',
    replace: (rules) => {
      const revoked = new Map<string, string>()
      const shown = (token: Json): Json =>
        revoked.has(String(token.id))
          ? { ...token, status: 'REVOKED', revokedAt: revoked.get(String(token.id)) }
          : token
      return {
        affected: (operation, named, all) => {
          if (operation !== 'deleteToken') return rules.affected(operation, named, all)
          revoked.set((named as ApiToken).id, new Date().toISOString())
          return []
        },
        ...successesChanged(
          rules,
          ({ status, body }) => ({
            status,
            body:
              'data' in (body as Json)
                ? { ...(body as Json), data: ((body as Json).data as Json[]).map(shown) }
                : shown(body as Json),
          }),
          ['getToken', 'listTokens'],
        ),
      }
    },
  },
]
