/** Provider accounts and the stablecoins registered from them (contract: What the service does, Stablecoins). */
import { check, expect, findListed, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { made, otherThan, tokenOf } from './made.ts'

/** Status and code, which belong together where either of two refusals fits. */
const refusal = ({ status, body }: Answer): string => `${status} ${String(valueAt(body, 'code'))}`

/** Tokens of which the first is registered. */
async function registered({ arrange, platform }: Stage): Promise<StateValues['stablecoin-token']> {
  const token = await arrange('stablecoin-token', {})
  made(await platform.stablecoins.register(tokenOf(token)), 'STB-12')
  return token
}

check('STB-07', 'a stablecoin is read', async ({ arrange, platform, poll }) => {
  const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const answer = await poll(
    () => platform.stablecoins.get(stablecoinId),
    ({ status }) => status === 200,
  )

  expect(answer).toHaveStatus(200)
  expect(answer).toHold({ id: stablecoinId })
})

for (const enablement of ['NOT_ENABLED', 'ENABLED'] as const) {
  check('STB-08', `a stablecoin that is ${enablement} is listed`, async ({ arrange, platform, poll }) => {
    const { stablecoinId } = await arrange('stablecoin', { enablement })

    const { item, page } = await poll(
      () =>
        findListed(
          (cursor) => platform.stablecoins.list(cursor),
          ({ id }) => id === stablecoinId,
        ),
      (found) => found.item !== undefined,
    )

    expect(page).toHaveStatus(200)
    expect(item?.id, 'stablecoin in the list').toBe(stablecoinId)
  })
}

check('STB-09', 'an unknown stablecoin is not read', async ({ arrange, platform, random }) => {
  const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const answer = await platform.stablecoins.get(otherThan(stablecoinId, random.uuid()))

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('STABLECOIN_NOT_FOUND', 'NOT_FOUND')
})

check('STB-09', 'an unknown stablecoin is not enabled', async ({ arrange, platform, random }) => {
  const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })

  const answer = await platform.stablecoins.requestEnablement(otherThan(stablecoinId, random.uuid()))

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('STABLECOIN_NOT_FOUND', 'NOT_FOUND')
})

check('STB-10', 'an account at a provider is linked', async ({ arrange, platform }) => {
  const { provider, providerAccountId } = await arrange('stablecoin-provider-account', {})

  const answer = await platform.stablecoins.linkProviderAccount({ provider, providerAccountId })

  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id'), 'identifier of the link').toEqual(expect.any(String))
})

check('STB-11', 'a link that was made is listed', async ({ arrange, platform, poll }) => {
  const { provider, providerAccountId } = await arrange('stablecoin-provider-account', {})
  const linkId = made(
    await platform.stablecoins.linkProviderAccount({ provider, providerAccountId }),
    'STB-10',
  )

  const { item, page } = await poll(
    () =>
      findListed(
        (cursor) => platform.stablecoins.providerAccounts(cursor),
        ({ id }) => id === linkId,
      ),
    (found) => found.item !== undefined,
  )

  expect(page).toHaveStatus(200)
  expect(item?.id, 'link in the list').toBe(linkId)
})

check('STB-12', 'a token of a provider account is registered', async ({ arrange, platform }) => {
  const token = await arrange('stablecoin-token', {})

  const answer = await platform.stablecoins.register(tokenOf(token))

  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id'), 'identifier of the stablecoin').toEqual(expect.any(String))
})

check('STB-13', 'a stablecoin that was registered is read', async ({ arrange, platform, poll }) => {
  const token = await arrange('stablecoin-token', {})
  const stablecoinId = made(await platform.stablecoins.register(tokenOf(token)), 'STB-12')

  const answer = await poll(
    () => platform.stablecoins.get(stablecoinId),
    ({ status }) => status === 200,
  )

  expect(answer).toHaveStatus(200)
  expect(answer).toHold({ id: stablecoinId })
})

check('STB-14', 'what is registered is not registered again', async (stage) => {
  const token = await registered(stage)

  const answer = await stage.platform.stablecoins.register(tokenOf(token))

  expect(answer).toBeError(409)
  expect(answer).toHaveCode('STABLECOIN_SYMBOL_ALREADY_EXISTS', 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS')
})

check('STB-15', 'another token is not registered under the symbol', async (stage) => {
  const token = await registered(stage)

  const answer = await stage.platform.stablecoins.register({
    ...tokenOf(token),
    tokenIdentifier: token.otherTokenIdentifier,
  })

  expect(refusal(answer)).toMatch(/^400 |^409 STABLECOIN_SYMBOL_ALREADY_EXISTS$/)
})

check('STB-16', 'the token is not registered under another symbol', async (stage) => {
  const token = await registered(stage)

  const answer = await stage.platform.stablecoins.register({ ...tokenOf(token), symbol: token.otherSymbol })

  expect(refusal(answer)).toMatch(/^400 |^409 STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS$/)
})

check('STB-17', 'a second token of the account is registered', async (stage) => {
  const token = await stage.arrange('stablecoin-token', {})
  const first = made(await stage.platform.stablecoins.register(tokenOf(token)), 'STB-12')

  const second = await stage.platform.stablecoins.register({
    ...tokenOf(token),
    symbol: token.otherSymbol,
    tokenIdentifier: token.otherTokenIdentifier,
  })

  expect(second).toSucceed()
  expect(valueAt(second.body, 'id'), 'identifier of the second stablecoin').toEqual(expect.any(String))
  expect(second, 'identifier of the second stablecoin').not.toHold({ id: first })
})

check('STB-18', 'a token that the provider does not have is not registered', async (stage) => {
  const token = await stage.arrange('stablecoin-token', {})

  const answer = await stage.platform.stablecoins.register({
    ...tokenOf(token),
    tokenIdentifier: `${token.tokenIdentifier.slice(0, -1)}${token.tokenIdentifier.endsWith('0') ? '1' : '0'}`,
  })

  expect(answer).toBeError(400, 404)
})
