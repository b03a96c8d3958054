import { listedInArrays, objectsChanged, only, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const LATE_MS = 600

const isStablecoin = ({ id }: Json) => String(id).startsWith('Stablecoin:')
const isOperation = ({ id }: Json) => String(id).startsWith('StablecoinOperation:')

const creations = [
  'linkStablecoinProviderAccount',
  'registerStablecoin',
  'createStablecoinMint',
  'createStablecoinBurn',
] as const

/** Contract: States, Stablecoin Service enablement; Errors. No operation of stablecoins is shown. */
export const stablecoinsVariations: readonly Variant[] = [
  {
    id: 'stablecoins-tell-enablement-within',
    title: 'tells the enablement of a stablecoin in an object of its own',
    point: 'where the enablement of a stablecoin stands',
    reading: 'It is not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isStablecoin(object)
          ? {
              ...without(object, 'enablementStatus'),
              status: 'ACTIVE',
              service: { enablement: { state: object.enablementStatus, since: null } },
            }
          : object,
      ),
  },
  {
    id: 'stablecoins-enablement-decided-at-once',
    alone: true,
    title: 'begins to enable a stablecoin as soon as it is requested',
    point: 'when the operator of the service decides',
    reading: 'It is not shown.',
    replace: () => ({ enablementAfterRequest: () => 'ENABLING' }),
  },
  {
    id: 'stablecoins-tell-enablement-as-status',
    title: 'tells the enablement of a stablecoin as its status, and nothing else of it',
    point: 'where the enablement of a stablecoin stands',
    reading: 'It is not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isStablecoin(object) ? { id: object.id, status: object.enablementStatus } : object,
      ),
  },
  {
    id: 'stablecoins-enablement-requested-without-body',
    title: 'answers a request for enablement with 204 and no body',
    point: 'what a request for enablement answers',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'requestStablecoinEnablement',
      ]),
  },
  {
    id: 'stablecoins-enablement-requested-as-a-resource',
    title: 'answers a request for enablement with the request',
    point: 'what a request for enablement answers',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, status: 201, body: { request: { state: 'PENDING_APPROVAL' } } }),
        ['requestStablecoinEnablement'],
      ),
  },
  {
    id: 'stablecoins-seen-late',
    title: 'shows what is new of stablecoins a little later',
    point: 'when something new of stablecoins is seen',
    reading: 'Up to two seconds.',
    replace: (rules) => ({
      shownEnablement: (stablecoin, now) =>
        stablecoin.earlier && now - stablecoin.earlier.until < LATE_MS
          ? stablecoin.earlier.enablement
          : rules.shownEnablement(stablecoin, now),
      listedStablecoins: (stablecoins, now) =>
        rules.listedStablecoins(stablecoins, now).filter(({ registeredAt }) => now - registeredAt >= LATE_MS),
      listedProviderAccountLinks: (links, now) =>
        rules.listedProviderAccountLinks(links, now).filter(({ linkedAt }) => now - linkedAt >= LATE_MS),
      operationsOf: (operations, stablecoin, now) =>
        rules.operationsOf(operations, stablecoin, now).filter(({ createdAt }) => now - createdAt >= LATE_MS),
    }),
  },
  {
    id: 'stablecoins-enabled-meanwhile',
    title: 'is done with enabling a stablecoin at any moment',
    point: 'what the operator of the service does meanwhile',
    reading: 'ENABLING is driven by the operator.',
    replace: (rules) => ({
      shownEnablement: (stablecoin, now) =>
        stablecoin.enablement === 'ENABLING' && now % 2 === 0
          ? 'ENABLED'
          : rules.shownEnablement(stablecoin, now),
    }),
  },
  {
    id: 'stablecoins-approved-at-once',
    title: 'approves a request for enablement right after it has been answered',
    point: 'what the operator of the service does meanwhile',
    reading: 'The operator may decide at once.',
    replace: (rules) => ({
      enablementAfterRequest: (from) => (from === 'NOT_ENABLED' ? 'ENABLED' : from),
      ...successesChanged(
        rules,
        (response) => ({
          ...response,
          body: { ...(response.body as Json), enablementStatus: 'PENDING_APPROVAL' },
        }),
        ['requestStablecoinEnablement'],
      ),
    }),
  },
  {
    id: 'stablecoins-symbol-verified-first',
    title: 'verifies a token with the provider, and finds there that the symbol is of another one',
    point: 'a token under a symbol that is not its own',
    reading: 'STABLECOIN_VERIFICATION_FAILED fits as well.',
    unmet: ['STABLECOIN_SYMBOL_ALREADY_EXISTS'],
    replace: (rules) => ({
      stablecoinSymbolAlreadyExists: () => rules.issuerOperationRefused('STABLECOIN_VERIFICATION_FAILED'),
    }),
  },
  {
    id: 'stablecoins-token-verified-first',
    title: 'verifies a token with the provider, and finds there that it has another identifier',
    point: 'a token under a symbol that is not its own',
    reading: 'STABLECOIN_VERIFICATION_FAILED fits as well.',
    unmet: ['STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS'],
    replace: () => ({ tokenIdentifierIsTaken: () => false }),
  },
  {
    id: 'stablecoins-operations-tell-a-state',
    title: 'tells the status of an operation as its state, and little else',
    blocks: ['STB-39'],
    point: 'fields of an operation of a stablecoin',
    reading: 'They are not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isOperation(object) ? { ...only(object, 'id', 'type'), state: 'AWAITING_FUNDS' } : object,
      ),
  },
  {
    id: 'stablecoins-issued-before',
    title: 'has minted what can be burnt, in four operations',
    point: 'how a stablecoin comes to be ready for operations',
    reading: 'It is not shown.',
    replace: () => ({ operationsBeforehand: () => 4 }),
  },
  {
    id: 'stablecoins-of-other-types',
    title: 'has other types in the identifiers of stablecoins and their links',
    point: 'type in the identifier of a stablecoin',
    reading: 'It is not shown.',
    replace: (rules) => ({
      newId: (type) =>
        rules.newId(type).replace(/^(StablecoinProviderAccount|StablecoinOperation|Stablecoin):/, 'Token$1:'),
    }),
  },
  {
    id: 'stablecoins-listed-on-small-pages',
    title: 'lists stablecoins and links from the first one on, on pages of three, and counts nothing',
    point: 'order and pages of lists of stablecoins',
    reading: 'They are not shown.',
    replace: (rules) => ({
      stablecoinPageSize: () => 3,
      listedStablecoins: (stablecoins, now) => rules.listedStablecoins(stablecoins, now).toReversed(),
      listedProviderAccountLinks: (links, now) => rules.listedProviderAccountLinks(links, now).toReversed(),
      ...successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'totalCount') }),
        ['listStablecoins', 'listStablecoinProviderAccounts', 'listStablecoinOperations'],
      ),
    }),
  },
  {
    id: 'stablecoins-listed-whole',
    title: 'lists all stablecoins, links and operations at once, without an envelope for pages',
    point: 'order and pages of lists of stablecoins',
    reading: 'They are not shown.',
    replace: (rules) => ({
      stablecoinPageSize: () => 1_000_000,
      ...successesChanged(rules, (response) => ({ ...response, body: only(response.body as Json, 'data') }), [
        'listStablecoins',
        'listStablecoinProviderAccounts',
        'listStablecoinOperations',
      ]),
    }),
  },
  {
    id: 'stablecoins-unknown-by-the-general-code',
    title: 'has NOT_FOUND for a stablecoin that there is not',
    point: 'code of an unknown stablecoin',
    reading: 'Either fits.',
    unmet: ['STABLECOIN_NOT_FOUND'],
    replace: (rules) => ({
      stablecoinNotFound: () => ({ ...rules.stablecoinNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'stablecoins-revoked-link-is-invalid',
    title: 'has STABLECOIN_PROVIDER_ACCOUNT_INVALID for a link that is revoked',
    point: 'code of a revoked link',
    reading: 'A link that is revoked is not usable.',
    unmet: ['STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
    replace: (rules) => ({
      issuerOperationRefused: (code) =>
        rules.issuerOperationRefused(
          code === 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' ? 'STABLECOIN_PROVIDER_ACCOUNT_INVALID' : code,
        ),
    }),
  },
  {
    id: 'stablecoins-unknown-link-is-invalid',
    title: 'has STABLECOIN_PROVIDER_ACCOUNT_INVALID for a link that there is not',
    point: 'an operation through an unknown link',
    reading: 'Which of the codes, is not shown.',
    unmet: ['STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      providerAccountLinkNotFound: () => rules.issuerOperationRefused('STABLECOIN_PROVIDER_ACCOUNT_INVALID'),
    }),
  },
  {
    id: 'stablecoins-created-200',
    title: 'answers links, registrations, mints and burns with 200',
    point: 'status of what is created of stablecoins',
    reading: 'It is not shown.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 200 }), creations),
  },
  {
    id: 'stablecoins-created-202',
    title: 'answers links, registrations, mints and burns with 202',
    point: 'status of what is created of stablecoins',
    reading: 'It is not shown.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 202 }), creations),
  },
  {
    id: 'stablecoins-listed-in-arrays',
    alone: true,
    title: 'lists all stablecoins, links and operations in arrays',
    point: 'order and pages of lists of stablecoins',
    reading: 'The lists are not shown.',
    replace: (rules) => ({
      stablecoinPageSize: () => 1_000_000,
      ...listedInArrays(rules, [
        'listStablecoins',
        'listStablecoinProviderAccounts',
        'listStablecoinOperations',
      ]),
    }),
  },
  {
    id: 'stablecoins-known-late',
    alone: true,
    title: 'knows a new stablecoin at once on one machine, and a little later on the other',
    point: 'when a stablecoin that was registered can be read and changed',
    reading: 'Up to two seconds.',
    replace: (rules) => {
      let requests = 0
      return {
        stablecoinNamed: (stablecoins, id) => {
          const found = rules.stablecoinNamed(stablecoins, id)
          const isLate =
            requests++ % 2 === 0 && found !== undefined && Date.now() - found.registeredAt < LATE_MS
          return isLate ? undefined : found
        },
      }
    },
  },
]
