import { valueAt, type Stage } from '../../fixtures/index.ts'
import { created, type AccountRequest } from './account-request.ts'
import { readAccount } from './customer-account.ts'

/** Creates the account as the default, and gives its id. */
export const createdAsDefault = async ({ platform }: Stage, body: AccountRequest): Promise<string> =>
  created(await platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true })).id

/** Of these accounts, those that are read as the default UMA deposit account. */
export async function defaultsAmong(stage: Stage, ids: readonly string[]): Promise<readonly string[]> {
  const accounts = await Promise.all(ids.map((id) => readAccount(stage, id)))
  return ids.filter((_, index) => valueAt(accounts[index]?.body, 'defaultUmaDepositAccount') === true)
}
