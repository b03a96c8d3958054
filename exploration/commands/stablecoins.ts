/** Stablecoins: registered, enabled, minted and burned (contract: States, Stablecoin Service enablement; Errors). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { listAll } from '../../fixtures/list-walk.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { valueAt } from '../../spec/value-at.ts'
import { isTransition, statesOf, type StateValues } from '../../spec/index.ts'
import { expectShown } from '../../suites/expectations.ts'
import {
  expectAmountRejected,
  expectLinkRevoked,
  expectLinkUnknown,
  expectNoOperation,
  expectNoOperations,
  expectNotRequestable,
  expectRegistered,
  expectSelectionRequired,
  expectStablecoinNotFound,
  expectTokenTaken,
  expectTokenUnknown,
  PERHAPS_BY_NOW,
  placesOf,
  REQUESTED,
} from '../../suites/stablecoins/expectations.ts'
import { judge, judgeCreated, judgeListed, judgeSettled } from '../judge.ts'
import { Violation, requireServiceResponse, describeResponse, withSuccess } from '../violation.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const area = 'stablecoins'
const MOST = 4

/** @throws Violation when the stablecoin cannot be read by its identifier */
const readAs = (world: World, id: string, requirement: 'STB-07' | 'STB-13') =>
  judgeSettled(
    world,
    requirement,
    () => world.context.platform.stablecoins.get(id),
    (response) => expectShown(response, id),
  )

const readStablecoin = stepKind({
  name: 'read-stablecoin',
  area,
  operations: ['getStablecoin', 'listStablecoins'],
  params: fc.record({
    enablement: fc.constantFrom('NOT_ENABLED', 'ENABLED'),
    by: fc.constantFrom('id', 'list'),
  }),
  may: () => true,
  async take(_model, world, { enablement, by }) {
    const { stablecoinId } = await world.context.arrange('stablecoin', { enablement })
    const { stablecoins } = world.context.platform
    if (by === 'id') await readAs(world, stablecoinId, 'STB-07')
    else await judgeListed(world, 'STB-08', (cursor) => stablecoins.list(cursor), stablecoinId)
  },
})

const linkProvider = stepKind({
  name: 'link-stablecoin-provider',
  area,
  operations: ['linkStablecoinProviderAccount', 'listStablecoinProviderAccounts'],
  params: fc.constant({}),
  may: () => true,
  async take(_model, world) {
    const { stablecoins } = world.context.platform
    const { provider, apiClientId, apiClientSecret } = await world.context.arrange(
      'stablecoin-provider-account',
      {},
    )
    const response = await stablecoins.linkProviderAccount({ provider, apiClientId, apiClientSecret })
    const id = judgeCreated('STB-10', response)
    await judgeListed(world, 'STB-11', (cursor) => stablecoins.providerAccounts(cursor), id)
  },
})

type Token = StateValues['stablecoin-token']

const AGAIN = {
  same: { requirement: 'STB-14', expectation: expectRegistered, of: (_token: Token) => ({}) },
  symbol: {
    requirement: 'STB-15',
    expectation: expectTokenTaken,
    // If the deployment names no token with the same symbol, the same token is sent again.
    of: (token: Token) => ({
      providerTokenIdentifier: token.sameSymbolProviderTokenIdentifier ?? token.providerTokenIdentifier,
      networkTokenIdentifier: token.sameSymbolNetworkTokenIdentifier ?? token.networkTokenIdentifier,
    }),
  },
  identifier: {
    requirement: 'STB-16',
    expectation: expectTokenTaken,
    of: ({ otherProviderTokenIdentifier: providerTokenIdentifier }: Token) => ({ providerTokenIdentifier }),
  },
  other: {
    requirement: 'STB-17',
    expectation: undefined,
    of: ({
      otherProviderTokenIdentifier: providerTokenIdentifier,
      otherNetworkTokenIdentifier: networkTokenIdentifier,
    }: Token) => ({ providerTokenIdentifier, networkTokenIdentifier }),
  },
} as const

