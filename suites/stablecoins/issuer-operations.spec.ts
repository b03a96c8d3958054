/** Minting and burning (contract: What the service does, Stablecoins; Errors, 400 and 404 codes). */
import { allListed, Blocked, check, expect, findListed, valueAt, type Stage } from '../../fixtures/index.ts'
import { ISSUER_OPERATIONS, made, mintOf, otherThan } from './made.ts'

/** The operation, as the list of its stablecoin has it; it may be seen a little late. */
const listed = ({ platform, poll }: Stage, stablecoinId: string, operationId: string) =>
  poll(
    () =>
      findListed(
        (cursor) => platform.stablecoins.operations(stablecoinId, cursor),
        ({ id }) => id === operationId,
      ),
    ({ item }) => item !== undefined,
  )

/** An operation that is in the list of its stablecoin. */
async function listedMint(stage: Stage, ...[stablecoinId, body]: [string, unknown]): Promise<string> {
  const operationId = made(await stage.platform.stablecoins.mint(stablecoinId, body), 'STB-19')
  const { item, page } = await listed(stage, stablecoinId, operationId)
  if (item) return operationId
  throw new Blocked(
    'implementation',
    `the operation that this check stands on is not in the list (exchange ${page.exchange})`,
    'See why; STB-21 judges it.',
  )
}

/** Identifiers of the operations in the list of a stablecoin. */
const idsListed = async ({ platform }: Stage, stablecoinId: string): Promise<readonly unknown[]> =>
  (await allListed((cursor) => platform.stablecoins.operations(stablecoinId, cursor))).map(({ id }) => id)

const created = {
  mint: { creation: 'STB-19', list: 'STB-21' },
  burn: { creation: 'STB-20', list: 'STB-22' },
} as const

for (const { name, bodyOf, ask } of ISSUER_OPERATIONS) {
  check(created[name].creation, `a ${name} is created`, async (stage) => {
    const issuer = await stage.arrange('stablecoin-issuer', {})

    const answer = await ask(stage, issuer.stablecoinId, bodyOf(issuer))

    expect(answer).toSucceed()
    expect(valueAt(answer.body, 'id'), 'identifier of the operation').toEqual(expect.any(String))
  })

  check(created[name].list, `a ${name} is listed with its status`, async (stage) => {
    const issuer = await stage.arrange('stablecoin-issuer', {})
    const judgedBy = created[name].creation
    const operationId = made(await ask(stage, issuer.stablecoinId, bodyOf(issuer)), judgedBy)

    const { item, page } = await listed(stage, issuer.stablecoinId, operationId)

    expect(page).toHaveStatus(200)
    expect(item?.id, 'operation in the list').toBe(operationId)
    expect(item?.status ?? item?.state, 'status of the operation').toEqual(expect.any(String))
  })

  check('STB-24', `with two links a ${name} needs to pick one`, async (stage) => {
    const issuer = await stage.arrange('stablecoin-issuer', { providerAccounts: 2 })

    const answer = await ask(stage, issuer.stablecoinId, {
      ...bodyOf(issuer),
      stablecoinProviderAccountId: undefined,
    })

    expect(answer).toBeError(400)
    expect(answer).toHaveCode('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED')
  })

  check('STB-29', `of an unknown stablecoin there is no ${name}`, async (stage) => {
    const issuer = await stage.arrange('stablecoin-issuer', {})
    const unknown = otherThan(issuer.stablecoinId, stage.random.uuid())

    const answer = await ask(stage, unknown, bodyOf(issuer))

    expect(answer).toBeError(404)
    expect(answer).toHaveCode('STABLECOIN_NOT_FOUND', 'NOT_FOUND')
  })

  for (const amount of [-100, 100.5, 'a lot', undefined]) {
    check('STB-30', `a ${name} of ${amount ?? 'no amount'} is refused`, async (stage) => {
      const issuer = await stage.arrange('stablecoin-issuer', {})

      const answer = await ask(stage, issuer.stablecoinId, { ...bodyOf(issuer), amount })

      expect(answer).toBeError(400)
    })
  }
}

check('STB-23', 'an operation is not in the list of another stablecoin', async (stage) => {
  const issuer = await stage.arrange('stablecoin-issuer', {})
  const other = await stage.arrange('stablecoin-issuer', {})
  const operationId = await listedMint(stage, issuer.stablecoinId, mintOf(issuer))
  const otherId = await listedMint(stage, other.stablecoinId, mintOf(other))

  const ids = await idsListed(stage, other.stablecoinId)

  expect(ids, 'operations of the other stablecoin').toContain(otherId)
  expect(ids, 'operations of the other stablecoin').not.toContain(operationId)
})

for (const [index, which] of ['first', 'second'].entries()) {
  check('STB-25', `the ${which} of two links is picked`, async (stage) => {
    const issuer = await stage.arrange('stablecoin-issuer', { providerAccounts: 2 })

    const answer = await stage.platform.stablecoins.mint(issuer.stablecoinId, {
      ...mintOf(issuer),
      stablecoinProviderAccountId: issuer.stablecoinProviderAccountIds[index],
    })

    expect(answer).toSucceed()
  })
}

check('STB-26', 'what is refused for want of a selection is not listed', async (stage) => {
  const issuer = await stage.arrange('stablecoin-issuer', { providerAccounts: 2 })
  const earlier = await idsListed(stage, issuer.stablecoinId)
  await stage.platform.stablecoins.mint(issuer.stablecoinId, {
    ...mintOf(issuer),
    stablecoinProviderAccountId: undefined,
  })
  const operationId = await listedMint(stage, issuer.stablecoinId, mintOf(issuer))

  const ids = await idsListed(stage, issuer.stablecoinId)

  expect(
    ids.filter((id) => !earlier.includes(id)),
    'operations that came to the stablecoin',
  ).toEqual([operationId])
})

check('STB-27', 'through a revoked link nothing is minted', async ({ arrange, platform }) => {
  const issuer = await arrange('stablecoin-issuer', { revoked: true })

  const answer = await platform.stablecoins.mint(issuer.stablecoinId, mintOf(issuer))

  expect(answer).toBeError(400)
  expect(answer).toHaveCode('STABLECOIN_PROVIDER_ACCOUNT_REVOKED', 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
})

check('STB-28', 'through an unknown link nothing is minted', async ({ arrange, platform, random }) => {
  const issuer = await arrange('stablecoin-issuer', {})
  const [linkId = ''] = issuer.stablecoinProviderAccountIds

  const answer = await platform.stablecoins.mint(issuer.stablecoinId, {
    ...mintOf(issuer),
    stablecoinProviderAccountId: otherThan(linkId, random.uuid()),
  })

  expect(answer).toBeError(400, 404)
})

check('STB-29', 'the operations of an unknown stablecoin are not listed', async (stage) => {
  const issuer = await stage.arrange('stablecoin-issuer', {})

  const answer = await stage.platform.stablecoins.operations(
    otherThan(issuer.stablecoinId, stage.random.uuid()),
  )

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('STABLECOIN_NOT_FOUND', 'NOT_FOUND')
})
