import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row API Tokens; neither fields nor operations are shown. */
export const apiTokensVariations: readonly Variant[] = [
  {
    id: 'tokens-with-the-secret-inside',
    title: 'has the secret of a new token in an object of its own, and answers its deletion with 200',
    point: 'answers of API tokens',
    reading: 'They are not shown.',
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
    title: 'lists tokens in an array, by their identifiers',
    point: 'answers of API tokens',
    reading: 'The list is not shown.',
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
    title: 'lists tokens in the other order',
    point: 'order of API tokens',
    reading: 'It is not shown.',
    replace: (rules) => ({ tokensListed: (tokens) => rules.tokensListed(tokens).toReversed() }),
  },
  {
    id: 'tokens-not-found-by-the-general-code',
    title: 'has NOT_FOUND for tokens that it does not know',
    point: 'code of a token that is not found',
    reading: 'It fits as well.',
    blocks: ['ERR-73'],
    replace: (rules) => ({ tokenNotFound: () => ({ ...rules.tokenNotFound(), code: 'NOT_FOUND' }) }),
  },
]