const registerStablecoin = stepKind({
  name: 'register-stablecoin',
  area,
  operations: ['registerStablecoin'],
  weight: 4,
  params: fc.record({ next: fc.constantFrom('read', 'same', 'symbol', 'identifier', 'other') }),
  may: () => true,
  async take(_model, world, { next }) {
    const { stablecoins } = world.context.platform
    const token = await world.context.arrange('stablecoin-token', {})
    const { stablecoinProviderAccountId, providerTokenIdentifier, networkTokenIdentifier, network } = token
    const body = { stablecoinProviderAccountId, providerTokenIdentifier, networkTokenIdentifier, network }
    const id = judgeCreated('STB-12', await stablecoins.register(body))
    if (next === 'read') {
      if (world.deployment.operations.getStablecoin !== null) await readAs(world, id, 'STB-13')
      return
    }
    const { requirement, expectation, of } = AGAIN[next]
    const response = await stablecoins.register({ ...body, ...of(token) })
    if (expectation) judge(requirement, response, expectation)
    else {
      const second = judgeCreated(requirement, response)
      if (second === id)
        throw new Violation(requirement, 'a second token of an account is the first one', response.exchange)
    }
  },
})

const registerUnknownToken = stepKind({
  name: 'register-unknown-token',
  area,
  operations: ['registerStablecoin'],
  params: fc.constant({}),
  may: () => true,
  async take(_model, { context }) {
    const token = await context.arrange('stablecoin-token', {})
    const { stablecoinProviderAccountId, network, networkTokenIdentifier: known } = token
    const networkTokenIdentifier = `${known.slice(0, -1)}${known.endsWith('0') ? '1' : '0'}`
    const providerTokenIdentifier = `${token.providerTokenIdentifier}0`
    const response = await context.platform.stablecoins.register({
      stablecoinProviderAccountId,
      network,
      providerTokenIdentifier,
      networkTokenIdentifier,
    })
    judge('STB-18', response, expectTokenUnknown)
  },
})

const ENABLEMENT = {
  NOT_ENABLED: 'STB-01',
  PENDING_APPROVAL: 'STB-02',
  ENABLING: 'STB-03',
  ENABLED: 'STB-04',
  DISABLED: 'STB-05',
} as const

const requestEnablement = stepKind({
  name: 'request-stablecoin-enablement',
  area,
  operations: ['requestStablecoinEnablement', 'getStablecoin'],
  weight: 6,
  params: fc.record({
    from: fc.constantFrom(...statesOf('Stablecoin enablement')),
  }),
  may: () => true,
  async take(_model, world, { from }) {
    const { context } = world
    const { stablecoins } = context.platform
    const { stablecoinId } = await context.arrange('stablecoin', { enablement: from })
    const still = PERHAPS_BY_NOW[from]
    const before = await context.poll(
      () => stablecoins.get(stablecoinId),
      ({ body }) => placesOf(body, still).length > 0,
    )
    const places = placesOf(before.body, still)
    const response = await stablecoins.requestEnablement(stablecoinId)
    const requirement = ENABLEMENT[from]
    const what = `requesting enablement of a stablecoin in the state ${from}`
    const isIn = ({ body }: CheckedResponse, states: readonly unknown[]) =>
      places.some((place) => states.includes(valueAt(body, place)))
    if (isTransition('Stablecoin enablement', from, 'PENDING_APPROVAL')) {
      withSuccess(response, requirement, what)
      if (places.length === 0) return
      await world.settled(
        () => stablecoins.get(stablecoinId),
        (read) => {
          requireServiceResponse(read)
          const actual =
            isIn(read, ['PENDING_APPROVAL']) || placesOf(response.body, ['PENDING_APPROVAL']).length > 0
          return isIn(read, REQUESTED) && actual
            ? []
            : [{ requirement, message: `after ${what} it shows ${describeResponse(read)}` }]
        },
        ({ exchange }) => exchange,
      )
      return
    }
    judge(requirement, response, expectNotRequestable)
    if (places.length === 0) return
    const after = await stablecoins.get(stablecoinId)
    requireServiceResponse(after)
    if (!isIn(after, still))
      throw new Violation('STB-06', `after ${what} it shows ${describeResponse(after)}`, after.exchange)
  },
})

