/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import * as fc from 'fast-check'
import { findListed } from '../../fixtures/list-walk.ts'
import { identifierOfNobody } from '../../fixtures/of-nobody.ts'
import { valueAt } from '../../spec/value-at.ts'
import {
  Breach,
  madeAt,
  ofTheService,
  said,
  shown,
  unlessUntold,
  withRefusal,
  withSuccess,
} from '../breach.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { refusedTo, stranger } from './platform-strangers.ts'

const NOT_FOUND = ['TOKEN_NOT_FOUND', 'NOT_FOUND']

const createToken = stepKind({
  name: 'create-token',
  area: 'api-tokens',
  operations: ['createToken'],
  weight: 4,
  params: fc.constant({}),
  may: () => true,
  async take({ tokens }, { stage: { arrange, platform } }) {
    const { request } = await arrange('api-token-fields', {})
    const answer = unlessUntold(await platform.tokens.create(request), 'api-token-fields')
    const id = madeAt(answer, 'id', 'TOK-01', 'creating a token')
    if (tokens.some((token) => token.id === id))
      throw new Breach('TOK-02', 'another token has the identifier of an earlier one', answer.exchange)
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
      () => world.stage.platform.tokens.get(id),
      (answer) => {
        ofTheService(answer)
        const code = valueAt(answer.body, 'code')
        if (!deleted)
          return answer.status === 200 && valueAt(answer.body, 'id') === id
            ? []
            : [{ requirement, message: `reading a token was answered with ${shown(answer)}` }]
        if (answer.status !== 404)
          return [{ requirement: 'TOK-05', message: `a deleted token was answered with ${shown(answer)}` }]
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
    const list = world.stage.platform.tokens
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
          return [{ requirement, message: `listing tokens was answered with ${shown(page)}` }]
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
  async take({ tokens }, { stage }, { of }) {
    const token = picked(tokens, of)!
    withSuccess(await stage.platform.tokens.delete(token.id), 'TOK-05', 'deleting a token')
    token.deleted = true
  },
})

const readUnknownToken = stepKind({
  name: 'read-unknown-token',
  area: 'api-tokens',
  operations: ['getToken'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of) !== undefined,
  async take({ tokens }, { stage }, { of }) {
    const nothing = identifierOfNobody(picked(tokens, of)!.id, stage)
    const answer = await stage.platform.tokens.get(nothing)
    withRefusal(answer, [404], 'TOK-08', 'reading an unknown token', NOT_FOUND)
  },
})

const tokensAsNobody = stepKind({
  name: 'tokens-as-nobody',
  area: 'api-tokens',
  operations: ['createToken', 'listTokens'],
  params: fc.record({ who: stranger, what: fc.constantFrom('create', 'list') }),
  may: ({ tokens }) => tokens.length > 0,
  async take(_model, world, { who, what }) {
    if (what === 'list') return refusedTo(who, world, 'listTokens', 'TOK-09', ({ tokens }) => tokens.list())
    const { request } = await world.stage.arrange('api-token-fields', {})
    return refusedTo(who, world, 'createToken', 'TOK-09', ({ tokens }) => tokens.create(request))
  },
})

export const tokenSteps: readonly AnyStepKind[] = [
  createToken,
  readToken,
  listTokens,
  deleteToken,
  readUnknownToken,
  tokensAsNobody,
]
