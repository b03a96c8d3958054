/** External accounts that the platform links for its customers and itself. */
import { addExternal, presentExternal } from './accounts.ts'
import type { HandlerResponse, Body, Call } from './call.ts'
import { created, isBody, ok } from './call.ts'
import { currency } from './currencies.ts'
import { customerAt } from './customers.ts'
import type { FieldRule } from './fields.ts'
import { among, at, optional, isText, matches, requireFields } from './fields.ts'
import { Rejection, invalidField, notFound } from './rejection.ts'
import type { Chain, ExternalAccount, World } from './world.ts'

const FIAT =
  'AED BDT BRL BWP CAD COP DKK EGP EUR GBP GHS GTQ HKD HTG IDR INR JMD KES MWK MXN MYR NGN PHP PKR RWF SGD SLV THB TZS UGX USD VND XAF XOF ZAR ZMW SWIFT CNY ILS TRY'
    .split(' ')
    .map((name) => `${name}_ACCOUNT`)

const EVM = /^0x[0-9a-fA-F]{40}$/
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,60}$/

/** The address format of each network, and its signature scheme. */
const WALLETS: Readonly<Record<string, { readonly address: RegExp; readonly chain?: Chain }>> = {
  BASE_WALLET: { address: EVM, chain: 'EVM' },
  ETHEREUM_WALLET: { address: EVM, chain: 'EVM' },
  POLYGON_WALLET: { address: EVM, chain: 'EVM' },
  PLASMA_WALLET: { address: EVM, chain: 'EVM' },
  ARBITRUM_WALLET: { address: EVM, chain: 'EVM' },
  SOLANA_WALLET: { address: BASE58, chain: 'SOLANA' },
  TRON_WALLET: { address: BASE58 },
  SPARK_WALLET: { address: /^spark1[a-z0-9]{20,}$/ },
  BITCOIN_WALLET: {
    address: /^([13mn2][1-9A-HJ-NP-Za-km-z]{25,40}|(bc|tb|bcrt)1[a-z0-9]{20,90})$/i,
    chain: 'BITCOIN',
  },
}

const LIGHTNING = ['LIGHTNING', 'LIGHTNING_ACCOUNT']
const TYPES = [...FIAT, ...Object.keys(WALLETS), ...LIGHTNING]
const OWNERSHIPS = ['FIRST_PARTY', 'THIRD_PARTY']
const BENEFICIARIES = ['INDIVIDUAL', 'BUSINESS']

const typeOf = (body: Body): string => String(at(body, 'accountInfo.accountType'))
const isFiat = (body: Body) => FIAT.includes(typeOf(body))
const beneficiaryIs = (body: Body, type: string) =>
  isFiat(body) && at(body, 'accountInfo.beneficiary.beneficiaryType') === type

const RULES: readonly FieldRule[] = [
  ['currency', matches(/^[A-Z]{3,5}$/), { pattern: '[A-Z]{3,5}' }],
  ['ownershipType', optional(among(OWNERSHIPS)), { enum: OWNERSHIPS }],
  ['platformAccountId', optional(isText), { type: 'string' }],
  ['defaultUmaDepositAccount', optional((value) => typeof value === 'boolean'), { type: 'boolean' }],
  ['accountInfo', isBody, { type: 'object' }],
]

const DETAILS: readonly FieldRule[] = [
  ['accountInfo.accountType', among(TYPES), { enum: TYPES }],
  [
    'accountInfo.address',
    (value, body) => WALLETS[typeOf(body)]?.address.test(String(value)) ?? true,
    { format: 'address of the network' },
  ],
  [
    'accountInfo.lightningAddress',
    (value, body) => !LIGHTNING.includes(typeOf(body)) || matches(/^[^@\s]+@[^@\s]+$/)(value),
    { format: 'name@host' },
  ],
  [
    'accountInfo.swiftCode',
    (value, body) => typeOf(body) !== 'SWIFT_ACCOUNT' || matches(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/)(value),
    { format: 'ISO 9362' },
  ],
  [
    'accountInfo.beneficiary.beneficiaryType',
    (value, body) => !isFiat(body) || among(BENEFICIARIES)(value),
    { enum: BENEFICIARIES },
  ],
  [
    'accountInfo.beneficiary.fullName',
    (value, body) => !beneficiaryIs(body, 'INDIVIDUAL') || isText(value),
    { minLength: 1 },
  ],
  [
    'accountInfo.beneficiary.legalName',
    (value, body) => !beneficiaryIs(body, 'BUSINESS') || isText(value),
    { minLength: 1 },
  ],
]

