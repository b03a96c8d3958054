/**
 * Several external accounts of one customer (contract: Functional areas, External Accounts; Paginated list envelope).
 */
import { check, expect, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { statesOf } from '../../spec/index.ts'
import { arrangeAcceptedRequest, arrangeAccountRequest, created, withBeneficiary } from './account-request.ts'
import { readAccount } from './customer-account.ts'
import { pollUntilGone } from './deleted-account.ts'
import { listAccounts, wrongCounts } from './listed-accounts.ts'
import { deleteUntrusted } from './trusted-beneficiary.ts'

/** New accounts of one new customer, in the order of their creation. */
async function createAccountsOfOneCustomer(
  context: CheckContext,
  count: number,
): Promise<{ readonly ids: readonly string[]; readonly customerId: string }> {
  const { body, customerId } = await arrangeAccountRequest(context)
  const ids = [created(await context.platform.externalAccounts.create(body)).id]
  while (ids.length < count) {
    const { body: another } = await arrangeAccountRequest(context, { customerId })
    ids.push(created(await context.platform.externalAccounts.create(another)).id)
  }
  return { ids, customerId }
}

/** The fields of an account that stay the same when another one is deleted. */
async function readStableFields(context: CheckContext, id: string): Promise<readonly unknown[]> {
  const { status, body } = await readAccount(context, id)
  return [status, ...['id', 'currency', 'accountInfo.accountType'].map((path) => valueAt(body, path))]
}

check('EXT-40', 'a deletion leaves the accounts before and after it unchanged', async (context) => {
  const { ids } = await createAccountsOfOneCustomer(context, 3)
  const [before = '', externalAccountId = '', after = ''] = ids
  const kept = [await readStableFields(context, before), await readStableFields(context, after)]
  const read = await readAccount(context, externalAccountId)

  expect(await deleteUntrusted(context, { externalAccountId })).toSucceed()

  expect(await pollUntilGone(context, externalAccountId, read), 'whether the account is gone').toBe(true)
  expect([await readStableFields(context, before), await readStableFields(context, after)]).toEqual(kept)
})

check('EXT-41', 'pages of two contain each account of a customer once', async (context) => {
  const { ids, customerId } = await createAccountsOfOneCustomer(context, 3)

  const walk = await context.poll(
    () => listAccounts(context, customerId, 2),
    (listed) => ids.every((id) => listed.ids.includes(id)),
  )

  expect(walk.pages[0]!).toSucceed()
  const own = walk.ids.map(String).filter((id) => ids.includes(id))
  expect(own.toSorted()).toEqual(ids.toSorted())
  expect(wrongCounts(walk, ids), 'values of totalCount that are wrong').toEqual([])
})

check('EXT-42', "the list of a customer contains no other customer's account", async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const { body: another } = await arrangeAccountRequest(context)
  const own = created(await context.platform.externalAccounts.create(body)).id
  const other = created(await context.platform.externalAccounts.create(another)).id

  const { ids } = await context.poll(
    () => listAccounts(context, customerId),
    (listed) => listed.ids.includes(own),
  )

  expect(ids).toContain(own)
  expect(ids).not.toContain(other)
})

const LISTED_STATUSES = statesOf('External account').filter((status) => status !== 'INACTIVE')

for (const status of LISTED_STATUSES) {
  check('EXT-43', `an account that is ${status} is listed`, async (context) => {
    const { externalAccountId, customerId } = await context.arrange('external-account-in-status', { status })

    const { ids } = await context.poll(
      () => listAccounts(context, customerId),
      (listed) => listed.ids.includes(externalAccountId),
    )

    expect(ids).toContain(externalAccountId)
  })
}

check('EXT-44', 'details.errors has an error for each invalid field', async (context) => {
  const body = await arrangeAcceptedRequest(context, { accountType: 'EUR_ACCOUNT' })

  const response = await context.platform.externalAccounts.create({
    ...withBeneficiary(body, { beneficiaryType: 'DEITY' }),
    ownershipType: 'SECOND_PARTY',
  })

  expect(response).toBeError(400, 422)
  const errors = valueAt(response.body, 'details.errors')
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: expect.stringMatching(/ownershipType$/) }),
      expect.objectContaining({ field: expect.stringMatching(/beneficiaryType$/) }),
    ]),
  )
})
