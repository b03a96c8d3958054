/** Provider accounts and the stablecoins registered from them (contract: What the service does, Stablecoins). */
import {
  Blocked,
  check,
  createdId,
  expect,
  findById,
  firstPages,
  listItemsOf,
  retryUntilFound,
  type CheckContext,
  nonexistentId,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { expectCreated, expectListed, expectShown, isAccepted } from '../expectations.ts'
import {
  expectRegistered,
  expectStablecoinNotFound,
  expectSymbolTaken,
  expectTokenTaken,
  expectTokenUnknown,
} from './expectations.ts'
import { accountOf, requireConflict, requireCreated, tokenOf } from './created-resources.ts'

/** The fields of a registered stablecoin that show its token. */
const REGISTERED = ['symbol', 'providerTokenIdentifier', 'networkTokenIdentifier', 'network']

/** The body that registers the other token, which has another symbol. */
const otherTokenOf = (token: StateValues['stablecoin-token']) => ({
  ...tokenOf(token),
  providerTokenIdentifier: token.otherProviderTokenIdentifier,
  networkTokenIdentifier: token.otherNetworkTokenIdentifier,
})

/**
 * The body that registers the token with the same symbol.
 *
 * @throws Blocked when the deployment names no such token
 */
function sameSymbolOf(token: StateValues['stablecoin-token']) {
  const {
    sameSymbolProviderTokenIdentifier: providerTokenIdentifier,
    sameSymbolNetworkTokenIdentifier: networkTokenIdentifier,
  } = token
  if (providerTokenIdentifier !== undefined && networkTokenIdentifier !== undefined) {
    return { ...tokenOf(token), providerTokenIdentifier, networkTokenIdentifier }
  }
  throw new Blocked(
    'deployment-file',
    'the state stablecoin-token names no second token with the same symbol',
    'Serve the state with sameSymbolProviderTokenIdentifier and sameSymbolNetworkTokenIdentifier.',
  )
}

/**
 * Another account at a provider, which has another link.
 *
 * @throws Blocked when the deployment has only one
 */
async function arrangeAnotherAccount(
  { arrange }: Pick<CheckContext, 'arrange'>,
  first: StateValues['stablecoin-provider-account'],
): Promise<StateValues['stablecoin-provider-account']> {
  const second = await arrange('stablecoin-provider-account', {})
  if (second.apiClientId !== first.apiClientId) return second
  throw new Blocked(
    'deployment-file',
    'the state stablecoin-provider-account gave the same account twice',
    'Return a different account for each set-up of the state.',
  )
}

/** Tokens of which the first is registered. */
async function registerStablecoin({
  arrange,
  platform,
}: CheckContext): Promise<StateValues['stablecoin-token']> {
  const token = await arrange('stablecoin-token', {})
  requireCreated(await platform.stablecoins.register(tokenOf(token)), 'STB-12')
  return token
}

check('STB-07', 'a stablecoin is read', async ({ arrange, platform, poll }) => {
  const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const response = await poll(
    () => platform.stablecoins.get(stablecoinId),
    ({ status }) => status === 200,
  )

  expectShown(response, stablecoinId)
})

for (const enablement of ['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED'] as const) {
  check('STB-08', `a stablecoin that is ${enablement} is listed`, async (context) => {
    const { stablecoins } = context.platform
    const { stablecoinId } = await context.arrange('stablecoin', { enablement })

    const found = await findById(context, (cursor) => stablecoins.list(cursor), stablecoinId)

    expect(found.page).toHaveStatus(200)
    expectListed(found, stablecoinId)
  })
}

check('STB-09', 'an unknown stablecoin is not read', async ({ arrange, platform, random }) => {
  const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const response = await platform.stablecoins.get(nonexistentId(stablecoinId, { random }))

  expectStablecoinNotFound(response, stablecoinId)
})

check(
  'STB-09',
  'an unknown stablecoin is not enabled',
  { needs: 'stablecoins.enablement' },
  async ({ arrange, platform, random }) => {
    const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

    const response = await platform.stablecoins.requestEnablement(nonexistentId(stablecoinId, { random }))

    expectStablecoinNotFound(response, stablecoinId)
  },
)

check('STB-10', 'an account at a provider is linked', async ({ arrange, platform }) => {
  const account = await arrange('stablecoin-provider-account', {})

  const response = await platform.stablecoins.linkProviderAccount(accountOf(account))

  expectCreated(response)
})

check('STB-11', 'a link that was made is listed', async (context) => {
  const { stablecoins } = context.platform
  const account = await context.arrange('stablecoin-provider-account', {})
  const linkId = requireCreated(await stablecoins.linkProviderAccount(accountOf(account)), 'STB-10')

  const found = await findById(context, (cursor) => stablecoins.providerAccounts(cursor), linkId)

  expect(found.page).toHaveStatus(200)
  expectListed(found, linkId)
})

check('STB-44', 'two links have two identifiers', async (context) => {
  const { stablecoins } = context.platform
  const first = await context.arrange('stablecoin-provider-account', {})
  const second = await arrangeAnotherAccount(context, first)
  const firstLink = requireCreated(await stablecoins.linkProviderAccount(accountOf(first)), 'STB-10')

  const secondLink = requireCreated(await stablecoins.linkProviderAccount(accountOf(second)), 'STB-10')

  expect(secondLink, 'identifier of the second link').not.toBe(firstLink)
})

check('STB-45', 'nextCursor leads to another page', async (context) => {
  const { stablecoins } = context.platform
  await context.arrange('stablecoin', { enablement: 'NOT_ENABLED' })
  await context.arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const { first, second, repeats, skips } = await firstPages(context, (cursor, limit) =>
    stablecoins.list(cursor, limit),
  )

  expect(first).toSucceed()
  expect(listItemsOf(first), 'stablecoins on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
  expect(skips, 'the second page skips an item').toBe(false)
})

check('STB-12', 'a token of a provider account is registered', async ({ arrange, platform }) => {
  const token = await arrange('stablecoin-token', {})

  const response = await platform.stablecoins.register(tokenOf(token))

  expectCreated(response)
})

check('STB-13', 'a registered stablecoin is readable', async ({ arrange, platform, poll }) => {
  const token = await arrange('stablecoin-token', {})
  const stablecoinId = requireCreated(await platform.stablecoins.register(tokenOf(token)), 'STB-12')

  const response = await poll(
    () => platform.stablecoins.get(stablecoinId),
    ({ status }) => status === 200,
  )

  expectShown(response, stablecoinId)
})

check('STB-14', 'a registered stablecoin is not registered again', async (context) => {
  const token = await registerStablecoin(context)

  const response = await context.platform.stablecoins.register(tokenOf(token))

  expectRegistered(response)
})

check('STB-15', 'another token with the same symbol is not registered', async (context) => {
  const token = await registerStablecoin(context)

  const response = await context.platform.stablecoins.register(sameSymbolOf(token))

  expectSymbolTaken(response)
})

check(
  'STB-16',
  'the token on the network is not registered as another token of the provider',
  async (context) => {
    const token = await registerStablecoin(context)

    const response = await context.platform.stablecoins.register({
      ...tokenOf(token),
      providerTokenIdentifier: token.otherProviderTokenIdentifier,
    })

    expectTokenTaken(response)
  },
)

check('STB-17', 'a second token of the account is registered', async (context) => {
  const token = await context.arrange('stablecoin-token', {})
  const first = requireCreated(await context.platform.stablecoins.register(tokenOf(token)), 'STB-12')
  requireConflict(await context.platform.stablecoins.register(tokenOf(token)))

  const second = await context.platform.stablecoins.register(otherTokenOf(token))

  expect(second).toSucceed()
  expect(createdId(second), 'identifier of the second stablecoin').not.toBe(first)
})

const AT_ONCE = [
  { what: 'one token', bodies: (token: StateValues['stablecoin-token']) => [tokenOf(token), tokenOf(token)] },
  {
    what: 'two tokens with one symbol',
    bodies: (token: StateValues['stablecoin-token']) => [tokenOf(token), sameSymbolOf(token)],
  },
] as const

for (const { what, bodies } of AT_ONCE) {
  check('STB-40', `one of two concurrent requests to register ${what} succeeds`, async (context) => {
    const token = await context.arrange('stablecoin-token', {})
    const register = () =>
      context.concurrently(...bodies(token).map((body) => () => context.platform.stablecoins.register(body)))

    // Each may be rejected because of the other.
    const responses = await context.poll(register, (both) => both.some(isAccepted))

    expect(responses.filter(isAccepted), 'registrations that succeeded').toHaveLength(1)
    expectTokenTaken(responses.find((response) => !isAccepted(response))!)
  })
}

check(
  'STB-41',
  'registering a stablecoin leaves those registered before and after unchanged',
  async (context) => {
    const token = await context.arrange('stablecoin-token', {})
    const { stablecoins } = context.platform
    const first = requireCreated(await stablecoins.register(tokenOf(token)), 'STB-12')
    const second = requireCreated(await stablecoins.register(otherTokenOf(token)), 'STB-12')

    const [firstRead, secondRead] = [
      await retryUntilFound(context, () => stablecoins.get(first)),
      await retryUntilFound(context, () => stablecoins.get(second)),
    ]

    expectShown(firstRead, first)
    expectShown(secondRead, second)
  },
)

/** The same text with another last character. */
const anotherLast = (text: string): string => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

check('STB-18', 'a token unknown to the provider is not registered', async (context) => {
  const token = await context.arrange('stablecoin-token', {})

  const response = await context.platform.stablecoins.register({
    ...tokenOf(token),
    providerTokenIdentifier: anotherLast(token.providerTokenIdentifier),
    networkTokenIdentifier: anotherLast(token.networkTokenIdentifier),
  })

  expectTokenUnknown(response)
})

check('STB-61', 'a rejected registration leaves the registered stablecoin', async (context) => {
  const { stablecoins } = context.platform
  const token = await context.arrange('stablecoin-token', {})
  const stablecoinId = requireCreated(await stablecoins.register(tokenOf(token)), 'STB-12')
  const before = await retryUntilFound(context, () => stablecoins.get(stablecoinId))
  requireConflict(await stablecoins.register(tokenOf(token)))

  const after = await stablecoins.get(stablecoinId)

  expect(after).toHaveStatus(200)
  expect(differences(before.body, after.body, REGISTERED, ['before', 'after the rejection'])).toEqual([])
})
