/** External accounts of customers are found, listed and deleted (contract: Functional areas, External Accounts). */
import { check, expect, findById, findListed, valueAt } from '../../fixtures/index.ts'
import { fiatTypes } from '../../spec/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { expectRead, isUnlisted } from '../expectations.ts'
import { arrangeAccountRequest, created, requireRejected } from './account-request.ts'
import { pollUntilGone, requireGone } from './deleted-account.ts'
import { accountsOfCustomer, listAccounts, requireListed, requireNamedOwner } from './listed-accounts.ts'
import { createOfferedAccount } from './offered-accounts.ts'
import { readAccount } from './customer-account.ts'
import { deleteUntrusted } from './trusted-beneficiary.ts'
import { expectUnknownAccount } from './expectations.ts'

check('EXT-29', 'a created account is read', async (context) => {
  const { body } = await arrangeAccountRequest(context)
  const { id } = created(await context.platform.externalAccounts.create(body))

  const response = await context.poll(
    () => context.platform.externalAccounts.get(id),
    ({ status }) => status === 200,
  )

  expectRead(response, id)
})

check('EXT-30', 'a created account is listed', async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  await listAccounts(context, customerId)
  const { id } = created(await context.platform.externalAccounts.create(body))

  const { ids } = await context.poll(
    () => listAccounts(context, customerId),
    (listed) => listed.ids.includes(id),
  )

  expect(ids).toContain(id)
})

for (const [doing, ask] of [
  ['reading', 'get'],
  ['deleting', 'delete'],
] as const) {
  check('EXT-31', `${doing} an unknown account finds none`, async ({ platform, random }) => {
    const response = await platform.externalAccounts[ask](`ExternalAccount:${random.uuid()}`)

    expectUnknownAccount(response, ask)
  })
}

check('EXT-32', 'a deleted account no longer exists', async (context) => {
  const { externalAccountId } = await context.arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
  })
  const before = await readAccount(context, externalAccountId)

  const response = await deleteUntrusted(context, { externalAccountId })

  expect(response).toSucceed()
  expect(await pollUntilGone(context, externalAccountId, before), 'whether the account is gone').toBe(true)
})

check('EXT-72', 'a rejected creation adds no account to the list', { waits: true }, async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const { id } = created(await context.platform.externalAccounts.create(body))
  const list = async () => accountsOfCustomer(await listAccounts(context, customerId), customerId)
  requireNamedOwner(await context.poll(list, (own) => own.includes(id)), id)
  const { body: another } = await arrangeAccountRequest(context, { customerId })

  requireRejected(
    await context.platform.externalAccounts.create({ ...another, ownershipType: 'SECOND_PARTY' }),
  )

  const after = await context.poll(list, (own) => own.length > 1)
  expect(after, 'accounts of the customer').toEqual([id])
})

check('EXT-73', 'a deleted account is not listed', async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const { id } = created(await context.platform.externalAccounts.create(body))
  const pages = (cursor?: string) =>
    context.platform.externalAccounts.list({ customerId, ...(cursor !== undefined && { cursor }) })
  const listed = await findById(context, pages, id)
  requireListed(listed, id)

  expect(await deleteUntrusted(context, { externalAccountId: id })).toSucceed()

  const found = await context.poll(
    () => findListed(pages, (item) => item.id === id),
    (last) => isUnlisted(last, listed.item),
  )
  expect(isUnlisted(found, listed.item), 'whether the list omits or marks the account').toBe(true)
})

/** Fields that the list and the account show alike (contract: Resources, external account). */
const SHOWN = [
  'customerId',
  'platformAccountId',
  'ownershipType',
  'currency',
  'defaultUmaDepositAccount',
  'accountInfo.accountType',
  'accountInfo.beneficiary.beneficiaryType',
] as const

const WHERE = ['read by its id', 'in the list'] as const

check('EXT-75', 'a listed account has the values of the account that is read', async (context) => {
  const { body, customerId } = await arrangeAccountRequest(context)
  const { id } = created(
    await context.platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true }),
  )
  await readAccount(context, id)
  const pages = (cursor?: string) =>
    context.platform.externalAccounts.list({ customerId, ...(cursor !== undefined && { cursor }) })
  requireListed(await findById(context, pages, id), id)

  // Both anew each time: the account may change between the two.
  const differing = await context.poll(
    async () => {
      const { body: read } = await readAccount(context, id)
      const { item } = await findListed(pages, (one) => one.id === id)
      return differences(read, item, SHOWN, WHERE)
    },
    (seen) => seen.length === 0,
  )

  expect(differing).toEqual([])
})

check('EXT-75', 'a listed account has the status of the account that is read', async (context) => {
  const status = 'UNVERIFIED'
  const { externalAccountId, customerId } = await context.arrange('external-account-in-status', { status })
  const pages = (cursor?: string) =>
    context.platform.externalAccounts.list({ customerId, ...(cursor !== undefined && { cursor }) })
  requireListed(await findById(context, pages, externalAccountId), externalAccountId)

  const differing = await context.poll(
    async () => {
      const { body: read } = await readAccount(context, externalAccountId)
      const { item } = await findListed(pages, ({ id }) => id === externalAccountId)
      return differences(read, item, ['status'], WHERE)
    },
    (seen) => seen.length === 0,
  )

  expect(differing).toEqual([])
})

check('EXT-75', 'a listed account has the beneficiary type of the account that is read', async (context) => {
  const { account } = await createOfferedAccount(context, fiatTypes, 'BUSINESS')
  const id = String(valueAt(account.body, 'id'))
  const customerId = valueAt(account.body, 'customerId')
  const pages = (cursor?: string) =>
    context.platform.externalAccounts.list({
      ...(typeof customerId === 'string' && { customerId }),
      ...(cursor !== undefined && { cursor }),
    })
  requireListed(await findById(context, pages, id), id)

  const { item } = await findListed(pages, (one) => one.id === id)

  expect(differences(account.body, item, SHOWN, WHERE)).toEqual([])
})

check('EXT-77', 'an account with the details of a deleted one is created', async (context) => {
  const { body } = await arrangeAccountRequest(context)
  const { id } = created(await context.platform.externalAccounts.create(body))
  const before = await readAccount(context, id)
  expect(await deleteUntrusted(context, { externalAccountId: id })).toSucceed()
  requireGone(await pollUntilGone(context, id, before))

  const again = await context.poll(
    () => context.platform.externalAccounts.create(body),
    ({ status }) => status < 300,
  )

  expect(again).toSucceed()
})

check('EXT-76', 'a second deletion causes no server error', async (context) => {
  const { externalAccountId } = await context.arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
  })
  const before = await readAccount(context, externalAccountId)
  expect(await deleteUntrusted(context, { externalAccountId })).toSucceed()
  requireGone(await pollUntilGone(context, externalAccountId, before))

  const again = await context.platform.externalAccounts.delete(externalAccountId)

  expect(again.status, 'status').toBeLessThan(500)
})
