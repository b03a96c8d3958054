import { valueAt, type CheckContext } from '../../fixtures/index.ts'
import { arrangeAccountRequest, created } from './account-request.ts'
import { readAccount } from './customer-account.ts'

/** New accounts of one new customer, in the order of their creation. */
export async function createAccountsOfOneCustomer(
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

/** What of an account stays the same when another one is deleted. */
export async function readStableFields(context: CheckContext, id: string): Promise<readonly unknown[]> {
  const { status, body } = await readAccount(context, id)
  return [status, ...['id', 'currency', 'accountInfo.accountType'].map((path) => valueAt(body, path))]
}