const fingerprint = ({ customerId, info }: Pick<ExternalAccount, 'customerId' | 'info'>): string => {
  const { beneficiary: _, ...identifying } = info
  return JSON.stringify([
    customerId,
    Object.entries(identifying).sort(([one], [other]) => one.localeCompare(other)),
  ])
}

function link(world: World, customerId: string | null, body: Body): HandlerResponse {
  requireFields(body, isBody(body['accountInfo']) ? [...RULES, ...DETAILS] : RULES)
  const info = body['accountInfo'] as Body
  const chain = WALLETS[typeOf(body)]?.chain
  const print = fingerprint({ customerId, info })
  if ([...world.externals.values()].some((other) => fingerprint(other) === print))
    throw new Rejection(409, 'DUPLICATE_EXTERNAL_ACCOUNT', 'You have linked this account before.')
  const account = addExternal(world, {
    customerId,
    currency: String(body['currency']),
    status: chain && customerId === null ? 'PENDING' : 'ACTIVE',
    info,
    ...(chain && { wallet: { chain, address: String(info['address']) } }),
    extra: extrasOf(body),
  })
  if (customerId !== null) makePayable(world, account, customerId)
  if (account.extra?.defaultUmaDepositAccount) keepOneDefault(world, account)
  return created(presentExternal(account, true))
}

function extrasOf(body: Body): NonNullable<ExternalAccount['extra']> {
  const { platformAccountId, ownershipType, defaultUmaDepositAccount } = body
  return {
    ...(isText(platformAccountId) && { platformAccountId }),
    ...(isText(ownershipType) && { ownershipType }),
    ...(isFiat(body) && { beneficiaryVerificationStatus: 'UNSUPPORTED' }),
    defaultUmaDepositAccount: defaultUmaDepositAccount === true,
  }
}

/** Accounts can receive the traded currencies. */
function makePayable(world: World, { id, currency: code }: ExternalAccount, customerId: string): void {
  const of = currency(code)
  if (of) world.ledgers.set(id, { id, customerId, currency: of, internal: false, balance: 0 })
}

function keepOneDefault(world: World, chosen: ExternalAccount): void {
  for (const other of world.externals.values())
    if (other !== chosen && other.customerId === chosen.customerId && other.extra)
      other.extra.defaultUmaDepositAccount = false
}

export function linkForCustomer(world: World, { body }: Call): HandlerResponse {
  const request = body()
  requireFields(request, [['customerId', isText, { minLength: 1 }]])
  return link(world, customerAt(world, request['customerId']).id, request)
}

export const linkForPlatform = (world: World, { body }: Call): HandlerResponse => link(world, null, body())

const ofCustomer = (world: World, id = ''): ExternalAccount => {
  const account = world.externals.get(id)
  if (!account || account.customerId === null) throw notFound()
  return account
}

export const getLinked = (world: World, { path }: Call): HandlerResponse =>
  ok(presentExternal(ofCustomer(world, path[0])))

export function unlink(world: World, { path }: Call): HandlerResponse {
  const { id } = ofCustomer(world, path[0])
  world.externals.delete(id)
  world.ledgers.delete(id)
  return { status: 204, body: '' }
}

/** The oldest first; a cursor is the identifier of the last account returned. */
export function listLinked(world: World, { query }: Call): HandlerResponse {
  const customerId = query.get('customerId')
  const limit = query.get('limit') ?? '25'
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100)
    throw invalidField('limit', { minimum: 1, maximum: 100 }, 'Between 1 and 100, please.')
  const all = [...world.externals.values()].filter(
    (account) => account.customerId !== null && (customerId ?? account.customerId) === account.customerId,
  )
  const cursor = query.get('cursor')
  const start = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== null && start === 0) throw invalidField('cursor', {}, 'That cursor is unknown.')
  const page = all.slice(start, start + Number(limit))
  const more = start + page.length < all.length
  return ok({
    externalAccounts: page.map((account) => presentExternal(account)),
    totalCount: all.length,
    hasMore: more,
    ...(more && { nextCursor: page.at(-1)?.id }),
  })
}
