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

/** Whether the account is still read as the default, at the end of the time that a change may take to show. */
export const pollDefault = async (context: CheckContext, id: string): Promise<boolean> =>
  (
    await context.poll(
      () => readDefaultsAmong(context, [id]),
      (defaults) => defaults.length === 0,
    )
  ).length > 0

/** @throws Blocked when the request is rejected: the contract does not say that such a wallet can be the default */
function accepted(response: CheckedResponse): CheckedResponse {
  if (response.status < 400) return response
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the request'} for a wallet as the default account returned ${response.status} (exchange ${response.exchange})`,
    'The contract does not say whether a wallet can be the default. If it cannot, allow the requirement with --allow-blocked.',
  )
}
