import { Blocked, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { created, readCreatedAccount, type AccountRequest } from './account-request.ts'
import { optionalValue, readAccount } from './customer-account.ts'

/** Creates the account as the default, and returns its id. */
export const createAsDefault = async ({ platform }: CheckContext, body: AccountRequest): Promise<string> =>
  created(await platform.externalAccounts.create({ ...body, defaultUmaDepositAccount: true })).id

/**
 * Requires one of the accounts to show whether it is the default. The others may omit it, since false is the default.
 *
 * @throws Blocked when it does not
 */
export async function expectDefaultShown(context: CheckContext, ids: readonly string[]): Promise<void> {
  const accounts = await Promise.all(ids.map((id) => readAccount(context, id)))
  const showing = accounts.find(({ body }) => valueAt(body, 'defaultUmaDepositAccount') === true)
  const shown = optionalValue(showing ?? accounts[0]!, 'defaultUmaDepositAccount')
  expect([true, false]).toContain(shown)
}

/** @throws Blocked when an account is not shown as the default right after its creation: EXT-20 judges that */
export async function expectCreatedAsDefault(
  context: CheckContext,
  responses: readonly CheckedResponse[],
): Promise<void> {
  const accounts = await Promise.all(responses.map((response) => readCreatedAccount(context, response)))
  if (accounts.every(({ body }) => valueAt(body, 'defaultUmaDepositAccount') === true)) return
  throw new Blocked(
    'implementation',
    'an account that was created as the default UMA deposit account is not shown as that',
    'See the reason in the requests of this check. EXT-20 judges this step.',
  )
}

/** Those of the accounts that are read as the default UMA deposit account. */
export async function readDefaultsAmong(
  context: CheckContext,
  ids: readonly string[],
): Promise<readonly string[]> {
  const accounts = await Promise.all(ids.map((id) => readAccount(context, id)))
  return ids.filter((_, index) => valueAt(accounts[index]?.body, 'defaultUmaDepositAccount') === true)
}

/** Ids of the accounts that were created, at least one; a second default may be rejected. */
export function idsOf(responses: readonly CheckedResponse[]): readonly string[] {
  const accepted = responses.filter(({ status }) => status < 300)
  return (accepted.length > 0 ? accepted : responses).map((response) => created(response).id)
}

/** The first default and, if it was created, the second; it may be rejected. */
export const withSecond = (first: string, second: CheckedResponse): readonly string[] =>
  second.status < 300 ? [first, created(second).id] : [first]

/** @throws Blocked when the account is not read as the default: EXT-20 judges that */
export async function requireDefault(context: CheckContext, id: string): Promise<void> {
  const defaults = await context.poll(
    () => readDefaultsAmong(context, [id]),
    (found) => found.length > 0,
  )
  if (defaults.length > 0) return
  throw new Blocked(
    'implementation',
    'an account that was created as the default UMA deposit account is not read as that',
    'See the reason in the requests of this check. EXT-20 judges this step.',
  )
}
