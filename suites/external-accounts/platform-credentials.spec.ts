/** External accounts and trusted beneficiaries require the platform's credentials (contract: Authentication). */
import { isList, listItemsOf, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  readStatus,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { arrangeAccountRequest, created } from './account-request.ts'
import { readAccount } from './customer-account.ts'
import { failed } from './earlier-attempt.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { challengeOf, arrangeTrustedBeneficiary, arrangeUntrustedBeneficiary } from './trusted-beneficiary.ts'

const arrangeCustomerAccount = async ({ arrange }: Pick<CheckContext, 'arrange'>) =>
  arrange('external-account', { ownedBy: 'CUSTOMER', withoutChallenge: true })

const ACCOUNTS: readonly GuardedOperation[] = [
  {
    operation: 'createCustomerExternalAccount',
    arrange: async (context) => {
      const { body, customerId } = await arrangeAccountRequest(context)
      return {
        send: ({ externalAccounts }) => externalAccounts.create(body),
        effect: async () => accountsIn(await context.platform.externalAccounts.list({ customerId })),
        shows: customerId,
      }
    },
  },
  {
    operation: 'listCustomerExternalAccounts',
    arrange: async (context) => {
      const { body, customerId } = await arrangeAccountRequest(context)
      const { id } = created(await context.platform.externalAccounts.create(body))
      return { send: ({ externalAccounts }) => externalAccounts.list({ customerId }), shows: id }
    },
  },
  {
    operation: 'getCustomerExternalAccount',
    arrange: async (context) => {
      const { externalAccountId } = await arrangeCustomerAccount(context)
      await readAccount(context, externalAccountId)
      return { send: ({ externalAccounts }) => externalAccounts.get(externalAccountId) }
    },
  },
  {
    operation: 'deleteCustomerExternalAccount',
    arrange: async (context) => {
      const { externalAccountId } = await arrangeCustomerAccount(context)
      await readAccount(context, externalAccountId)
      return {
        send: ({ externalAccounts }) => externalAccounts.delete(externalAccountId),
        effect: () => readStatus(context.platform.externalAccounts.get(externalAccountId)),
      }
    },
  },
  {
    operation: 'createPlatformExternalAccount',
    arrange: async ({ arrange }) => {
      const { body } = await arrange('external-account-request', { ownedBy: 'PLATFORM' })
      return { send: ({ externalAccounts }) => externalAccounts.createForPlatform(body) }
    },
  },
  {
    operation: 'getPlatformExternalAccount',
    arrange: async ({ arrange, platform, poll }) => {
      const { externalAccountId } = await arrange('external-account', {
        ownedBy: 'PLATFORM',
        withoutChallenge: true,
      })
      await poll(
        () => platform.externalAccount(externalAccountId),
        ({ status }) => status === 200,
      )
      return { send: (caller) => caller.externalAccount(externalAccountId) }
    },
  },
  {
    operation: 'startOwnershipChallenge',
    // While a challenge is outstanding, a server may reject the start of another one.
    arrange: async ({ arrange, platform, poll, wallets }) => {
      const { externalAccountId, messageToSign } = await arrange('wallet-challenge', {
        chain: 'EVM',
        address: wallets.evm().address,
      })
      failed(
        await verifyUntilFound({ platform, poll }, externalAccountId, {
          signature: wallets.evm().sign(messageToSign),
        }),
      )
      return {
        send: ({ externalAccounts }) =>
          externalAccounts.startChallenge(externalAccountId, 'WALLET_SIGNATURE'),
      }
    },
  },
]

/** Each can be confirmed once: had a rejected request had an effect, the accepted one would be rejected. */
const BENEFICIARIES: readonly GuardedOperation[] = [
  {
    operation: 'trustBeneficiary',
    arrange: async (context) => {
      const { externalAccountId } = await arrangeUntrustedBeneficiary(context)
      return { send: ({ externalAccounts }) => externalAccounts.trust(externalAccountId) }
    },
  },
  {
    operation: 'confirmTrust',
    arrange: async (context) => {
      const { externalAccountId, code } = await arrangeUntrustedBeneficiary(context)
      const challengeId = challengeOf(await context.platform.externalAccounts.trust(externalAccountId))
      const confirmation = { challengeId, code: await code(challengeId) }
      return {
        send: ({ externalAccounts }) => externalAccounts.confirmTrust(externalAccountId, confirmation),
      }
    },
  },
  {
    operation: 'untrustBeneficiary',
    arrange: async (context) => {
      const { externalAccountId } = await arrangeTrustedBeneficiary(context)
      return { send: ({ externalAccounts }) => externalAccounts.untrust(externalAccountId) }
    },
  },
  {
    operation: 'confirmUntrust',
    arrange: async (context) => {
      const { externalAccountId, code } = await arrangeTrustedBeneficiary(context)
      const challengeId = challengeOf(await context.platform.externalAccounts.untrust(externalAccountId))
      const confirmation = { challengeId, code: await code(challengeId) }
      return {
        send: ({ externalAccounts }) => externalAccounts.confirmUntrust(externalAccountId, confirmation),
      }
    },
  },
]

requirePlatformCredentials('EXT-33', ACCOUNTS)
rejectAgentTokens('EXT-70', ACCOUNTS)
requirePlatformCredentials('TRU-11', BENEFICIARIES)
rejectAgentTokens('TRU-40', BENEFICIARIES)

/** The number of accounts in a list of a customer that no other check uses. */
function accountsIn(response: CheckedResponse): unknown {
  return { status: response.status, count: isList(response) ? listItemsOf(response).length : 'not a list' }
}
