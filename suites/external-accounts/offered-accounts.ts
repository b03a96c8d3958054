/** Accounts of the types that a deployment offers: the contract lists all types, but does not require each of them. */
import { Blocked, expect, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { pollAccount } from './customer-account.ts'

type BeneficiaryType = 'INDIVIDUAL' | 'BUSINESS'

export interface OfferedAccount {
  readonly accountType: string
  readonly account: CheckedResponse
}

/**
 * An account of each of these types that the deployment offers.
 *
 * @throws Blocked when it offers none of them
 */
export async function createOfferedAccounts(
  context: CheckContext,
  types: readonly string[],
): Promise<readonly OfferedAccount[]> {
  const accounts: OfferedAccount[] = []
  for (const accountType of types) {
    const offered = await createAccountOfType(context, accountType)
    if (!(offered instanceof Blocked)) accounts.push(offered)
    else if (accounts.length === 0 && accountType === types.at(-1)) throw offered
  }
  return accounts
}

/**
 * An account of the first of these types that the deployment offers.
 *
 * @throws Blocked when it offers none of them
 */
export async function createOfferedAccount(
  context: CheckContext,
  [accountType = '', ...others]: readonly string[],
  beneficiaryType: BeneficiaryType,
): Promise<OfferedAccount> {
  const offered = await createAccountOfType(context, accountType, beneficiaryType)
  if (!(offered instanceof Blocked)) return offered
  if (others.length === 0) throw offered
  return createOfferedAccount(context, others, beneficiaryType)
}

async function createAccountOfType(
  context: CheckContext,
  accountType: string,
  beneficiaryType?: BeneficiaryType,
): Promise<OfferedAccount | Blocked> {
  const params = { accountType, ...(beneficiaryType && { beneficiaryType }) }
  const arranged = await context
    .arrange('external-account-of-type', params)
    .catch((error: unknown) => blockedOrThrow(error))
  return arranged instanceof Blocked
    ? arranged
    : { accountType, account: await readOffered(context, arranged) }
}

async function readOffered(
  context: CheckContext,
  values: StateValues['external-account-of-type'],
): Promise<CheckedResponse> {
  const account = await context.readOnce(values, 'account', (reading) =>
    pollAccount(reading, values.externalAccountId),
  )
  expect(account).toHaveStatus(200)
  return account
}

function blockedOrThrow(error: unknown): Blocked {
  if (error instanceof Blocked) return error
  throw error
}
