import type { ServerContext } from '../call.ts'
import { linkAccount, linkExternalAccount } from '../operations/stablecoins.ts'
import { newCustomer, newInternalAccount } from '../provider-states/customer.ts'
import { newExternalAccount } from '../provider-states/external-account.ts'
import { newProviderAccount, newStablecoin, newToken, newWallet } from '../provider-states/stablecoins.ts'
import type {
  ProviderAccount,
  ProviderAccountLink,
  ProviderToken,
  Stablecoin,
} from '../resources/stablecoins.ts'
import { stored } from '../store.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

const posting = (path: string, body?: object): ErrorRequest => ({
  method: 'POST',
  path,
  auth: 'PLATFORM',
  ...(body && { body }),
})

const linkOf = ({ store }: ServerContext, { linkIds }: Stablecoin): ProviderAccountLink =>
  stored(store.providerAccountLinks, linkIds[0]!)

/** A mint to a wallet. It succeeds unless the stablecoin, its link or the wallet is invalid. */
function minting(
  server: ServerContext,
  stablecoin: Stablecoin,
  destination = newWallet(server).id,
  besides: object = {},
): ErrorRequest {
  const fundingSource = newInternalAccount(server, newCustomer(server).id, 'USD', 1_000_000n).id
  const body = { amount: 10_000, fundingSource, destination, linkMethod: 'WALLET_ADDRESS', ...besides }
  return posting(`/stablecoins/${stablecoin.id}/mints`, body)
}

/** A mint through a link, after a change of the link or of the account at the provider. */
function mintingThrough(server: ServerContext, happens: (link: ProviderAccountLink) => void): ErrorRequest {
  const stablecoin = newStablecoin(server)
  happens(linkOf(server, stablecoin))
  return minting(server, stablecoin)
}

/** A burn of funds that an account in the currency holds. */
function burning(server: ServerContext, stablecoin: Stablecoin, currency: string): ErrorRequest {
  const source = newInternalAccount(server, newCustomer(server).id, currency, 1_000_000n)
  const destination = newInternalAccount(server, newCustomer(server).id, 'USD', 0n).id
  return posting(`/stablecoins/${stablecoin.id}/burns`, {
    amount: 10_000,
    fundingSource: source.id,
    destination,
  })
}

/** The registration of a token through the link of an account. */
const registering = (
  server: ServerContext,
  account: ProviderAccount,
  {
    providerTokenIdentifier,
    networkTokenIdentifier,
    network,
  }: Pick<ProviderToken, 'providerTokenIdentifier' | 'networkTokenIdentifier' | 'network'>,
): ErrorRequest =>
  posting('/stablecoins', {
    stablecoinProviderAccountId: linkAccount(server, account).id,
    providerTokenIdentifier,
    networkTokenIdentifier,
    network,
  })

export const stablecoinsErrorConditions = {
  STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE: (server) =>
    posting(`/stablecoins/${newStablecoin(server).id}/enablement`),

  STABLECOIN_SYMBOL_ALREADY_EXISTS: (server) => {
    const { symbol } = newStablecoin(server)
    const account = newProviderAccount(server)
    return registering(server, account, newToken(account, symbol))
  },

  STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS: (server) => {
    const { networkTokenIdentifier } = newStablecoin(server)
    const account = newProviderAccount(server)
    return registering(server, account, { ...newToken(account), networkTokenIdentifier })
  },

  STABLECOIN_VERIFICATION_FAILED: (server) =>
    registering(server, newProviderAccount(server), newToken(newProviderAccount(server))),

  STABLECOIN_PROVIDER_ACCOUNT_INVALID: (server) =>
    mintingThrough(server, (link) => {
      link.status = 'INVALID'
    }),

  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: (server) =>
    mintingThrough(server, (link) => {
      link.status = 'REVOKED'
    }),

  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: (server) => minting(server, newStablecoin(server, {}, 2)),

  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: (server) =>
    minting(server, newStablecoin(server), undefined, {
      stablecoinProviderAccountId: server.rules.newId('StablecoinProviderAccount'),
    }),

  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: (server) =>
    minting(server, newStablecoin(server, { decimals: 0 }), undefined, { amount: 10_050 }),

  STABLECOIN_NOT_PROVISIONED: (server) => minting(server, newStablecoin(server, { provisioned: false })),

  STABLECOIN_OPERATION_NOT_SUPPORTED: (server) =>
    minting(server, newStablecoin(server, { operations: ['BURN'] })),

  STABLECOIN_PROVIDER_SOURCE_NOT_LINKED: (server) =>
    mintingThrough(server, ({ account }) => {
      account.sourceIsLinked = false
    }),

  STABLECOIN_PROVIDER_ERROR: (server) =>
    mintingThrough(server, ({ account }) => {
      account.declinesOperations = true
    }),

  STABLECOIN_BURN_SOURCE_NOT_SUPPORTED: (server) => burning(server, newStablecoin(server), 'EUR'),

  STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED: (server) => {
    const stablecoin = newStablecoin(server, { enablement: 'NOT_ENABLED' })
    return burning(server, stablecoin, stablecoin.symbol)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND: (server) =>
    minting(server, newStablecoin(server), server.rules.newId('ExternalAccount')),

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED: (server) =>
    minting(server, newStablecoin(server), newWallet(server, 'LIGHTNING').id),

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED: (server) => {
    const stablecoin = newStablecoin(server)
    const wallet = newWallet(server)
    linkExternalAccount(server, linkOf(server, stablecoin).id, wallet.id, false)
    return minting(server, stablecoin, wallet.id)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED: (server) => {
    const bank = newExternalAccount(server, newCustomer(server).id, 'USD', {
      accountType: 'USD_ACCOUNT',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Example Ltd' },
    })
    return minting(server, newStablecoin(server), bank.id)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED: (server) =>
    minting(server, newStablecoin(server), undefined, { linkMethod: undefined }),

  STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED: (server) =>
    minting(server, newStablecoin(server), newWallet(server, 'SOLANA_WALLET').id),

  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED: (server) => {
    const stablecoin = newStablecoin(server)
    const wallet = newWallet(server)
    linkOf(server, stablecoin).account.declinedWallets.add(String(wallet.accountInfo.address))
    return minting(server, stablecoin, wallet.id)
  },

  STABLECOIN_NOT_FOUND: ({ rules }) => ({
    method: 'GET',
    path: `/stablecoins/${rules.newId('Stablecoin')}`,
    auth: 'PLATFORM',
  }),

  STABLECOIN_OPERATION_NOT_FOUND: (server) => {
    const cursor = server.rules.newId('StablecoinOperation')
    const path = `/stablecoins/${newStablecoin(server).id}/operations?cursor=${cursor}`
    return { method: 'GET', path, auth: 'PLATFORM' }
  },
} satisfies ErrorConditions
