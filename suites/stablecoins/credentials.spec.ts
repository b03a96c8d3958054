/** Stablecoins require the platform's credentials (contract: Authentication). */
import { walkList, type CheckContext } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { arrangeStablecoin } from './enablement.ts'
import { accountOf, burnOf, mintOf, tokenOf } from './created-resources.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'listStablecoins',
    arrange: async ({ arrange }) => {
      const { stablecoinId } = await arrange('stablecoin', { enablement: 'NOT_ENABLED' })
      return { send: ({ stablecoins }) => stablecoins.list(), shows: stablecoinId }
    },
  },
  {
    operation: 'registerStablecoin',
    // A symbol is registered once: had a rejected request registered it, the accepted one would conflict.
    arrange: async ({ arrange }) => {
      const token = await arrange('stablecoin-token', {})
      return { send: ({ stablecoins }) => stablecoins.register(tokenOf(token)) }
    },
  },
  {
    operation: 'linkStablecoinProviderAccount',
    arrange: async ({ arrange }) => {
      const account = await arrange('stablecoin-provider-account', {})
      return {
        send: ({ stablecoins }) => stablecoins.linkProviderAccount(accountOf(account)),
      }
    },
  },
  {
    operation: 'getStablecoin',
    arrange: async (context) => {
      const { stablecoinId } = await context.arrange('stablecoin', { enablement: 'NOT_ENABLED' })
      await context.poll(
        () => context.platform.stablecoins.get(stablecoinId),
        ({ status }) => status === 200,
      )
      return { send: ({ stablecoins }) => stablecoins.get(stablecoinId) }
    },
  },
  {
    operation: 'requestStablecoinEnablement',
    needs: 'stablecoins.enablement',
    arrange: async (context) => {
      const { stablecoinId, shown } = await arrangeStablecoin(context, 'NOT_ENABLED')
      return { send: ({ stablecoins }) => stablecoins.requestEnablement(stablecoinId), effect: shown }
    },
  },
  {
    operation: 'createStablecoinMint',
    needs: 'stablecoins.issuer-operations',
    arrange: async (context) => {
      const issuer = await context.arrange('stablecoin-issuer', {})
      return {
        send: ({ stablecoins }) => stablecoins.mint(issuer.stablecoinId, mintOf(issuer)),
        effect: () => listOperations(context, issuer.stablecoinId),
      }
    },
  },
  {
    operation: 'createStablecoinBurn',
    needs: 'stablecoins.issuer-operations',
    arrange: async (context) => {
      const issuer = await context.arrange('stablecoin-issuer', {})
      return {
        send: ({ stablecoins }) => stablecoins.burn(issuer.stablecoinId, burnOf(issuer)),
        effect: () => listOperations(context, issuer.stablecoinId),
      }
    },
  },
  {
    operation: 'listStablecoinOperations',
    needs: 'stablecoins.issuer-operations',
    arrange: async ({ arrange }) => {
      const { stablecoinId } = await arrange('stablecoin-issuer', {})
      return { send: ({ stablecoins }) => stablecoins.operations(stablecoinId) }
    },
  },
  {
    operation: 'listStablecoinProviderAccounts',
    arrange: async ({ arrange }) => {
      const { stablecoinProviderAccountIds } = await arrange('stablecoin-issuer', {})
      return {
        send: ({ stablecoins }) => stablecoins.providerAccounts(),
        shows: String(stablecoinProviderAccountIds[0]),
      }
    },
  },
]

requirePlatformCredentials('STB-31', OPERATIONS)
rejectAgentTokens('STB-60', OPERATIONS)

/** The number of listed operations of a stablecoin that no other check uses. */
async function listOperations(
  { platform }: Pick<CheckContext, 'platform'>,
  stablecoinId: string,
): Promise<number> {
  const { ids } = await walkList((cursor) => platform.stablecoins.operations(stablecoinId, cursor))
  return ids.length
}
