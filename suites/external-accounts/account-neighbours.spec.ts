/** External accounts beside each other (contract: Functional areas, External Accounts; Paginated list envelope). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { acceptedRequest, accountRequest, created, withBeneficiary } from './account-request.ts'
import { accountsOfOneCustomer, seenAs } from './accounts-of-one-customer.ts'
import { readAccount } from './customer-account.ts'
import { gone } from './deleted-account.ts'
import { listedAccounts } from './listed-accounts.ts'
import { deletion } from './trusted-beneficiary.ts'

check('EXT-40', 'a deletion leaves the accounts before and after it as they were', async (stage) => {
  const { ids } = await accountsOfOneCustomer(stage, 3)
  const [before = '', externalAccountId = '', after = ''] = ids
  const kept = [await seenAs(stage, before), await seenAs(stage, after)]
  const read = await readAccount(stage, externalAccountId)

  expect(await deletion(stage, { externalAccountId })).toSucceed()

  expect(await gone(stage, externalAccountId, read), 'whether the account is gone').toBe(true)
  expect([await seenAs(stage, before), await seenAs(stage, after)]).toEqual(kept)
})

check('EXT-41', 'pages of two have each account of a customer once', async (stage) => {
  const { ids, customerId } = await accountsOfOneCustomer(stage, 3)

  const walk = await stage.poll(
    () => listedAccounts(stage, customerId, 2),
    (listed) => ids.every((id) => listed.ids.includes(id)),
  )

  expect(walk.pages[0]!).toSucceed()
  const own = walk.ids.map(String).filter((id) => ids.includes(id))
  expect(own.toSorted()).toEqual(ids.toSorted())
})

check('EXT-42', 'the list of a customer has no account of another', async (stage) => {
  const { body, customerId } = await accountRequest(stage)
  const { body: another } = await accountRequest(stage)
  const own = created(await stage.platform.externalAccounts.create(body)).id
  const other = created(await stage.platform.externalAccounts.create(another)).id

  const { ids } = await stage.poll(
    () => listedAccounts(stage, customerId),
    (listed) => listed.ids.includes(own),
  )

  expect(ids).toContain(own)
  expect(ids).not.toContain(other)
})

const LISTED_STATUSES = [
  'PENDING',
  'ACTIVE',
  'PENDING_OWNERSHIP_VERIFICATION',
  'UNVERIFIED',
  'UNDER_REVIEW',
] as const

for (const status of LISTED_STATUSES) {
  check('EXT-43', `an account that is ${status} is listed`, async (stage) => {
    const { externalAccountId, customerId } = await stage.arrange('external-account-in-status', { status })

    const { ids } = await stage.poll(
      () => listedAccounts(stage, customerId),
      (listed) => listed.ids.includes(externalAccountId),
    )

    expect(ids).toContain(externalAccountId)
  })
}

check('EXT-44', 'details.errors has an error for each invalid field', async (stage) => {
  const body = await acceptedRequest(stage, { accountType: 'EUR_ACCOUNT' })

  const answer = await stage.platform.externalAccounts.create({
    ...withBeneficiary(body, { beneficiaryType: 'DEITY' }),
    ownershipType: 'SECOND_PARTY',
  })

  expect(answer).toBeError(400, 422)
  const errors = valueAt(answer.body, 'details.errors')
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: expect.stringMatching(/ownershipType$/) }),
      expect.objectContaining({ field: expect.stringMatching(/beneficiaryType$/) }),
    ]),
  )
})
