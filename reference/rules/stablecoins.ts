import { isTransition, type ErrorCode } from '../../spec/index.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { ExternalAccount, InternalAccount } from '../resources/payments.ts'
import type {
  Enablement,
  ExternalAccountLink,
  IssuerOperation,
  ProviderAccount,
  ProviderAccountLink,
  ProviderToken,
  Stablecoin,
  StablecoinOperation,
} from '../resources/stablecoins.ts'

const CENT_DECIMALS = 2

/** Why an issuer operation is rejected (contract: Errors, 400 codes). */
const issuerRefusals = {
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: 'The link to the provider account cannot be used.',
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'The link to the provider account is revoked.',
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED:
    'Several links are active: pass stablecoinProviderAccountId to pick one.',
  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: 'The token has not that many digits after the point.',
  STABLECOIN_BURN_SOURCE_NOT_SUPPORTED: 'The account does not hold the stablecoin.',
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED: 'The wallet is on another chain than the token.',
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED: 'The wallet is not linked yet: pass linkMethod.',
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED: 'The external account is not linked any more.',
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED: 'External accounts of this type cannot hold stablecoins.',
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED: 'The provider does not take the wallet.',
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED: 'Link the bank account with the provider first.',
  STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED: 'The stablecoin is not enabled for accounts of the service.',
  STABLECOIN_NOT_PROVISIONED: 'The stablecoin is not provisioned for issuer operations.',
  STABLECOIN_OPERATION_NOT_SUPPORTED: 'The stablecoin does not have this operation.',
  STABLECOIN_PROVIDER_ERROR: 'The provider declined the operation.',
  STABLECOIN_PROVIDER_SOURCE_NOT_LINKED: 'The provider has no source linked to the account.',
  STABLECOIN_VERIFICATION_FAILED: 'The provider has no such token.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Why requests are rejected. */
const refusals = {
  stablecoinNotFound: refusal(404, 'STABLECOIN_NOT_FOUND', 'There is no such stablecoin.'),
  /** Provider account link. */
  providerAccountLinkNotFound: refusal(
    404,
    'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    'There is no such link to a provider account.',
  ),
  stablecoinSymbolAlreadyExists: refusal(
    409,
    'STABLECOIN_SYMBOL_ALREADY_EXISTS',
    'A stablecoin with this symbol is registered.',
  ),
  stablecoinTokenIdentifierAlreadyExists: refusal(
    409,
    'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    'A stablecoin with this token identifier is registered.',
  ),
  invalidIssuerAmount: refusal(
    400,
    'INVALID_AMOUNT',
    'amount is an integer above zero, in the smallest unit.',
  ),
  stablecoinExternalAccountNotFound: refusal(
    404,
    'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    'There is no such account.',
  ),
  /** A cursor is the last operation returned. */
  stablecoinOperationNotFound: refusal(404, 'STABLECOIN_OPERATION_NOT_FOUND', 'There is no such operation.'),
}

/** Contract: States, Stablecoin Service enablement; Errors. The contract shows no operation of stablecoins. */
export const stablecoinsRules = {
  ...refusals,

  stablecoinNamed: (stablecoins: ReadonlyMap<string, Stablecoin>, id: string): Stablecoin | undefined =>
    stablecoins.get(id),

  /** Enablement can be requested from NOT_ENABLED and, again, from PENDING_APPROVAL; from no other state. */
  enablementMayBeRequested: (from: Enablement): boolean =>
    isTransition('Stablecoin enablement', from, 'PENDING_APPROVAL'),

  enablementNotRequestable: (from: Enablement): Refusal =>
    refusal(409, 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE', `The stablecoin is ${from}.`),

  enablementAfterRequest: (_from: Enablement): Enablement => 'PENDING_APPROVAL',

  listedStablecoins: (stablecoins: Iterable<Stablecoin>, _now: number): readonly Stablecoin[] =>
    [...stablecoins].toReversed(),

  listedProviderAccountLinks: (
    links: Iterable<ProviderAccountLink>,
    _now: number,
  ): readonly ProviderAccountLink[] => [...links].toReversed(),

  stablecoinPageSize: 20,

  /** The index of the first stablecoin after a cursor. */
  stablecoinsFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  providerAccountAt: (
    accounts: ReadonlyMap<string, ProviderAccount>,
    provider: unknown,
    reference: unknown,
  ): ProviderAccount | undefined => accounts.get(`${String(provider)} ${String(reference)}`),

  /** A registered stablecoin was verified with the provider, which has that token on that network. */
  tokenAtProvider: (
    { tokens }: ProviderAccount,
    { providerTokenIdentifier, networkTokenIdentifier, network }: Omit<ProviderToken, 'symbol'>,
  ): ProviderToken | undefined => {
    const token = tokens.get(providerTokenIdentifier)
    return token?.networkTokenIdentifier === networkTokenIdentifier && token.network === network
      ? token
      : undefined
  },

  symbolIsTaken: (stablecoins: Iterable<Stablecoin>, symbol: string): boolean =>
    [...stablecoins].some((registered) => registered.symbol === symbol),

  tokenIdentifierIsTaken: (stablecoins: Iterable<Stablecoin>, tokenIdentifier: string): boolean =>
    [...stablecoins].some((registered) => registered.networkTokenIdentifier === tokenIdentifier),

  stablecoinIsKept: true,

  /** `amount` is an integer in the smallest unit, above zero. */
  issuerAmount: (amount: unknown): bigint | undefined =>
    typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 ? BigInt(amount) : undefined,

  /** The links of the stablecoin. */
  linksOf: (links: ReadonlyMap<string, ProviderAccountLink>, { linkIds }: Stablecoin) =>
    [...links.values()].filter(({ id }) => linkIds.includes(id)),

  /** A named link is used. Without one, exactly one link must be active. */
  linkPicked: (
    ofStablecoin: readonly ProviderAccountLink[],
    picked: unknown,
  ): ProviderAccountLink | 'SEVERAL' | undefined => {
    if (picked !== undefined) return ofStablecoin.find(({ id }) => id === picked)
    const active = ofStablecoin.filter(({ status }) => status === 'ACTIVE')
    return active.length > 1 ? 'SEVERAL' : (active[0] ?? ofStablecoin[0])
  },

  linkIsUsable: ({ status }: ProviderAccountLink, _type: IssuerOperation): boolean => status === 'ACTIVE',

  stablecoinHasOperation: ({ operations }: Stablecoin, type: IssuerOperation): boolean =>
    operations.includes(type),

  /** Every operation on an account of the service requires the enablement for the service. */
  serviceOperationsEnabled: ({ enablement }: Stablecoin): boolean => enablement === 'ENABLED',

  /** A token may have fewer decimals than cents. */
  isRepresentable: (amount: bigint, { decimals }: Stablecoin): boolean =>
    decimals >= CENT_DECIMALS || amount % 10n ** BigInt(CENT_DECIMALS - decimals) === 0n,

  /** A burn takes funds from an account that has them. */
  mayBeBurntFrom: ({ currency }: InternalAccount, { symbol }: Stablecoin): boolean => currency === symbol,

  providerTakesOperation: ({ declinesOperations }: ProviderAccount): boolean => !declinesOperations,

  /** The error of an external account as a destination; undefined: valid. */
  destinationProblem: (
    { accountInfo: { accountType, address } }: ExternalAccount,
    link: ExternalAccountLink | undefined,
    linkMethod: unknown,
    { walletType }: Stablecoin,
    { declinedWallets }: ProviderAccount,
  ): keyof typeof issuerRefusals | undefined => {
    if (accountType.startsWith('LIGHTNING')) return 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED'
    if (link) return link.linked ? undefined : 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED'
    if (!accountType.endsWith('_WALLET')) return 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED'
    if (linkMethod === undefined) return 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED'
    if (accountType !== walletType) return 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED'
    return declinedWallets.has(String(address))
      ? 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED'
      : undefined
  },

  issuerOperationRefused: (code: keyof typeof issuerRefusals): Refusal =>
    refusal(400, code, issuerRefusals[code]),

  /** A rejected operation has no effect. */
  refusedOperationIsKept: false,

  issuerOperationIsKept: (_type: IssuerOperation): boolean => true,

  /** Operations that prepare a stablecoin for mints and burns. */
  operationsBeforehand: 0,

  operationsOf: (
    operations: Iterable<StablecoinOperation>,
    stablecoin: Stablecoin,
    _now: number,
  ): readonly StablecoinOperation[] =>
    [...operations].filter(({ stablecoinId }) => stablecoinId === stablecoin.id).toReversed(),

  /** The cursor of the next page. */
  operationCursor: (operations: readonly StablecoinOperation[], end: number): string =>
    operations[end - 1]!.id,
}
