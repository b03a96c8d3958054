import { Blocked, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import { arrangeAccountRequest, created, withInfo } from './account-request.ts'
import { readDefaultsAmong, requireDefault } from './default-account.ts'
import { startedChallenge } from './expectations.ts'
import { startChallengeUntilFound } from './started-challenge.ts'

/**
 * A wallet of a customer that is the default UMA deposit account, with an outstanding challenge.
 *
 * @throws Blocked when the account is not created as the default, or gets no challenge
 */
export async function createDefaultWallet(
  context: CheckContext,
  address: string,
): Promise<{ readonly id: string; readonly messageToSign: string }> {
  const { body } = await arrangeAccountRequest(context, { accountType: 'ETHEREUM_WALLET' })
  const request = { ...withInfo(body, { address }), defaultUmaDepositAccount: true }
  const { id } = created(accepted(await context.platform.externalAccounts.create(request)))
  const started = accepted(await startChallengeUntilFound(context, id))
  await requireDefault(context, id)
  return { id, messageToSign: startedChallenge(started).messageToSign }
}

/**
 * A wallet of a customer with an outstanding challenge.
 *
 * @param customerId default: a new customer
 * @throws Blocked when the account gets no challenge
 */
export async function createWallet(
  context: CheckContext,
  address: string,
  customerId?: string,
): Promise<{ readonly id: string; readonly customerId: string; readonly messageToSign: string }> {
  const request = await arrangeAccountRequest(context, {
    accountType: 'ETHEREUM_WALLET',
    ...(customerId !== undefined && { customerId }),
  })
  const body = withInfo(request.body, { address })
  const { id } = created(accepted(await context.platform.externalAccounts.create(body)))
  const started = accepted(await startChallengeUntilFound(context, id))
  return { id, customerId: request.customerId, messageToSign: startedChallenge(started).messageToSign }
}

/** Whether the account is still read as the default, at the end of the time that a change may take to show. */
export const pollDefault = async (context: CheckContext, id: string): Promise<boolean> =>
  (
    await context.poll(
      () => readDefaultsAmong(context, [id]),
      (defaults) => defaults.length === 0,
    )
  ).length > 0

/** @throws Blocked when the request is rejected: the contract does not say which wallets a customer can have */
function accepted(response: CheckedResponse): CheckedResponse {
  if (response.status < 400) return response
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the request'} for a wallet of a customer returned ${response.status} (exchange ${response.exchange})`,
    'The contract does not say how many wallets a customer can have, and whether one can be the default. If this one cannot exist, allow the requirement with --allow-blocked.',
  )
}
