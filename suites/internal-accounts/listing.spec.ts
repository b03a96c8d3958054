/** Internal accounts of customers and of the platform (contract: What the service does, Internal Accounts). */
import {
  listAll,
  check,
  expect,
  walkInPages,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { quotedDecimals, shownDecimals } from '../shown-decimals.ts'

check('INT-01', 'the account of a customer is listed', async (context) => {
  const { internalAccounts } = context.platform
  const { customerId, sourceAccountId } = await context.arrange('agent', {})

  const response = await internalAccounts.ofCustomer(customerId)

  expect(response).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofCustomer(customerId, cursor)
  expect(await listAccounts(context, page, sourceAccountId)).toContain(sourceAccountId)
})

const ofCustomer = { operations: ['listCustomerInternalAccounts'] } as const
const ofPlatform = { operations: ['listPlatformInternalAccounts'] } as const

check('INT-02', "another customer's account is not listed", ofCustomer, async (context) => {
  const { internalAccounts } = context.platform
  const asked = await context.arrange('agent', {})
  const other = await context.arrange('agent', {})

  const page = (cursor?: string) => internalAccounts.ofCustomer(asked.customerId, cursor)
  const listed = await listAccounts(context, page, asked.sourceAccountId)

  expect(listed).toContain(asked.sourceAccountId)
  expect(listed).not.toContain(other.sourceAccountId)
})

check('INT-02', "a customer's account is not listed among the platform's", ofPlatform, async (context) => {
  const { internalAccounts } = context.platform
  const { accountId } = await context.arrange('platform-internal-account', {})
  const { sourceAccountId } = await context.arrange('agent', {})

  const page = (cursor?: string) => internalAccounts.ofPlatform(cursor)
  const listed = await listAccounts(context, page, accountId)

  expect(listed).toContain(accountId)
  expect(listed).not.toContain(sourceAccountId)
})

check('INT-03', "the platform's account is listed", async (context) => {
  const { internalAccounts } = context.platform
  const { accountId } = await context.arrange('platform-internal-account', {})

  const response = await internalAccounts.ofPlatform()

  expect(response).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofPlatform(cursor)
  expect(await listAccounts(context, page, accountId)).toContain(accountId)
})

for (const limit of [1, 2]) {
  check('INT-19', `on pages of ${limit} each account of a customer is listed once`, async (context) => {
    const { internalAccounts } = context.platform
    const { agentId, customerId, sourceAccountId } = await context.arrange('agent', {})
    const accountIds = [
      sourceAccountId,
      (await context.arrange('embedded-wallet', { agentId })).accountId,
      (await context.arrange('embedded-wallet', { agentId })).accountId,
    ]
    const page = (cursor?: string, most?: number) => internalAccounts.ofCustomer(customerId, cursor, most)

    const { ids, pages } = await context.poll(
      () => walkInPages(page, limit),
      (walk) => accountIds.every((id) => walk.ids.includes(id)),
    )

    expect(
      pages.map(({ status }) => status),
      'statuses of the pages',
    ).toEqual(pages.map(() => 200))
    expect(ids, 'accounts on all pages').toEqual(expect.arrayContaining(accountIds))
    expect(new Set(ids).size, 'accounts that differ').toBe(ids.length)
  })
}

/**
 * Ids of the accounts on all pages of a list.
 *
 * @param including id to wait for, as long as it may take to become visible
 */
async function listAccounts(
  { poll }: CheckContext,
  page: (cursor?: string) => Promise<CheckedResponse>,
  including: string,
): Promise<readonly unknown[]> {
  return poll(
    async () => (await listAll(page)).map(({ id }) => id),
    (ids) => ids.includes(including),
  )
}

check(
  'INT-20',
  'the currency of a balance has the decimals that a quote shows',
  ofCustomer,
  async (context) => {
    const { holder, created } = await createExecutableQuote(context)

    const accounts = await context.platform.internalAccounts.ofCustomer(holder.customerId)

    expect(accounts).toSucceed()
    expect(shownDecimals(accounts, holder.sendingCurrency), 'decimals').toEqual([quotedDecimals(created)])
  },
)
