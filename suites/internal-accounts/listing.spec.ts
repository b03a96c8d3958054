/** Internal accounts of customers and of the platform (contract: What the service does, Internal Accounts). */
import { basic, check, expect } from '../../fixtures/index.ts'
import { listedAccounts } from './listed-accounts.ts'

check('INT-01', 'the account of a customer is listed', async (stage) => {
  const { internalAccounts } = stage.platform
  const { customerId, sourceAccountId } = await stage.arrange('agent', {})

  const answer = await internalAccounts.ofCustomer(customerId)

  expect(answer).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofCustomer(customerId, cursor)
  expect(await listedAccounts(stage, page, sourceAccountId)).toContain(sourceAccountId)
})

check('INT-02', "another customer's account is not listed", async (stage) => {
  const { internalAccounts } = stage.platform
  const asked = await stage.arrange('agent', {})
  const other = await stage.arrange('agent', {})

  const page = (cursor?: string) => internalAccounts.ofCustomer(asked.customerId, cursor)
  const listed = await listedAccounts(stage, page, asked.sourceAccountId)

  expect(listed).toContain(asked.sourceAccountId)
  expect(listed).not.toContain(other.sourceAccountId)
})

check('INT-03', "the platform's account is listed, and no customer's", async (stage) => {
  const { internalAccounts } = stage.platform
  const { accountId } = await stage.arrange('platform-internal-account', {})
  const { sourceAccountId } = await stage.arrange('agent', {})

  const answer = await internalAccounts.ofPlatform()

  expect(answer).toHaveStatus(200)
  const page = (cursor?: string) => internalAccounts.ofPlatform(cursor)
  const listed = await listedAccounts(stage, page, accountId)
  expect(listed).toContain(accountId)
  expect(listed).not.toContain(sourceAccountId)
})

check('INT-04', 'without credentials no accounts are listed', async ({ arrange, platform }) => {
  const { customerId } = await arrange('agent', {})

  const answer = await platform.presenting(undefined).internalAccounts.ofCustomer(customerId)

  expect(answer).toBeError(401)
})

check('INT-04', 'with wrong credentials no accounts are listed', async ({ arrange, platform, random }) => {
  const { customerId } = await arrange('agent', {})

  const answer = await platform
    .presenting(basic(random.uuid(), random.uuid()))
    .internalAccounts.ofCustomer(customerId)

  expect(answer).toBeError(401)
})
