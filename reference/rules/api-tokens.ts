import { refusal } from '../errors.ts'
import type { ApiToken } from '../resources/api-tokens.ts'

/** Why requests are rejected. */
const refusals = {
  tokenNotFound: refusal(404, 'TOKEN_NOT_FOUND', 'There is no such token.'),
}

/** Contract: What the service does, row API Tokens; Errors. */
export const apiTokensRules = {
  ...refusals,

  tokenNamed: (tokens: ReadonlyMap<string, ApiToken>, tokenId: string): ApiToken | undefined =>
    tokens.get(tokenId),

  tokensListed: (tokens: readonly ApiToken[]): readonly ApiToken[] => tokens,

  /** The index of the first item after a cursor. */
  tokensFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  tokenPageSize: 100,
}
