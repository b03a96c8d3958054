import type { ErrorConditions } from './error-condition.ts'
import { toldWith } from './told-with.ts'

/** What is wrong with API tokens. */
export const apiTokensErrorConditions = {
  TOKEN_NOT_FOUND: ({ rules }) =>
    toldWith('TOKEN_NOT_FOUND', rules.tokenNotFound(), {
      method: 'GET',
      path: `/tokens/${rules.newId('Token')}`,
      auth: 'PLATFORM',
    }),
} satisfies ErrorConditions
