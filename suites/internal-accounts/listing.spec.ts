/** Internal accounts of customers and of the platform (contract: What the service does, Internal Accounts). */
import { check, expect, walkInPages } from '../../fixtures/index.ts'
import { listedAccounts } from './listed-accounts.ts'

check('INT-01', 'the account of a customer is listed', async (stage) => {
  const { internalAccounts } = stage.platform
  const { customerId, sourceAccountId } = await stage.arrange('agent', {})

  const answer = await internalAccounts.ofCustomer(customerId)

  expect(answer).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofCustomer(customerId, cursor)
  expect(await listedAccounts(stage, page, sourceAccountId)).toContain(sourceAccountId)
})

const ofCustomer = { operations: ['listCustomerInternalAccounts'] } as const
const ofPlatform = { operations: ['listPlatformInternalAccounts'] } as const

check('INT-02', "another customer's account is not listed", ofCustomer, async (stage) => {
  const { internalAccounts } = stage.platform
  const asked = await stage.arrange('agent', {})
  const other = await stage.arrange('agent', {})

  const page = (cursor?: string) => internalAccounts.ofCustomer(asked.customerId, cursor)
  const listed = await listedAccounts(stage, page, asked.sourceAccountId)

  expect(listed).toContain(asked.sourceAccountId)
  expect(listed).not.toContain(other.sourceAccountId)
})

check('INT-02', "a customer's account is not listed among the platform's", ofPlatform, async (stage) => {
  const { internalAccounts } = stage.platform
  const { accountId } = await stage.arrange('platform-internal-account', {})
  const { sourceAccountId } = await stage.arrange('agent', {})

  const page = (cursor?: string) => internalAccounts.ofPlatform(cursor)
  const listed = await listedAccounts(stage, page, accountId)

  expect(listed).toContain(accountId)
  expect(listed).not.toContain(sourceAccountId)
})

check('INT-03', "the platform's account is listed", async (stage) => {
  const { internalAccounts } = stage.platform
  const { accountId } = await stage.arrange('platform-internal-account', {})

  const answer = await internalAccounts.ofPlatform()

  expect(answer).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofPlatform(cursor)
  expect(await listedAccounts(stage, page, accountId)).toContain(accountId)
})

for (const limit of [1, 2]) {
  check('INT-19', `on pages of ${limit} each account of a customer is listed once`, async (stage) => {
    const { internalAccounts } = stage.platform
    const { agentId, customerId, sourceAccountId } = await stage.arrange('agent', {})
    const accountIds = [
      sourceAccountId,
      (await stage.arrange('embedded-wallet', { agentId })).accountId,
      (await stage.arrange('embedded-wallet', { agentId })).accountId,
    ]
    const page = (cursor?: string, most?: number) => internalAccounts.ofCustomer(customerId, cursor, most)

    const { ids, pages } = await stage.poll(
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
