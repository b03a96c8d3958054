import { crashesWhenDeletedTwice } from './deleted-twice.ts'
import { affects, affectsNothing } from '../affects.ts'
import { neighbours } from './neighbourhood.ts'
import { refused, refusedAs } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { randomBytes } from 'node:crypto'
import { Refused } from '../../reference/errors.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'
import { rewriting } from './rewriting.ts'

/** Faults of API tokens (contract: What the service does, row API Tokens; Errors). */
export const apiTokensFaults: readonly Fault[] = [
  {
    id: 'token-not-created',
    title: 'creates a token, then returns 500',
    breaks: ['TOK-01'],
    mayAlsoBreak: ['TOK-20', 'TOK-09'],
    replace: crashesIn('createToken'),
  },
  {
    id: 'token-same-for-all',
    title: 'returns the id of the first token that it created',
    breaks: ['TOK-02'],
    // One check deletes the token that another check looks for.
    mayAlsoBreak: ['TOK-12', 'TOK-21', 'TOK-20', 'TOK-09', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-06', 'TOK-07'],
    replace: () => {
      let first: unknown
      return rewriting('createToken', (token) => {
        first ??= token.id
        return { ...token, id: first }
      })
    },
  },
  {
    id: 'token-not-read',
    title: 'returns 500 when a token is read',
    breaks: ['TOK-03'],
    replace: crashesIn('getToken'),
  },
  {
    id: 'token-not-listed',
    title: 'returns an empty list of tokens',
    breaks: ['TOK-04'],
    replace: { tokensListed: () => [] },
  },
  {
    id: 'token-not-deleted',
    title: 'accepts the deletion of a token, but keeps it',
    breaks: ['TOK-05', 'TOK-06'],
    replace: affectsNothing('deleteToken'),
  },
  {
    id: 'token-deletion-fails',
    title: 'returns 500 when a token is deleted',
    breaks: ['TOK-05', 'TOK-06', 'TOK-07', 'TOK-12'],
    mayAlsoBreak: ['TOK-09'],
    replace: crashesIn('deleteToken'),
  },
  {
    id: 'token-still-listed',
    title: 'lists tokens that were deleted',
    breaks: ['TOK-06'],
    mayAlsoBreak: ['TOK-21'],
    replace: () => {
      const ever = new Map<string, unknown>()
      return rewriting('listTokens', (list) => {
        for (const token of list.data as readonly { readonly id: string }[]) ever.set(token.id, token)
        return { ...list, data: [...ever.values()] }
      })
    },
  },
  {
    id: 'token-deletes-its-neighbours',
    title: 'also deletes the three tokens created just before and after',
    breaks: ['TOK-07'],
    // The tokens of other checks are deleted too.
    mayAlsoBreak: ['TOK-09', 'TOK-12', 'TOK-20', 'TOK-21', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-06'],
    replace: affects(['deleteToken'], (deleted, tokens) => neighbours(deleted, tokens, 3)),
  },
  {
    id: 'token-unknown-is-400',
    title: 'rejects an unknown token as invalid',
    breaks: ['TOK-05', 'TOK-08'],
    replace: refused('tokenNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'token-identifiers-of-another-form',
    title: 'gives tokens ids of another form, and returns 400 for ids of any other form',
    breaks: ['CNV-03'],
    replace: ({ newId, tokenNamed, tokenNotFound }) => ({
      newId: (type) => (type === 'Token' ? `tok_${randomBytes(8).toString('hex')}` : newId(type)),
      tokenNamed: (tokens, id) => {
        if (id.startsWith('tok_')) return tokenNamed(tokens, id)
        throw new Refused(refusedAs(tokenNotFound, 400, 'INVALID_INPUT'))
      },
    }),
  },
  {
    id: 'token-unknown-is-a-session',
    title: 'reports "session not found" for an unknown token',
    breaks: ['TOK-05', 'TOK-08'],
    replace: refused('tokenNotFound', 404, 'SESSION_NOT_FOUND'),
  },
  {
    id: 'token-unknown-is-the-first',
    title: 'returns the first token for an unknown id',
    breaks: ['TOK-08'],
    // If there is any; and a deletion of an unknown token deletes that of another check.
    mayAlsoBreak: ['TOK-03', 'TOK-04', 'TOK-05', 'TOK-07', 'TOK-09', 'TOK-12', 'TOK-20', 'TOK-21'],
    replace: (conforming) => ({
      tokenNamed: (tokens, id) => conforming.tokenNamed(tokens, id) ?? [...tokens.values()][0],
    }),
  },
  {
    id: 'token-creation-open',
    title: 'creates tokens without valid credentials',
    breaks: ['TOK-09'],
    replace: acceptsInvalidCredentials('createToken'),
  },
  {
    id: 'token-list-open',
    title: 'lists tokens without valid credentials',
    breaks: ['TOK-09'],
    replace: acceptsInvalidCredentials('listTokens'),
  },
  {
    id: 'token-cursor-ignored',
    title: 'returns the first page of tokens for every cursor',
    breaks: ['TOK-21'],
    replace: { tokensFrom: () => 0 },
  },
  {
    id: 'token-deleted-twice-is-500',
    title: 'returns 500 to the second deletion of a token',
    breaks: ['TOK-12'],
    replace: crashesWhenDeletedTwice('deleteToken'),
  },
]
