import { randomUUID } from 'node:crypto'
import { statesOf, type StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { linkAccount, linkExternalAccount } from '../operations/stablecoins.ts'
import type { ExternalAccount } from '../resources/payments.ts'
import type { ProviderAccount, ProviderToken, Stablecoin } from '../resources/stablecoins.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import { newExternalAccount } from './external-account.ts'
import { oneOf, optionalAmount, Unsupported, type Params } from './params.ts'
import type { SetUps } from './states.ts'

const fresh = () => randomUUID().slice(-8).toUpperCase()

/** An account at a provider, which is not linked yet. */
export function newProviderAccount({ store }: ServerContext): ProviderAccount {
  const account: ProviderAccount = {
    provider: 'example-provider',
    apiClientId: `client-${fresh()}`,
    apiClientSecret: randomUUID(),
    tokens: new Map(),
    sourceIsLinked: true,
    declinesOperations: false,
    declinedWallets: new Set(),
  }
  store.providerAccounts.set(`${account.provider} ${account.apiClientId}`, account)
  return account
}

/** A token as created at a provider. */
export function newToken({ tokens }: ProviderAccount, symbol = `X${fresh()}`): ProviderToken {
  const token = {
    providerTokenIdentifier: `token-${fresh()}`,
    networkTokenIdentifier: `0x${randomUUID().replaceAll('-', '')}00000000`,
    network: 'BASE',
    symbol,
  }
  tokens.set(token.providerTokenIdentifier, token)
  return token
}

/** A stablecoin with the given number of links for mints and burns. */
export function newStablecoin(
  server: ServerContext,
  besides: Partial<Stablecoin> = {},
  providerAccounts = 1,
): Stablecoin {
  const { rules, store, now } = server
  const accounts = Array.from({ length: providerAccounts }, () => newProviderAccount(server))
  const token = newToken(accounts[0]!)
  for (const { tokens } of accounts) tokens.set(token.providerTokenIdentifier, token)
  const stablecoin: Stablecoin = {
    id: rules.newId('Stablecoin'),
    ...token,
    decimals: 6,
    operations: ['MINT', 'BURN'],
    walletType: 'BASE_WALLET',
    linkIds: accounts.map((account) => linkAccount(server, account).id),
    registeredAt: now(),
    provisioned: true,
    enablement: 'ENABLED',
    earlier: undefined,
    ...besides,
  }
  store.stablecoins.set(stablecoin.id, stablecoin)
  return stablecoin
}

export const newWallet = (server: ServerContext, accountType = 'BASE_WALLET'): ExternalAccount =>
  newExternalAccount(server, newCustomer(server).id, 'USDC', {
    accountType,
    address: `0x${randomUUID().replaceAll('-', '')}00000000`,
  })

function setUpStablecoin(server: ServerContext, params: Params): StateValues['stablecoin'] {
  const enablement = oneOf(params, 'enablement', statesOf('Stablecoin enablement'))
  return { stablecoinId: newStablecoin(server, { enablement }).id }
}

function setUpProviderAccount(server: ServerContext): StateValues['stablecoin-provider-account'] {
  const { provider, apiClientId, apiClientSecret } = newProviderAccount(server)
  return { provider, apiClientId, apiClientSecret }
}

function setUpToken(server: ServerContext): StateValues['stablecoin-token'] {
  const account = newProviderAccount(server)
  const { symbol, ...token } = newToken(account)
  const other = newToken(account)
  const sameSymbol = newToken(account, symbol)
  return {
    stablecoinProviderAccountId: linkAccount(server, account).id,
    ...token,
    otherProviderTokenIdentifier: other.providerTokenIdentifier,
    otherNetworkTokenIdentifier: other.networkTokenIdentifier,
    sameSymbolProviderTokenIdentifier: sameSymbol.providerTokenIdentifier,
    sameSymbolNetworkTokenIdentifier: sameSymbol.networkTokenIdentifier,
  }
}

/** Returns the parameters of a mint to a wallet that is already linked with every provider account. */
function setUpIssuer(server: ServerContext, params: Params): StateValues['stablecoin-issuer'] {
  const { store } = server
  const providerAccounts = Number(optionalAmount(params, 'providerAccounts') ?? 1n)
  if (providerAccounts < 1 || providerAccounts > 10)
    throw new Unsupported('providerAccounts is 1 to 10 here.')
  const decimals = Number(optionalAmount(params, 'decimals') ?? 6n)
  const stablecoin = newStablecoin(server, { decimals }, providerAccounts)
  const wallet = newWallet(server)
  for (const id of stablecoin.linkIds) {
    linkExternalAccount(server, id, wallet.id)
    if (params.revoked === true) store.providerAccountLinks.get(id)!.status = 'REVOKED'
  }
  for (let made = 0; made < server.rules.operationsBeforehand; made++) {
    const id = server.rules.newId('StablecoinOperation')
    const [linkId] = stablecoin.linkIds as [string]
    const { id: stablecoinId, registeredAt: createdAt } = stablecoin
    store.stablecoinOperations.set(id, {
      id,
      stablecoinId,
      linkId,
      type: 'MINT',
      amount: 1_000_000n,
      createdAt,
    })
  }
  const source = newInternalAccount(server, newCustomer(server).id, stablecoin.symbol, 1_000_000n)
  const platformAccount = newInternalAccount(server, newCustomer(server).id, 'USD', 1_000_000n)
  return {
    stablecoinId: stablecoin.id,
    stablecoinProviderAccountIds: stablecoin.linkIds,
    mint: { fundingSource: platformAccount.id, destination: wallet.id },
    burn: { fundingSource: source.id, destination: platformAccount.id },
    amount: 10_000,
  }
}

export const stablecoinsStates = {
  stablecoin: setUpStablecoin,
  'stablecoin-provider-account': setUpProviderAccount,
  'stablecoin-token': setUpToken,
  'stablecoin-issuer': setUpIssuer,
} satisfies Partial<SetUps>