const arrangeIssuer = stepKind({
  name: 'arrange-stablecoin-issuer',
  area,
  operations: [],
  weight: 5,
  params: fc.record({ links: fc.constantFrom(1, 1, 2) }),
  may: ({ stablecoins }) => stablecoins.length < MOST,
  async take({ stablecoins }, { context }, { links }) {
    const issuer = await context.arrange('stablecoin-issuer', links === 1 ? {} : { providerAccounts: links })
    stablecoins.push({ issuer, operations: [] })
  },
})

const bodyOf = (what: 'mint' | 'burn', issuer: StateValues['stablecoin-issuer'], link = 0) => ({
  amount: issuer.amount,
  ...issuer[what],
  stablecoinProviderAccountId: issuer.stablecoinProviderAccountIds[link],
})

const what = fc.constantFrom('mint', 'burn')

const operate = stepKind({
  name: 'mint-or-burn',
  area,
  operations: ['createStablecoinMint', 'createStablecoinBurn', 'listStablecoinOperations'],
  weight: 5,
  params: fc.record({ of: fc.nat(9), what, link: fc.nat(1) }),
  // The issuer has funds for about one operation.
  may: ({ stablecoins }, { of }) => (picked(stablecoins, of)?.operations.length ?? 9) === 0,
  async take({ stablecoins: known }, world, { of, what: name, link }) {
    const { stablecoins } = world.context.platform
    const stablecoin = picked(known, of)!
    const { issuer, operations } = stablecoin
    const { stablecoinId, stablecoinProviderAccountIds } = issuer
    const response = await stablecoins[name](
      stablecoinId,
      bodyOf(name, issuer, link % stablecoinProviderAccountIds.length),
    )
    const creation =
      stablecoinProviderAccountIds.length > 1 && name === 'mint'
        ? 'STB-25'
        : name === 'mint'
          ? 'STB-19'
          : 'STB-20'
    const id = judgeCreated(creation, response)
    operations.push(id)
    const list = name === 'mint' ? 'STB-21' : 'STB-22'
    const ask = (cursor?: string) => stablecoins.operations(stablecoinId, cursor)
    const { item, page } = await judgeListed(world, list, ask, id)
    if (typeof (item?.status ?? item?.state) !== 'string')
      throw new Violation(list, `a ${name} is listed without its status`, page.exchange)
  },
})

const listOperations = stepKind({
  name: 'list-stablecoin-operations',
  area,
  operations: ['listStablecoinOperations'],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ stablecoins }, { of }) => picked(stablecoins, of) !== undefined,
  async take({ stablecoins: known }, { context }, { of }) {
    const stablecoin = picked(known, of)!
    const { stablecoinId } = stablecoin.issuer
    const ids = (
      await listAll((cursor) => context.platform.stablecoins.operations(stablecoinId, cursor))
    ).map(({ id }) => id)
    const others = known.filter((one) => one !== stablecoin).flatMap(({ operations }) => operations)
    if (others.some((id) => ids.includes(id)))
      throw new Violation('STB-23', 'an operation of another stablecoin is listed')
  },
})

const AMOUNTS = [-100, 100.5, 'a lot'] as const

