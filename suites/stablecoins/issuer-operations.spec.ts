/** Minting and burning (contract: What the service does, Stablecoins; Errors, 400 and 404 codes). */
import {
  listAll,
  Blocked,
  check,
  expect,
  findById,
  valueAt,
  walkInPages,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
  nonexistentId,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { expectCreated, expectListed } from '../expectations.ts'
import {
  expectAmountRejected,
  expectLinkRevoked,
  expectLinkUnknown,
  expectNoOperation,
  expectNoOperations,
  expectSelectionRequired,
} from './expectations.ts'
import { ISSUER_OPERATIONS, requireCreated, mintOf } from './created-resources.ts'

/** The operation in the list of its stablecoin; it may become visible late. */
const listed = (context: CheckContext, stablecoinId: string, operationId: string) =>
  findById(context, (cursor) => context.platform.stablecoins.operations(stablecoinId, cursor), operationId)

const mint = (context: CheckContext, stablecoinId: string, body: unknown) =>
  context.platform.stablecoins.mint(stablecoinId, body)

/** An operation that its stablecoin lists. */
async function findListedMint(
  context: CheckContext,
  ...[stablecoinId, body]: [string, unknown]
): Promise<string> {
  const operationId = requireCreated(await mint(context, stablecoinId, body), 'STB-19')
  const { item, page } = await listed(context, stablecoinId, operationId)
  if (item) return operationId
  throw new Blocked(
    'implementation',
    `the operation that this check needs is not in the list (exchange ${page.exchange})`,
    'See the reason in the requests of this check. STB-21 judges this step.',
  )
}

/** Identifiers of the operations in the list of a stablecoin. */
const listIds = async ({ platform }: CheckContext, stablecoinId: string): Promise<readonly unknown[]> =>
  (await listAll((cursor) => platform.stablecoins.operations(stablecoinId, cursor))).map(({ id }) => id)

/** Values that are not an amount in the smallest unit, by any interpretation. The contract leaves zero open. */
const WRONG_AMOUNTS = [-1, -100, 0.5, 100.5, 'a lot', '', true, [], {}, undefined]

/** @throws Blocked when the amount is accepted: STB-30 judges that */
function requireRejectedAmount({ status, exchange }: CheckedResponse): void {
  if (status >= 400 && status < 500) return
  throw new Blocked(
    'implementation',
    `a mint of -1 returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. STB-30 judges this step.',
  )
}

const created = {
  mint: { creation: 'STB-19', list: 'STB-21' },
  burn: { creation: 'STB-20', list: 'STB-22' },
} as const

for (const { name, bodyOf, ask } of ISSUER_OPERATIONS) {
  check(created[name].creation, `a ${name} is created`, async (context) => {
    const issuer = await context.arrange('stablecoin-issuer', {})

    const response = await ask(context, issuer.stablecoinId, bodyOf(issuer))

    expectCreated(response)
  })

  check(created[name].list, `a ${name} is listed with its status`, async (context) => {
    const issuer = await context.arrange('stablecoin-issuer', {})
    const judgedBy = created[name].creation
    const operationId = requireCreated(await ask(context, issuer.stablecoinId, bodyOf(issuer)), judgedBy)

    const { item, page } = await listed(context, issuer.stablecoinId, operationId)

    expect(page).toHaveStatus(200)
    expectListed({ item, page }, operationId)
    expect(statusShown(item), 'status of the operation').toEqual(expect.any(String))
  })

  check('STB-24', `with two links a ${name} must select one`, async (context) => {
    const ofOneLink = await context.arrange('stablecoin-issuer', {})
    const issuer = await context.arrange('stablecoin-issuer', { providerAccounts: 2 })
    const unpicked = { stablecoinProviderAccountId: undefined }
    expect(await ask(context, ofOneLink.stablecoinId, { ...bodyOf(ofOneLink), ...unpicked })).toSucceed()

    const response = await ask(context, issuer.stablecoinId, { ...bodyOf(issuer), ...unpicked })

    expectSelectionRequired(response)
  })

  check('STB-29', `a ${name} of an unknown stablecoin is rejected`, async (context) => {
    const issuer = await context.arrange('stablecoin-issuer', {})
    const unknown = nonexistentId(issuer.stablecoinId, context)

    const response = await context.platform.stablecoins[name](unknown, bodyOf(issuer))

    expectNoOperation(response)
  })

  for (const amount of WRONG_AMOUNTS) {
    check(
      'STB-30',
      `a ${name} ${amount === undefined ? 'without an amount' : `of ${JSON.stringify(amount)}`} is rejected`,
      async (context) => {
        const issuer = await context.arrange('stablecoin-issuer', {})

        const response = await ask(context, issuer.stablecoinId, { ...bodyOf(issuer), amount })

        await requireEffectiveAmount(context, issuer, response)
        expectAmountRejected(response)
      },
    )
  }
}

check('STB-23', 'an operation is not in the list of another stablecoin', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', {})
  const other = await context.arrange('stablecoin-issuer', {})
  const operationId = await findListedMint(context, issuer.stablecoinId, mintOf(issuer))
  const otherId = await findListedMint(context, other.stablecoinId, mintOf(other))

  const ids = await listIds(context, other.stablecoinId)

  expect(ids, 'operations of the other stablecoin').toContain(otherId)
  expect(ids, 'operations of the other stablecoin').not.toContain(operationId)
})

for (const [index, which] of ['first', 'second'].entries()) {
  check('STB-25', `the ${which} of two links is selected`, async (context) => {
    const issuer = await context.arrange('stablecoin-issuer', { providerAccounts: 2 })

    const response = await mint(context, issuer.stablecoinId, {
      ...mintOf(issuer),
      stablecoinProviderAccountId: issuer.stablecoinProviderAccountIds[index],
    })

    expect(response).toSucceed()
  })
}

check('STB-26', 'an operation rejected for lack of a selection is not listed', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', { providerAccounts: 2 })
  const earlier = await listIds(context, issuer.stablecoinId)
  await mint(context, issuer.stablecoinId, { ...mintOf(issuer), stablecoinProviderAccountId: undefined })
  const operationId = await findListedMint(context, issuer.stablecoinId, mintOf(issuer))

  const ids = await listIds(context, issuer.stablecoinId)

  expect(
    ids.filter((id) => !earlier.includes(id)),
    'operations of the stablecoin',
  ).toEqual([operationId])
})

for (const { name, operation, bodyOf, ask } of ISSUER_OPERATIONS) {
  check(
    'STB-27',
    `a ${name} through a revoked link is rejected`,
    { operations: [operation] },
    async (context) => {
      const issuer = await context.arrange('stablecoin-issuer', { revoked: true })

      const response = await ask(context, issuer.stablecoinId, bodyOf(issuer))

      expectLinkRevoked(response)
    },
  )
}

check('STB-28', 'nothing is minted through an unknown link', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', {})
  const [linkId = ''] = issuer.stablecoinProviderAccountIds

  const response = await context.platform.stablecoins.mint(issuer.stablecoinId, {
    ...mintOf(issuer),
    stablecoinProviderAccountId: nonexistentId(linkId, context),
  })

  expectLinkUnknown(response)
})

check('STB-29', 'the operations of an unknown stablecoin are not listed', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', {})
  const { stablecoins } = context.platform
  expect(await retryUntilFound(context, () => stablecoins.operations(issuer.stablecoinId))).toSucceed()

  const response = await stablecoins.operations(nonexistentId(issuer.stablecoinId, context))

  expectNoOperations(response)
})

for (const limit of [1, 2]) {
  check('STB-37', `on pages of ${limit} each operation is listed once`, async (context) => {
    const issuer = await context.arrange('stablecoin-issuer', {})
    const mints = [
      await findListedMint(context, issuer.stablecoinId, mintOf(issuer)),
      await findListedMint(context, issuer.stablecoinId, mintOf(issuer)),
      await findListedMint(context, issuer.stablecoinId, mintOf(issuer)),
    ]

    const { ids, pages } = await context.poll(
      () =>
        walkInPages(
          (cursor, most) => context.platform.stablecoins.operations(issuer.stablecoinId, cursor, most),
          limit,
        ),
      (walk) => mints.every((id) => walk.ids.includes(id)),
    )

    expect(
      pages.map(({ status }) => status),
      'statuses of the pages',
    ).toEqual(pages.map(() => 200))
    expect(ids, 'operations on all pages').toEqual(expect.arrayContaining(mints))
    expect(new Set(ids).size, 'operations that differ').toBe(ids.length)
  })
}

check('STB-38', 'two operations have two identifiers', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', {})
  const first = requireCreated(await mint(context, issuer.stablecoinId, mintOf(issuer)), 'STB-19')

  const second = requireCreated(await mint(context, issuer.stablecoinId, mintOf(issuer)), 'STB-19')

  expect(second, 'identifier of the second operation').not.toBe(first)
})

for (const decimals of [0, 2, 6, 8]) {
  check(
    'STB-39',
    `an operation on a token of ${decimals} decimals has the requested amount`,
    async (context) => {
      const issuer = await context.arrange('stablecoin-issuer', { decimals })
      const operationId = await findListedMint(context, issuer.stablecoinId, mintOf(issuer))

      const { item } = await listed(context, issuer.stablecoinId, operationId)

      expect(amountShown(item), 'amount of the operation').toBe(issuer.amount)
    },
  )
}

/**
 * Distinguishes an amount that the service ignores from one that it did not understand: the contract does not show the
 * request.
 *
 * @throws Blocked when the service accepted a wrong amount, and an operation does not show a right one either
 */
async function requireEffectiveAmount(
  context: CheckContext,
  issuer: StateValues['stablecoin-issuer'],
  { status, exchange }: CheckedResponse,
): Promise<void> {
  if (status >= 300) return
  const operationId = await findListedMint(context, issuer.stablecoinId, mintOf(issuer))
  const { item } = await listed(context, issuer.stablecoinId, operationId)
  if (amountShown(item) === issuer.amount) return
  throw new Blocked(
    'deployment-file',
    `a wrong amount was accepted with ${status} (exchange ${exchange}), and an operation does not show the amount requested`,
    'The contract does not show the field { amount } of this request; your API may use another name. A deployment file cannot rename it, so bind the operation to null.',
  )
}

/**
 * The status of an operation.
 *
 * @throws Blocked when it has neither `status` nor `state`
 */
function statusShown(operation: Readonly<Record<string, unknown>> | undefined): string {
  const status = [operation?.status, operation?.state].find((value) => typeof value === 'string')
  if (typeof status === 'string') return status
  throw new Blocked(
    'deployment-file',
    'the operation shows no text as status or state; the contract does not show which fields it has',
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/**
 * The amount of an operation.
 *
 * @throws Blocked when it has none that is an integer
 */
function amountShown(operation: Readonly<Record<string, unknown>> | undefined): number {
  const amount = [operation?.amount, valueAt(operation, 'amount.amount')].find(Number.isInteger)
  if (typeof amount === 'number') return amount
  throw new Blocked(
    'deployment-file',
    'the operation shows no amount that is an integer; the contract does not show which fields it has',
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

check('STB-62', 'a mint that was rejected for its amount is not listed', async (context) => {
  const issuer = await context.arrange('stablecoin-issuer', {})
  const earlier = await listIds(context, issuer.stablecoinId)
  requireRejectedAmount(await mint(context, issuer.stablecoinId, { ...mintOf(issuer), amount: -1 }))
  const operationId = await findListedMint(context, issuer.stablecoinId, mintOf(issuer))

  const ids = await listIds(context, issuer.stablecoinId)

  expect(
    ids.filter((id) => !earlier.includes(id)),
    'operations of the stablecoin',
  ).toEqual([operationId])
})
