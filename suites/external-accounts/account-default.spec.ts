/** The default UMA deposit account of a customer (contract: Resources, external account; Limits). */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import {
  arrangeAccountRequest,
  arrangeInAnotherCurrency,
  created,
  requireRejected,
  type OwnedRequest,
} from './account-request.ts'
import { readAccount } from './customer-account.ts'
import { pollUntilGone, requireGone } from './deleted-account.ts'
import { pollDefault } from './default-wallet.ts'
import { deleteUntrusted } from './trusted-beneficiary.ts'
import {
  createAsDefault,
  readDefaultsAmong,
  expectCreatedAsDefault,
  expectDefaultShown,
  idsOf,
  requireDefault,
  withSecond,
} from './default-account.ts'

const seconds = [
  {
    title: 'only one account of a customer is the default',
    requestSecond: async (context: CheckContext, { customerId }: OwnedRequest) =>
      (await arrangeAccountRequest(context, { customerId })).body,
  },
  {
    title: 'of two accounts in different currencies only one is the default',
    requestSecond: arrangeInAnotherCurrency,
  },
]

for (const { title, requestSecond } of seconds) {
  check('EXT-21', title, async (context) => {
    const request = await arrangeAccountRequest(context)
    const { body } = request
    const another = await requestSecond(context, request)
    const first = await createAsDefault(context, body)
    await expectDefaultShown(context, [first])

    const response = await context.platform.externalAccounts.create({
      ...another,
      defaultUmaDepositAccount: true,
    })

    const defaults = await context.poll(
      () => readDefaultsAmong(context, withSecond(first, response)),
      (found) => found.length < 2,
    )
    expect(defaults.length, 'default accounts of the customer').toBeLessThan(2)
  })
}

check(
  'EXT-39',
  'of two accounts created concurrently as default at most one is the default',
  async (context) => {
    const { body, customerId } = await arrangeAccountRequest(context)
    const { body: another } = await arrangeAccountRequest(context, { customerId })

    const responses = await context.concurrently(
      ...[body, another].map(
        (request) => () =>
          context.platform.externalAccounts.create({ ...request, defaultUmaDepositAccount: true }),
      ),
    )

    const ids = idsOf(responses)
    await expectDefaultShown(context, ids)
    const defaults = await context.poll(
      () => readDefaultsAmong(context, ids),
      (found) => found.length < 2,
    )
    expect(defaults.length, 'default accounts of the customer').toBeLessThan(2)
  },
)

check('EXT-22', 'two customers each have a default account', async (context) => {
  const { body } = await arrangeAccountRequest(context)
  const { body: another } = await arrangeAccountRequest(context)

  const responses = [
    await context.platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true }),
    await context.platform.externalAccounts.create({ ...another, defaultUmaDepositAccount: true }),
  ]

  const accounts = idsOf(responses)
  await expectCreatedAsDefault(context, responses)
  const defaults = await context.poll(
    () => readDefaultsAmong(context, accounts),
    (found) => found.length === 2,
  )
  expect(defaults.length, 'default accounts of the two customers').toBe(2)
})

check('EXT-71', 'a rejected creation leaves the default account', { waits: true }, async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const first = await createAsDefault(context, body)
  await requireDefault(context, first)
  const { body: another } = await arrangeAccountRequest(context, { customerId })

  requireRejected(
    await context.platform.externalAccounts.create({
      ...another,
      ownershipType: 'SECOND_PARTY',
      defaultUmaDepositAccount: true,
    }),
  )

  const defaults = await context.poll(
    () => readDefaultsAmong(context, [first]),
    (found) => found.length === 0,
  )
  expect(defaults, 'default accounts of the customer').toEqual([first])
})

check(
  'EXT-71',
  'a duplicate that is rejected leaves the default account',
  { waits: true },
  async (context) => {
    const { body } = await arrangeAccountRequest(context)
    const first = await createAsDefault(context, body)
    await requireDefault(context, first)

    const { status } = await context.platform.externalAccounts.create(body)

    const defaults = await context.poll(
      () => readDefaultsAmong(context, [first]),
      (found) => found.length === 0,
    )
    // An accepted one is another account, which may become the default.
    expect(status < 300 ? [first] : defaults, 'default accounts of the customer').toEqual([first])
  },
)

check(
  'EXT-20',
  'the default account stays the default when another account is created',
  { operations: ['getCustomerExternalAccount'] },
  async (context) => {
    const { body, customerId } = await arrangeAccountRequest(context)
    const first = await createAsDefault(context, body)
    await requireDefault(context, first)
    const { body: another } = await arrangeAccountRequest(context, { customerId })

    created(await context.platform.externalAccounts.create(another))

    const isDefault = await pollDefault(context, first)
    expect(isDefault, 'whether the first account is still the default').toBe(true)
  },
)

check('EXT-74', 'a deletion leaves the default account of the customer', async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const { body: another } = await arrangeAccountRequest(context, { customerId })
  const { id: externalAccountId } = created(await context.platform.externalAccounts.create(another))
  const read = await readAccount(context, externalAccountId)
  const first = await createAsDefault(context, body)
  await requireDefault(context, first)

  await deleteUntrusted(context, { externalAccountId })

  requireGone(await pollUntilGone(context, externalAccountId, read))
  expect(await readDefaultsAmong(context, [first]), 'default accounts of the customer').toEqual([first])
})
