import type { ErrorConditions } from './error-condition.ts'
import { requireCode } from './require-code.ts'

/** Error conditions of API tokens. */
export const apiTokensErrorConditions = {
  TOKEN_NOT_FOUND: ({ rules }) =>
    requireCode('TOKEN_NOT_FOUND', rules.tokenNotFound, {
      method: 'GET',
      path: `/tokens/${rules.newId('Token')}`,
      auth: 'PLATFORM',
    }),
} satisfies ErrorConditions
