import type { Setting } from '../call.ts'
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

const linkOf = ({ store }: Setting, { linkIds }: Stablecoin): ProviderAccountLink =>
  stored(store.providerAccountLinks, linkIds[0]!)

/** A mint to a wallet, which is in order unless the stablecoin, its link or the wallet is not. */
function minting(
  setting: Setting,
  stablecoin: Stablecoin,
  destination = newWallet(setting).id,
  besides: object = {},
): ErrorRequest {
  const fundingSource = newInternalAccount(setting, newCustomer(setting).id, 'USD', 1_000_000n).id
  const body = { amount: 10_000, fundingSource, destination, linkMethod: 'WALLET_ADDRESS', ...besides }
  return posting(`/stablecoins/${stablecoin.id}/mints`, body)
}

/** A mint through a link, after something has happened to it or to the account at the provider. */
function mintingThrough(setting: Setting, happens: (link: ProviderAccountLink) => void): ErrorRequest {
  const stablecoin = newStablecoin(setting)
  happens(linkOf(setting, stablecoin))
  return minting(setting, stablecoin)
}

/** A burn of what an account in the currency holds. */
function burning(setting: Setting, stablecoin: Stablecoin, currency: string): ErrorRequest {
  const source = newInternalAccount(setting, newCustomer(setting).id, currency, 1_000_000n)
  const destination = newInternalAccount(setting, newCustomer(setting).id, 'USD', 0n).id
  return posting(`/stablecoins/${stablecoin.id}/burns`, {
    amount: 10_000,
    fundingSource: source.id,
    destination,
  })
}

/** The registration of a token through the link of an account. */
const registering = (
  setting: Setting,
  account: ProviderAccount,
  {
    providerTokenIdentifier,
    networkTokenIdentifier,
    network,
  }: Pick<ProviderToken, 'providerTokenIdentifier' | 'networkTokenIdentifier' | 'network'>,
): ErrorRequest =>
  posting('/stablecoins', {
    stablecoinProviderAccountId: linkAccount(setting, account).id,
    providerTokenIdentifier,
    networkTokenIdentifier,
    network,
  })

export const stablecoinsErrorConditions = {
  STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE: (setting) =>
    posting(`/stablecoins/${newStablecoin(setting).id}/enablement`),

  STABLECOIN_SYMBOL_ALREADY_EXISTS: (setting) => {
    const { symbol } = newStablecoin(setting)
    const account = newProviderAccount(setting)
    return registering(setting, account, newToken(account, symbol))
  },

  STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS: (setting) => {
    const { networkTokenIdentifier } = newStablecoin(setting)
    const account = newProviderAccount(setting)
    return registering(setting, account, { ...newToken(account), networkTokenIdentifier })
  },

  STABLECOIN_VERIFICATION_FAILED: (setting) =>
    registering(setting, newProviderAccount(setting), newToken(newProviderAccount(setting))),

  STABLECOIN_PROVIDER_ACCOUNT_INVALID: (setting) =>
    mintingThrough(setting, (link) => {
      link.status = 'INVALID'
    }),

  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: (setting) =>
    mintingThrough(setting, (link) => {
      link.status = 'REVOKED'
    }),

  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: (setting) =>
    minting(setting, newStablecoin(setting, {}, 2)),

  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: (setting) =>
    minting(setting, newStablecoin(setting), undefined, {
      stablecoinProviderAccountId: setting.rules.newId('StablecoinProviderAccount'),
    }),

  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: (setting) =>
    minting(setting, newStablecoin(setting, { decimals: 0 }), undefined, { amount: 10_050 }),

  STABLECOIN_NOT_PROVISIONED: (setting) => minting(setting, newStablecoin(setting, { provisioned: false })),

  STABLECOIN_OPERATION_NOT_SUPPORTED: (setting) =>
    minting(setting, newStablecoin(setting, { operations: ['BURN'] })),

  STABLECOIN_PROVIDER_SOURCE_NOT_LINKED: (setting) =>
    mintingThrough(setting, ({ account }) => {
      account.sourceIsLinked = false
    }),

  STABLECOIN_PROVIDER_ERROR: (setting) =>
    mintingThrough(setting, ({ account }) => {
      account.declinesOperations = true
    }),

  STABLECOIN_BURN_SOURCE_NOT_SUPPORTED: (setting) => burning(setting, newStablecoin(setting), 'EUR'),

  STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED: (setting) => {
    const stablecoin = newStablecoin(setting, { enablement: 'NOT_ENABLED' })
    return burning(setting, stablecoin, stablecoin.symbol)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND: (setting) =>
    minting(setting, newStablecoin(setting), setting.rules.newId('ExternalAccount')),

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED: (setting) =>
    minting(setting, newStablecoin(setting), newWallet(setting, 'LIGHTNING').id),

  STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED: (setting) => {
    const stablecoin = newStablecoin(setting)
    const wallet = newWallet(setting)
    linkExternalAccount(setting, linkOf(setting, stablecoin).id, wallet.id, false)
    return minting(setting, stablecoin, wallet.id)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED: (setting) => {
    const bank = newExternalAccount(setting, newCustomer(setting).id, 'USD', {
      accountType: 'USD_ACCOUNT',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Example Ltd' },
    })
    return minting(setting, newStablecoin(setting), bank.id)
  },

  STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED: (setting) =>
    minting(setting, newStablecoin(setting), undefined, { linkMethod: undefined }),

  STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED: (setting) =>
    minting(setting, newStablecoin(setting), newWallet(setting, 'SOLANA_WALLET').id),

  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED: (setting) => {
    const stablecoin = newStablecoin(setting)
    const wallet = newWallet(setting)
    linkOf(setting, stablecoin).account.declinedWallets.add(String(wallet.accountInfo.address))
    return minting(setting, stablecoin, wallet.id)
  },

  STABLECOIN_NOT_FOUND: ({ rules }) => ({
    method: 'GET',
    path: `/stablecoins/${rules.newId('Stablecoin')}`,
    auth: 'PLATFORM',
  }),

  STABLECOIN_OPERATION_NOT_FOUND: (setting) => {
    const cursor = setting.rules.newId('StablecoinOperation')
    const path = `/stablecoins/${newStablecoin(setting).id}/operations?cursor=${cursor}`
    return { method: 'GET', path, auth: 'PLATFORM' }
  },
} satisfies ErrorConditions
