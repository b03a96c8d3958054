/** The default UMA deposit account of a customer (contract: Resources, external account; Limits). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { accountRequest } from './account-request.ts'
import { createdAsDefault, defaultsAmong } from './default-account.ts'

check('EXT-21', 'two accounts of a customer are not both the default', async (stage) => {
  const { body, customerId } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage, { customerId })
  const first = await createdAsDefault(stage, body)

  const answer = await stage.platform.externalAccounts.create({ ...another, defaultUmaDepositAccount: true })

  const second = valueAt(answer.body, 'id')
  const accounts = [first, ...(typeof second === 'string' ? [second] : [])]
  const defaults = await stage.poll(
    () => defaultsAmong(stage, accounts),
    (found) => found.length < 2,
  )
  expect(defaults.length, 'default accounts of the customer').toBeLessThan(2)
})

check('EXT-22', 'accounts of two customers are both the default of theirs', async (stage) => {
  const { body } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage)
  const accounts = [await createdAsDefault(stage, body), await createdAsDefault(stage, another)]

  const defaults = await stage.poll(
    () => defaultsAmong(stage, accounts),
    (found) => found.length === 2,
  )

  expect([0, 2], 'default accounts of the two customers').toContain(defaults.length)
})
