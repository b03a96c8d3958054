/** Internal accounts of customers and of the platform (contract: What the service does, Internal Accounts). */
import { basic, check, expect } from '../../fixtures/index.ts'
import { listedAccounts } from './listed-accounts.ts'

check('INT-01', 'the account of a customer is listed', async ({ arrange, platform }) => {
  const { customerId, sourceAccountId } = await arrange('agent', {})

  const answer = await platform.internalAccounts.ofCustomer(customerId)

  expect(answer).toHaveStatus(200)
  const listed = await listedAccounts((cursor) => platform.internalAccounts.ofCustomer(customerId, cursor))
  expect(listed).toContain(sourceAccountId)
})

check('INT-02', "another customer's account is not listed", async ({ arrange, platform }) => {
  const [asked, other] = [await arrange('agent', {}), await arrange('agent', {})]

  const listed = await listedAccounts((cursor) =>
    platform.internalAccounts.ofCustomer(asked.customerId, cursor),
  )

  expect(listed).toContain(asked.sourceAccountId)
  expect(listed).not.toContain(other.sourceAccountId)
})

check('INT-03', "the platform's account is listed, and no customer's", async ({ arrange, platform }) => {
  const [{ accountId }, { sourceAccountId }] = [
    await arrange('platform-internal-account', {}),
    await arrange('agent', {}),
  ]

  const answer = await platform.internalAccounts.ofPlatform()

  expect(answer).toHaveStatus(200)
  const listed = await listedAccounts((cursor) => platform.internalAccounts.ofPlatform(cursor))
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
