/** The default UMA deposit account of a customer (contract: Resources, external account; Limits). */
import { check, expect } from '../../fixtures/index.ts'
import { accountRequest } from './account-request.ts'
import {
  createdAsDefault,
  defaultsAmong,
  expectCreatedAsDefault,
  expectDefaultShown,
  idsOf,
  withSecond,
} from './default-account.ts'

check('EXT-21', 'two accounts of a customer are not both the default', async (stage) => {
  const { body, customerId } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage, { customerId })
  const first = await createdAsDefault(stage, body)
  await expectDefaultShown(stage, first)

  const answer = await stage.platform.externalAccounts.create({ ...another, defaultUmaDepositAccount: true })

  const defaults = await stage.poll(
    () => defaultsAmong(stage, withSecond(first, answer)),
    (found) => found.length < 2,
  )
  expect(defaults.length, 'default accounts of the customer').toBeLessThan(2)
})

check('EXT-39', 'of two accounts created at once as the default at most one is it', async (stage) => {
  const { body, customerId } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage, { customerId })

  const answers = await Promise.all(
    [body, another].map((request) =>
      stage.platform.externalAccounts.create({ ...request, defaultUmaDepositAccount: true }),
    ),
  )

  const ids = idsOf(answers)
  await expectDefaultShown(stage, ids[0]!)
  const defaults = await stage.poll(
    () => defaultsAmong(stage, ids),
    (found) => found.length < 2,
  )
  expect(defaults.length, 'default accounts of the customer').toBeLessThan(2)
})

check('EXT-22', 'accounts of two customers are both the default of theirs', async (stage) => {
  const { body } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage)

  const answers = [
    await stage.platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true }),
    await stage.platform.externalAccounts.create({ ...another, defaultUmaDepositAccount: true }),
  ]

  const accounts = idsOf(answers)
  await expectCreatedAsDefault(stage, answers)
  const defaults = await stage.poll(
    () => defaultsAmong(stage, accounts),
    (found) => found.length === 2,
  )
  expect(defaults.length, 'default accounts of the two customers').toBe(2)
})
