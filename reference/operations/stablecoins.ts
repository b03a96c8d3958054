import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type {
  IssuerOperation,
  ProviderAccount,
  ProviderAccountLink,
  Stablecoin,
  StablecoinOperation,
} from '../resources/stablecoins.ts'
import { stored } from '../store.ts'

/** At this provider every account and every token exists. */
const SANDBOX = 'SANDBOX'

function openSandboxAccount({ store }: ServerContext, apiClientId: string, apiClientSecret: string): void {
  const key = `${SANDBOX} ${apiClientId}`
  if (store.providerAccounts.has(key)) return
  store.providerAccounts.set(key, {
    provider: SANDBOX,
    apiClientId,
    apiClientSecret,
    tokens: new Map(),
    sourceIsLinked: true,
    declinesOperations: false,
    declinedWallets: new Set(),
  })
}

const linkStablecoinProviderAccount: PlatformOperation = (server, { body }) => {
  const { rules, store } = server
  const { provider, apiClientId, apiClientSecret } = body()
  if (provider === SANDBOX) openSandboxAccount(server, String(apiClientId), String(apiClientSecret))
  const account = rules.providerAccountAt(store.providerAccounts, provider, apiClientId)
  if (account?.apiClientSecret !== apiClientSecret || !account)
    throw new Refused(rules.issuerOperationRefused('STABLECOIN_PROVIDER_ACCOUNT_INVALID'))
  return { status: 201, body: linkBody(linkAccount(server, account)) }
}

/** Links an account at a provider. */
export function linkAccount(
  { rules, store, now }: ServerContext,
  account: ProviderAccount,
): ProviderAccountLink {
  const link: ProviderAccountLink = {
    id: rules.newId('StablecoinProviderAccount'),
    account,
    linkedAt: now(),
    status: 'ACTIVE',
  }
  store.providerAccountLinks.set(link.id, link)
  return link
}

const listStablecoinProviderAccounts: PlatformOperation = (server, { query }) => {
  const { rules, store, now } = server
  const all = rules.listedProviderAccountLinks(store.providerAccountLinks.values(), now())
  return { status: 200, body: pageOf(server, all.map(linkBody), Number(query.cursor ?? 0)) }
}

/** Registers a stablecoin that was created at a provider. */
const registerStablecoin: PlatformOperation = async (server, { body }) => {
  const { rules, store, now } = server
  const { stablecoinProviderAccountId, providerTokenIdentifier, networkTokenIdentifier, network } = body()
  if (typeof providerTokenIdentifier !== 'string') throw invalidField(server, 'providerTokenIdentifier')
  if (typeof networkTokenIdentifier !== 'string') throw invalidField(server, 'networkTokenIdentifier')
  if (typeof network !== 'string') throw invalidField(server, 'network')
  const link = store.providerAccountLinks.get(String(stablecoinProviderAccountId))
  if (!link) throw new Refused(rules.providerAccountLinkNotFound)
  if (rules.tokenIdentifierIsTaken(store.stablecoins.values(), networkTokenIdentifier)) {
    throw new Refused(rules.stablecoinTokenIdentifierAlreadyExists)
  }
  const requested = { providerTokenIdentifier, networkTokenIdentifier, network }
  if (link.account.provider === SANDBOX && !link.account.tokens.has(providerTokenIdentifier)) {
    const symbol = `S${providerTokenIdentifier.slice(-8).toUpperCase()}`
    link.account.tokens.set(providerTokenIdentifier, { ...requested, symbol })
  }
  const token = rules.tokenAtProvider(link.account, requested)
  if (!token) throw new Refused(rules.issuerOperationRefused('STABLECOIN_VERIFICATION_FAILED'))
  if (rules.symbolIsTaken(store.stablecoins.values(), token.symbol)) {
    throw new Refused(rules.stablecoinSymbolAlreadyExists)
  }
  await rules.before('registerStablecoin')
  const stablecoin: Stablecoin = {
    id: rules.newId('Stablecoin'),
    symbol: token.symbol,
    ...requested,
    decimals: 6,
    operations: ['MINT', 'BURN'],
    walletType: 'BASE_WALLET',
    linkIds: [link.id],
    registeredAt: now(),
    provisioned: false,
    enablement: 'NOT_ENABLED',
    earlier: undefined,
  }
  if (rules.stablecoinIsKept) store.stablecoins.set(stablecoin.id, stablecoin)
  return { status: 201, body: stablecoinBody(server, stablecoin) }
}