const refusedOperation = stepKind({
  name: 'mint-or-burn-wrongly',
  area,
  operations: ['createStablecoinMint', 'createStablecoinBurn', 'listStablecoinOperations'],
  weight: 6,
  params: fc.record({
    of: fc.nat(9),
    what,
    how: fc.constantFrom(
      'no-link',
      'unknown-link',
      'unknown-stablecoin',
      'amount',
      'no-amount',
      'unknown-list',
    ),
    amount: fc.constantFrom(...AMOUNTS),
  }),
  may: ({ stablecoins }, { of }) => picked(stablecoins, of) !== undefined,
  async take({ stablecoins: known }, world, { of, what: name, how, amount }) {
    const { context } = world
    const { stablecoins } = context.platform
    const { issuer } = picked(known, of)!
    const { stablecoinId, stablecoinProviderAccountIds } = issuer
    const body = bodyOf(name, issuer)
    const ask = (changes: object, id = stablecoinId) =>
      world.wrongOnPurpose(() => stablecoins[name](id, { ...body, ...changes }))
    if (how === 'no-link') {
      if (stablecoinProviderAccountIds.length < 2) return
      const list = (cursor?: string) => stablecoins.operations(stablecoinId, cursor)
      const before = (await listAll(list)).length
      const response = await ask({ stablecoinProviderAccountId: undefined })
      judge('STB-24', response, expectSelectionRequired)
      if ((await listAll(list)).length > before)
        throw new Violation('STB-26', `a ${name} that was rejected is listed`, response.exchange)
    } else if (how === 'unknown-link') {
      const other = nonexistentId(stablecoinProviderAccountIds[0] ?? '', context)
      const response = await stablecoins.mint(stablecoinId, {
        ...bodyOf('mint', issuer),
        stablecoinProviderAccountId: other,
      })
      judge('STB-28', response, expectLinkUnknown)
    } else if (how === 'unknown-stablecoin') {
      const response = await ask({}, nonexistentId(stablecoinId, context))
      judge('STB-29', response, expectNoOperation)
    } else if (how === 'unknown-list') {
      const response = await stablecoins.operations(nonexistentId(stablecoinId, context))
      judge('STB-29', response, expectNoOperations)
    } else {
      const wrong = how === 'amount' ? amount : undefined
      judge('STB-30', await ask({ amount: wrong }), expectAmountRejected)
    }
  },
})

const mintThroughRevoked = stepKind({
  name: 'mint-through-revoked-link',
  area,
  operations: ['createStablecoinMint'],
  params: fc.constant({}),
  may: () => true,
  async take(_model, { context }) {
    const issuer = await context.arrange('stablecoin-issuer', { revoked: true })
    const response = await context.platform.stablecoins.mint(issuer.stablecoinId, bodyOf('mint', issuer))
    judge('STB-27', response, expectLinkRevoked)
  },
})

const unknownStablecoin = stepKind({
  name: 'unknown-stablecoin',
  area,
  operations: ['getStablecoin', 'requestStablecoinEnablement'],
  params: fc.record({ how: fc.constantFrom('read', 'enable') }),
  may: () => true,
  async take(_model, { context }, { how }) {
    const { stablecoins } = context.platform
    const { stablecoinId } = await context.arrange('stablecoin', { enablement: 'NOT_ENABLED' })
    const nothing = nonexistentId(stablecoinId, context)
    const response = await (how === 'read'
      ? stablecoins.get(nothing)
      : stablecoins.requestEnablement(nothing))
    judge('STB-09', response, () => expectStablecoinNotFound(response, stablecoinId))
  },
})

const stablecoinsWithInvalidCredentials = stepKind({
  name: 'stablecoins-with-invalid-credentials',
  area,
  operations: ['getStablecoin', 'requestStablecoinEnablement', 'createStablecoinMint'],
  params: fc.record({
    of: fc.nat(9),
    who: invalidCredentialsName,
    how: fc.constantFrom('read', 'enable', 'mint'),
  }),
  may: ({ stablecoins }, { of }) => picked(stablecoins, of) !== undefined,
  async take({ stablecoins: known }, world, { of, who, how }) {
    const { issuer } = picked(known, of)!
    if (how === 'mint')
      return requireCredentials(who, world, 'STB-31', ({ stablecoins }) =>
        stablecoins.mint(issuer.stablecoinId, bodyOf('mint', issuer)),
      )
    const { stablecoinId } = await world.context.arrange('stablecoin', { enablement: 'NOT_ENABLED' })
    return how === 'read'
      ? requireCredentials(who, world, 'STB-31', ({ stablecoins }) => stablecoins.get(stablecoinId))
      : requireCredentials(who, world, 'STB-31', ({ stablecoins }) =>
          stablecoins.requestEnablement(stablecoinId),
        )
  },
})

export const stablecoinSteps: readonly AnyStepKind[] = [
  readStablecoin,
  linkProvider,
  registerStablecoin,
  registerUnknownToken,
  requestEnablement,
  arrangeIssuer,
  operate,
  listOperations,
  refusedOperation,
  mintThroughRevoked,
  unknownStablecoin,
  stablecoinsWithInvalidCredentials,
]
