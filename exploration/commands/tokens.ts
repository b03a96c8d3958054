/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import * as fc from 'fast-check'
import { findListed } from '../../fixtures/list-walk.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { valueAt } from '../../spec/value-at.ts'
import {
  Violation,
  madeAt,
  ofTheService,
  said,
  shown,
  unlessUntold,
  withRefusal,
  withSuccess,
} from '../violation.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const NOT_FOUND = ['TOKEN_NOT_FOUND', 'NOT_FOUND']

const createToken = stepKind({
  name: 'create-token',
  area: 'api-tokens',
  operations: ['createToken'],
  weight: 4,
  params: fc.constant({}),
  may: () => true,
  async take({ tokens }, { context: { arrange, platform } }) {
    const { request } = await arrange('api-token-fields', {})
    const response = unlessUntold(await platform.tokens.create(request), 'api-token-fields')
    const id = madeAt(response, 'id', 'TOK-01', 'creating a token')
    if (tokens.some((token) => token.id === id))
      throw new Violation('TOK-02', 'another token has the identifier of an earlier one', response.exchange)
    tokens.push({ id, deleted: false })
  },
})

const ofToken = fc.record({ of: fc.nat(9) })

const readToken = stepKind({
  name: 'read-token',
  area: 'api-tokens',
  operations: ['getToken'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of) !== undefined,
  async take({ tokens }, world, { of }) {
    const { id, deleted } = picked(tokens, of)!
    const requirement = tokens.some((one) => one.deleted) ? 'TOK-07' : 'TOK-03'
    await world.settled(
      () => world.context.platform.tokens.get(id),
      (response) => {
        ofTheService(response)
        const code = valueAt(response.body, 'code')
        if (!deleted)
          return response.status === 200 && valueAt(response.body, 'id') === id
            ? []
            : [{ requirement, message: `reading a token returned ${shown(response)}` }]
        if (response.status !== 404)
          return [{ requirement: 'TOK-05', message: `a deleted token returned ${shown(response)}` }]
        return NOT_FOUND.includes(String(code))
          ? []
          : [{ requirement: 'TOK-05', message: `a deleted token has the code ${said(code)}` }]
      },
      ({ exchange }) => exchange,
    )
  },
})

const listTokens = stepKind({
  name: 'list-tokens',
  area: 'api-tokens',
  operations: ['listTokens'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of) !== undefined,
  async take({ tokens }, world, { of }) {
    const { id, deleted } = picked(tokens, of)!
    const list = world.context.platform.tokens
    await world.settled(
      () =>
        findListed(
          (cursor) => list.list(cursor === undefined ? {} : { cursor }),
          (item) => item.id === id,
        ),
      ({ item, page }) => {
        ofTheService(page)
        const requirement = deleted ? 'TOK-06' : 'TOK-04'
        if (page.status < 200 || page.status > 299)
          return [{ requirement, message: `listing tokens returned ${shown(page)}` }]
        if (deleted === (item === undefined)) return []
        return [{ requirement, message: deleted ? 'a deleted token is listed' : 'a token is not listed' }]
      },
      ({ page }) => page.exchange,
    )
  },
})

const deleteToken = stepKind({
  name: 'delete-token',
  area: 'api-tokens',
  operations: ['deleteToken'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of)?.deleted === false,
  async take({ tokens }, { context }, { of }) {
    const token = picked(tokens, of)!
    withSuccess(await context.platform.tokens.delete(token.id), 'TOK-05', 'deleting a token')
    token.deleted = true
  },
})

const readUnknownToken = stepKind({
  name: 'read-unknown-token',
  area: 'api-tokens',
  operations: ['getToken'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of) !== undefined,
  async take({ tokens }, { context }, { of }) {
    const nothing = nonexistentId(picked(tokens, of)!.id, context)
    const response = await context.platform.tokens.get(nothing)
    withRefusal(response, [404], 'TOK-08', 'reading an unknown token', NOT_FOUND)
  },
})

const tokensWithInvalidCredentials = stepKind({
  name: 'tokens-with-invalid-credentials',
  area: 'api-tokens',
  operations: ['createToken', 'listTokens'],
  params: fc.record({ who: invalidCredentialsName, what: fc.constantFrom('create', 'list') }),
  may: ({ tokens }) => tokens.length > 0,
  async take(_model, world, { who, what }) {
    if (what === 'list')
      return requireCredentials(who, world, 'listTokens', 'TOK-09', ({ tokens }) => tokens.list())
    const { request } = await world.context.arrange('api-token-fields', {})
    return requireCredentials(who, world, 'createToken', 'TOK-09', ({ tokens }) => tokens.create(request))
  },
})

export const tokenSteps: readonly AnyStepKind[] = [
  createToken,
  readToken,
  listTokens,
  deleteToken,
  readUnknownToken,
  tokensWithInvalidCredentials,
]