const listStablecoins: PlatformOperation = (server, { query }) => {
  const { rules, store, now } = server
  const all = rules.listedStablecoins(store.stablecoins.values(), now())
  const bodies = all.map((stablecoin) => stablecoinBody(server, stablecoin))
  const limit = Number(query.limit ?? Infinity)
  return { status: 200, body: pageOf(server, bodies, rules.stablecoinsFrom(query.cursor), String, limit) }
}

const getStablecoin: PlatformOperation = (server, call) => ({
  status: 200,
  body: stablecoinBody(server, stablecoinOf(server, call)),
})

/** Contract: States, Stablecoin Service enablement. */
const requestStablecoinEnablement: PlatformOperation = async (server, call) => {
  const { rules, store, now } = server
  const stablecoin = stablecoinOf(server, call)
  await rules.before('requestEnablement', stablecoin.id)
  const from = stablecoin.enablement
  if (!rules.enablementMayBeRequested(from)) {
    rules.afterRefusal('requestEnablement', stablecoin)
    throw new Refused(rules.enablementNotRequestable(from))
  }
  for (const requested of rules.affected(
    'requestStablecoinEnablement',
    stablecoin,
    store.stablecoins.values(),
  )) {
    requested.enablement = rules.enablementAfterRequest(from)
  }
  stablecoin.earlier = { enablement: from, until: now() }
  return { status: 200, body: stablecoinBody(server, stablecoin) }
}

/** Creates an issuer operation, if no rule rejects it. */
const issuing =
  (type: IssuerOperation): PlatformOperation =>
  (server, call) => {
    const { rules, store, now } = server
    const stablecoin = stablecoinOf(server, call)
    const body = call.body()
    const amount = rules.issuerAmount(body.amount)
    if (amount === undefined) throw new Refused(rules.invalidIssuerAmount)
    const link = linkFor(server, stablecoin, body.stablecoinProviderAccountId, type)
    const operation: StablecoinOperation = {
      id: rules.newId('StablecoinOperation'),
      stablecoinId: stablecoin.id,
      linkId: link.id,
      type,
      amount,
      createdAt: now(),
    }
    requireOperation(server, stablecoin, link, operation)
    if (type === 'BURN') requireSource(server, stablecoin, body.fundingSource)
    else requireDestination(server, stablecoin, link, body)
    if (!rules.providerTakesOperation(link.account)) throw refused(server, 'STABLECOIN_PROVIDER_ERROR')
    if (rules.issuerOperationIsKept(type)) store.stablecoinOperations.set(operation.id, operation)
    return { status: 201, body: operationBody(server, operation) }
  }

const refused = (
  { rules }: ServerContext,
  ...[code]: Parameters<ServerContext['rules']['issuerOperationRefused']>
) => new Refused(rules.issuerOperationRefused(code))

