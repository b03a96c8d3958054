/** External accounts of customers are found, listed and deleted (contract: Functional areas, External Accounts). */
import { check, expect } from '../../fixtures/index.ts'
import { shownId } from '../customers/created-customer.ts'
import { accountRequest, created } from './account-request.ts'
import { gone } from './deleted-account.ts'
import { listedAccounts } from './listed-accounts.ts'
import { readAccount } from './customer-account.ts'
import { deletion } from './trusted-beneficiary.ts'

check('EXT-29', 'a created account is read', async (stage) => {
  const { body } = await accountRequest(stage)
  const { id } = created(await stage.platform.externalAccounts.create(body))

  const answer = await stage.poll(
    () => stage.platform.externalAccounts.get(id),
    ({ status }) => status === 200,
  )

  expect(answer).toHaveStatus(200)
  expect(shownId(answer)).toBe(id)
})

check('EXT-30', 'a created account is listed', async (stage) => {
  const { body, customerId } = await accountRequest(stage)
  await listedAccounts(stage, customerId)
  const { id } = created(await stage.platform.externalAccounts.create(body))

  const { ids } = await stage.poll(
    () => listedAccounts(stage, customerId),
    (listed) => listed.ids.includes(id),
  )

  expect(ids).toContain(id)
})

/** The deletion of an account that does not exist may succeed: the account is gone already. */
const ASKED = [
  { for: 'reading', ask: 'get', statuses: [403, 404] },
  { for: 'deleting', ask: 'delete', statuses: [403, 404, 200, 202, 204] },
] as const

for (const { for: doing, ask, statuses } of ASKED) {
  check('EXT-31', `${doing} an unknown account finds none`, async ({ platform, random }) => {
    const answer = await platform.externalAccounts[ask](`ExternalAccount:${random.uuid()}`)

    expect(answer).toHaveStatus(...statuses)
  })
}

check('EXT-32', 'a deleted account is gone', async (stage) => {
  const { externalAccountId } = await stage.arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
  })
  const before = await readAccount(stage, externalAccountId)

  const answer = await deletion(stage, { externalAccountId })

  expect(answer).toSucceed()
  expect(await gone(stage, externalAccountId, before), 'whether the account is gone').toBe(true)
})
