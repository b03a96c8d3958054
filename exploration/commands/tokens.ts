/** API tokens (contract: What the service does, row API Tokens; Errors, 404 codes, TOKEN_NOT_FOUND). */
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import {
  expectTokenDeleted,
  expectTokenNotFound,
  expectTokenUnlisted,
} from '../../suites/api-tokens/expectations.ts'
import { expectShown } from '../../suites/expectations.ts'
import { judgeAccepted, judge, judgeCreated, judgeListed, judgeSettled } from '../judge.ts'
import { Violation, requireAcceptedState } from '../violation.ts'
import { retryUntilFound } from '../../fixtures/retry-until-found.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const createToken = stepKind({
  name: 'create-token',
  area: 'api-tokens',
  operations: ['createToken'],
  weight: 4,
  params: fc.constant({}),
  may: () => true,
  async take({ tokens }, { context: { arrange, platform } }) {
    const { request } = await arrange('api-token-fields', {})
    const response = requireAcceptedState(await platform.tokens.create(request), 'api-token-fields')
    const id = judgeCreated('TOK-01', response)
    if (tokens.some((token) => token.id === id))
      throw new Violation('TOK-02', 'another token has the identifier of an earlier one', response.exchange)
    tokens.push({ id, before: undefined, deleted: false })
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
    const { id, deleted, before } = picked(tokens, of)!
    const read = () => world.context.platform.tokens.get(id)
    if (!deleted) {
      const requirement = tokens.some((one) => one.deleted) ? 'TOK-07' : 'TOK-03'
      await judgeSettled(world, requirement, read, (response) => expectShown(response, id))
    } else if (before) {
      await judgeSettled(world, 'TOK-05', read, (response) => expectTokenDeleted(before, response))
    }
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
    const getPage = (cursor?: string) => list.list(cursor === undefined ? {} : { cursor })
    if (deleted) await judgeListed(world, 'TOK-06', getPage, id, expectTokenUnlisted)
    else await judgeListed(world, 'TOK-04', getPage, id)
  },
})

const deleteToken = stepKind({
  name: 'delete-token',
  area: 'api-tokens',
  operations: ['deleteToken'],
  params: ofToken,
  may: ({ tokens }, { of }) => picked(tokens, of)?.deleted === false,
  async take({ tokens }, { context, deployment }, { of }) {
    const token = picked(tokens, of)!
    if (deployment.operations.getToken !== null) token.before = await context.platform.tokens.get(token.id)
    judgeAccepted('TOK-05', await retryUntilFound(context, () => context.platform.tokens.delete(token.id)))
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
    const { id } = picked(tokens, of)!
    const response = await context.platform.tokens.get(nonexistentId(id, context))
    judge('TOK-08', response, (read) => expectTokenNotFound(read, id))
  },
})

const tokensWithInvalidCredentials = stepKind({
  name: 'tokens-with-invalid-credentials',
  area: 'api-tokens',
  operations: ['createToken', 'listTokens'],
  params: fc.record({ who: invalidCredentialsName, what: fc.constantFrom('create', 'list') }),
  may: ({ tokens }) => tokens.length > 0,
  async take(_model, world, { who, what }) {
    if (what === 'list') return requireCredentials(who, world, 'TOK-09', ({ tokens }) => tokens.list())
    const { request } = await world.context.arrange('api-token-fields', {})
    return requireCredentials(who, world, 'TOK-09', ({ tokens }) => tokens.create(request))
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