/** The link through which the stablecoin is operated. */
function linkFor(
  server: ServerContext,
  stablecoin: Stablecoin,
  picked: unknown,
  type: IssuerOperation,
): ProviderAccountLink {
  const { rules, store, now } = server
  const links = rules.linksOf(store.providerAccountLinks, stablecoin)
  const link = rules.linkPicked(links, picked)
  if (link === 'SEVERAL') {
    if (rules.refusedOperationIsKept) {
      const id = rules.newId('StablecoinOperation')
      const kept = { id, stablecoinId: stablecoin.id, linkId: '', type: 'MINT', amount: 0n } as const
      store.stablecoinOperations.set(id, { ...kept, createdAt: now() })
    }
    throw refused(server, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED')
  }
  if (!link) throw new Refused(rules.providerAccountLinkNotFound)
  if (rules.linkIsUsable(link, type)) return link
  throw refused(
    server,
    link.status === 'REVOKED' ? 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' : 'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
  )
}

function requireOperation(
  server: ServerContext,
  stablecoin: Stablecoin,
  { account }: ProviderAccountLink,
  { type, amount }: StablecoinOperation,
): void {
  const { rules } = server
  if (!stablecoin.provisioned) throw refused(server, 'STABLECOIN_NOT_PROVISIONED')
  if (!rules.stablecoinHasOperation(stablecoin, type)) {
    throw refused(server, 'STABLECOIN_OPERATION_NOT_SUPPORTED')
  }
  if (!rules.isRepresentable(amount, stablecoin)) {
    throw refused(server, 'STABLECOIN_AMOUNT_NOT_REPRESENTABLE')
  }
  if (!account.sourceIsLinked) throw refused(server, 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED')
}

/** A burn takes funds from an internal account, so it is an operation of the service. */
function requireSource(server: ServerContext, stablecoin: Stablecoin, sourceAccountId: unknown): void {
  const { rules, store } = server
  const source = store.internalAccounts.get(String(sourceAccountId))
  if (!source || !rules.mayBeBurntFrom(source, stablecoin)) {
    throw refused(server, 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED')
  }
  if (!rules.serviceOperationsEnabled(stablecoin)) {
    throw refused(server, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED')
  }
}

/** A mint pays an external account, which is linked with the provider if possible. */
function requireDestination(
  server: ServerContext,
  stablecoin: Stablecoin,
  link: ProviderAccountLink,
  { destination: destinationAccountId, linkMethod }: Readonly<Record<string, unknown>>,
): void {
  const { rules, store } = server
  const destination = store.externalAccounts.get(String(destinationAccountId))
  if (!destination) throw new Refused(rules.stablecoinExternalAccountNotFound)
  const already = store.externalAccountLinks.get(linkPlace(link.id, destination.id))
  const problem = rules.destinationProblem(destination, already, linkMethod, stablecoin, link.account)
  if (problem) throw refused(server, problem)
  linkExternalAccount(server, link.id, destination.id)
}

/** Links an external account with the provider of a link, or records that it was linked once. */
export function linkExternalAccount(
  { store }: ServerContext,
  linkId: string,
  externalAccountId: string,
  linked = true,
): void {
  store.externalAccountLinks.set(linkPlace(linkId, externalAccountId), { linked })
}

const linkPlace = (linkId: string, externalAccountId: string) => `${linkId} ${externalAccountId}`

const listStablecoinOperations: PlatformOperation = (server, call) => {
  const { rules, store, now } = server
  const stablecoin = stablecoinOf(server, call)
  const all = rules.operationsOf(store.stablecoinOperations.values(), stablecoin, now())
  const { cursor } = call.query
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && from === 0) throw new Refused(rules.stablecoinOperationNotFound)
  const bodies = all.map((operation) => operationBody(server, operation))
  const limit = Number(call.query.limit ?? Infinity)
  return { status: 200, body: pageOf(server, bodies, from, (end) => rules.operationCursor(all, end), limit) }
}

function stablecoinOf({ rules, store }: ServerContext, { parameter }: Call): Stablecoin {
  const stablecoin = rules.stablecoinNamed(store.stablecoins, parameter('stablecoinId'))
  if (!stablecoin) throw new Refused(rules.stablecoinNotFound)
  return stablecoin
}

/** A page of a list (contract: Paginated list envelope). */
function pageOf(
  { rules }: ServerContext,
  all: readonly object[],
  from: number,
  cursorAt: (end: number) => string = String,
  limit = Infinity,
): object {
  const end = from + Math.min(rules.stablecoinPageSize, limit)
  return {
    data: all.slice(from, end),
    hasMore: end < all.length,
    ...(end < all.length && { nextCursor: cursorAt(end) }),
    totalCount: all.length,
  }
}

const stablecoinBody = ({ rules, now }: ServerContext, stablecoin: Stablecoin) => ({
  id: stablecoin.id,
  symbol: stablecoin.symbol,
  providerTokenIdentifier: stablecoin.providerTokenIdentifier,
  networkTokenIdentifier: stablecoin.networkTokenIdentifier,
  network: stablecoin.network,
  decimals: stablecoin.decimals,
  enablementStatus: rules.shown('Stablecoin', stablecoin, now()).enablement,
})

const linkBody = ({ id, account, status }: ProviderAccountLink) => ({
  id,
  provider: account.provider,
  apiClientId: account.apiClientId,
  status,
})

const operationBody = ({ rules, store, now }: ServerContext, operation: StablecoinOperation) => ({
  id: operation.id,
  stablecoinId: stored(store.stablecoins, operation.stablecoinId).id,
  stablecoinProviderAccountId: operation.linkId,
  type: operation.type,
  amount: rules.serialiseAmount(rules.shown('StablecoinOperation', operation, now()).amount),
  status: 'PENDING',
  createdAt: rules.serialiseTimestamp(operation.createdAt),
})

export const stablecoinsOperations = {
  platform: {
    listStablecoins,
    registerStablecoin,
    getStablecoin,
    requestStablecoinEnablement,
    createStablecoinMint: issuing('MINT'),
    createStablecoinBurn: issuing('BURN'),
    listStablecoinOperations,
    listStablecoinProviderAccounts,
    linkStablecoinProviderAccount,
  },
  agent: {},
  open: {},
}
