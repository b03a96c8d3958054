import { shows } from '../shows.ts'
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

/** Contract: States, Stablecoin Service enablement; Errors. It shows no operation of stablecoins. */
export const stablecoinsVariations: readonly Variant[] = [
  {
    id: 'stablecoins-show-enablement-in-an-object',
    title: 'returns the enablement of a stablecoin in a nested object',
    point: "place of a stablecoin's enablement",
    interpretation: 'The contract does not specify it.',
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
    title: 'starts to enable a stablecoin as soon as it is requested',
    point: 'when the operator of the service decides',
    interpretation: 'The contract does not specify it.',
    replace: { enablementAfterRequest: () => 'ENABLING' },
  },
  {
    id: 'stablecoins-show-enablement-as-status',
    title: 'returns the enablement of a stablecoin as its status only',
    point: "place of a stablecoin's enablement",
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isStablecoin(object) ? { id: object.id, status: object.enablementStatus } : object,
      ),
  },
  {
    id: 'stablecoins-enablement-requested-without-body',
    title: 'returns 204 for a request for enablement',
    point: 'response to a request for enablement',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'requestStablecoinEnablement',
      ]),
  },
  {
    id: 'stablecoins-enablement-requested-as-a-resource',
    title: 'returns the request from a request for enablement',
    point: 'response to a request for enablement',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, status: 201, body: { request: { state: 'PENDING_APPROVAL' } } }),
        ['requestStablecoinEnablement'],
      ),
  },
  {
    id: 'stablecoins-seen-late',
    title: 'returns changes of stablecoins with a short delay',
    point: 'visibility of new stablecoin resources',
    interpretation: 'A change may take up to two seconds.',
    replace: (rules) => ({
      ...shows('Stablecoin', ({ earlier }, now) =>
        earlier && now - earlier.until < LATE_MS ? { enablement: earlier.enablement } : {},
      )(rules),
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
    title: 'completes the enablement of a stablecoin at any moment',
    point: 'actions of the operator in the meantime',
    interpretation: 'The operator drives ENABLING.',
    replace: shows('Stablecoin', ({ enablement }, now) => ({
      enablement: enablement === 'ENABLING' && now % 2 === 0 ? 'ENABLED' : enablement,
    })),
  },
  {
    id: 'stablecoins-approved-at-once',
    title: 'approves a request for enablement right after the response',
    point: 'actions of the operator in the meantime',
    interpretation: 'The operator may decide immediately.',
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
    id: 'stablecoins-registered-again-is-any-conflict',
    title: 'returns CONFLICT for a registered symbol or token identifier',
    point: 'code for a stablecoin that is registered',
    interpretation: 'CONFLICT fits as well.',
    unmet: ['STABLECOIN_SYMBOL_ALREADY_EXISTS', 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS'],
    replace: (rules) => ({
      stablecoinSymbolAlreadyExists: { ...rules.stablecoinSymbolAlreadyExists, code: 'CONFLICT' },
      stablecoinTokenIdentifierAlreadyExists: {
        ...rules.stablecoinTokenIdentifierAlreadyExists,
        code: 'CONFLICT',
      },
    }),
  },
  {
    id: 'stablecoins-symbol-verified-first',
    title: 'verifies a token with the provider, which returns another token for the symbol',
    point: 'a token under a symbol that is not its own',
    interpretation: 'STABLECOIN_VERIFICATION_FAILED fits as well.',
    unmet: ['STABLECOIN_SYMBOL_ALREADY_EXISTS'],
    replace: (rules) => ({
      stablecoinSymbolAlreadyExists: rules.issuerOperationRefused('STABLECOIN_VERIFICATION_FAILED'),
    }),
  },
  {
    id: 'stablecoins-token-verified-first',
    title: 'verifies a token with the provider, which returns another identifier',
    point: 'a token under a symbol that is not its own',
    interpretation: 'STABLECOIN_VERIFICATION_FAILED fits as well.',
    unmet: ['STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS'],
    replace: { tokenIdentifierIsTaken: () => false },
  },
  {
    id: 'stablecoins-operations-show-a-state',
    title: 'returns the status of an operation as its state, and little else',
    blocks: ['STB-39'],
    point: 'fields of an operation of a stablecoin',
    interpretation: 'The contract does not specify them.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isOperation(object) ? { ...only(object, 'id', 'type'), state: 'AWAITING_FUNDS' } : object,
      ),
  },
  {
    id: 'stablecoins-issued-before',
    title: 'mints the burnable balance in four operations',
    point: 'how a stablecoin comes to be ready for operations',
    interpretation: 'The contract does not specify it.',
    replace: { operationsBeforehand: 4 },
  },
  {
    id: 'stablecoins-of-other-types',
    title: 'uses other types in the ids of stablecoins and their links',
    point: 'type in the identifier of a stablecoin',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      newId: (type) =>
        rules.newId(type).replace(/^(StablecoinProviderAccount|StablecoinOperation|Stablecoin):/, 'Token$1:'),
    }),
  },
  {
    id: 'stablecoins-listed-on-small-pages',
    title: 'starts stablecoin and link pages at the first item, with three per page and no count',
    point: 'order and pages of lists of stablecoins',
    interpretation: 'The contract does not specify them.',
    replace: (rules) => ({
      stablecoinPageSize: 3,
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
    title: 'returns all stablecoins, links and operations at once, without a page envelope',
    point: 'order and pages of lists of stablecoins',
    interpretation: 'The contract does not specify them.',
    replace: (rules) => ({
      stablecoinPageSize: 1_000_000,
      ...successesChanged(rules, (response) => ({ ...response, body: only(response.body as Json, 'data') }), [
        'listStablecoins',
        'listStablecoinProviderAccounts',
        'listStablecoinOperations',
      ]),
    }),
  },
  {
    id: 'stablecoins-unknown-by-the-general-code',
    title: 'returns NOT_FOUND for a nonexistent stablecoin',
    point: 'code of an unknown stablecoin',
    interpretation: 'Both codes fit.',
    unmet: ['STABLECOIN_NOT_FOUND'],
    replace: (rules) => ({
      stablecoinNotFound: { ...rules.stablecoinNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'stablecoins-revoked-link-is-invalid',
    title: 'returns STABLECOIN_PROVIDER_ACCOUNT_INVALID for a revoked link',
    point: 'code of a revoked link',
    interpretation: 'A revoked link is not usable.',
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
    title: 'returns STABLECOIN_PROVIDER_ACCOUNT_INVALID for a nonexistent link',
    point: 'an operation through an unknown link',
    interpretation: 'The contract does not specify which code.',
    unmet: ['STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'],
    replace: (rules) => ({
      providerAccountLinkNotFound: rules.issuerOperationRefused('STABLECOIN_PROVIDER_ACCOUNT_INVALID'),
    }),
  },
  {
    id: 'stablecoins-created-200',
    title: 'returns 200 for links, registrations, mints and burns',
    point: 'status of a stablecoin creation',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 200 }), creations),
  },
  {
    id: 'stablecoins-created-202',
    title: 'returns 202 for links, registrations, mints and burns',
    point: 'status of a stablecoin creation',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 202 }), creations),
  },
  {
    id: 'stablecoins-listed-in-arrays',
    alone: true,
    title: 'returns all stablecoins, links and operations in arrays',
    point: 'order and pages of lists of stablecoins',
    interpretation: 'The contract does not specify the lists.',
    replace: (rules) => ({
      stablecoinPageSize: 1_000_000,
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
    title: 'returns a new stablecoin immediately on one machine, and later on another',
    point: 'when a stablecoin that was registered can be read and changed',
    interpretation: 'A change may take up to two seconds.',
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
  {
    id: 'stablecoins-amounts-with-their-currency',
    title: 'returns the amount of an operation with a currency object, the oldest operation first',
    point: 'fields of an operation',
    interpretation: 'The contract does not specify the fields of an operation.',
    replace: (rules) => ({
      operationsOf: (operations, stablecoin, now) =>
        rules.operationsOf(operations, stablecoin, now).toReversed(),
      ...objectsChanged(rules, (object) =>
        String(object.id).startsWith('StablecoinOperation:')
          ? { ...object, amount: { amount: object.amount, currency: { code: 'USDX', decimals: 2 } } }
          : object,
      ),
    }),
  },
]
