import type { Refusal } from '../errors.ts'
import type { ApiToken } from '../resources/api-tokens.ts'

/** Contract: What the service does, row API Tokens; Errors. */
export const apiTokensRules = {
  tokenNamed: (tokens: ReadonlyMap<string, ApiToken>, tokenId: string): ApiToken | undefined =>
    tokens.get(tokenId),

  tokenNotFound: (): Refusal => ({ status: 404, code: 'TOKEN_NOT_FOUND', reason: 'There is no such token.' }),

  tokensListed: (tokens: readonly ApiToken[]): readonly ApiToken[] => tokens,

  /** Where the page at a cursor begins. */
  tokensFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  tokenPageSize: (): number => 100,

  /** The tokens that go when one is deleted. */
  tokensToDelete: (token: ApiToken, _tokens: Iterable<ApiToken>): readonly ApiToken[] => [token],
}
