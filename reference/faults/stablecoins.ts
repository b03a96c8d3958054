import { randomUUID } from 'node:crypto'
import type { Enablement } from '../resources/stablecoins.ts'
import type { Rules } from '../rules/index.ts'
import type { Fault } from './fault.ts'
import { openToStrangers } from './strangers.ts'
import { rewriting, type Json } from './rewriting.ts'

/** Lets enablement be requested from one more state, or from one less. */
const requestable = (
  lawful: Rules,
  from: Enablement,
  may: boolean,
): Pick<Rules, 'enablementMayBeRequested'> => ({
  enablementMayBeRequested: (is) => (is === from ? may : lawful.enablementMayBeRequested(is)),
})

const withoutIdentifier = ({ status, type }: Json) => ({ status, type })

export const stablecoinsFaults: readonly Fault[] = [
  {
    id: 'stablecoins-enablement-not-kept',
    title: 'answers a request for enablement, and leaves the stablecoin as it is',
    breaks: ['STB-01'],
    replace: () => ({ enablementAfterRequest: (from) => from }),
  },
  {
    id: 'stablecoins-enablement-unapproved',
    title: 'begins to enable a stablecoin as soon as it is requested',
    breaks: ['STB-01', 'STB-02'],
    replace: () => ({ enablementAfterRequest: () => 'ENABLING' }),
  },
  {
    id: 'stablecoins-enablement-once',
    title: 'refuses a request for enablement that is repeated',
    breaks: ['STB-02'],
    replace: (lawful) => requestable(lawful, 'PENDING_APPROVAL', false),
  },
  {
    id: 'stablecoins-enablement-toggled',
    title: 'withdraws the request for enablement when it is repeated',
    breaks: ['STB-02'],
    replace: (lawful) => ({
      enablementAfterRequest: (from) =>
        from === 'PENDING_APPROVAL' ? 'NOT_ENABLED' : lawful.enablementAfterRequest(from),
    }),
  },
  {
    id: 'stablecoins-enablement-while-enabling',
    title: 'takes a request for enablement while the stablecoin is being enabled',
    breaks: ['STB-03', 'STB-06'],
    replace: (lawful) => requestable(lawful, 'ENABLING', true),
  },
  {
    id: 'stablecoins-enablement-of-enabled',
    title: 'takes a request for enablement of a stablecoin that is enabled',
    breaks: ['STB-04', 'STB-06'],
    replace: (lawful) => requestable(lawful, 'ENABLED', true),
  },
  {
    id: 'stablecoins-enablement-of-disabled',
    title: 'takes a request for enablement of a stablecoin that the operator disabled',
    breaks: ['STB-05', 'STB-06'],
    replace: (lawful) => requestable(lawful, 'DISABLED', true),
  },
  {
    id: 'stablecoins-enablement-is-any-conflict',
    title: 'has CONFLICT where enablement cannot be requested',
    breaks: ['STB-03', 'STB-04', 'STB-05'],
    replace: (lawful) => ({
      enablementNotRequestable: (from) => ({ ...lawful.enablementNotRequestable(from), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'stablecoins-enablement-changed-before-refused',
    title: 'sets PENDING_APPROVAL before it refuses the request for enablement',
    breaks: ['STB-06'],
    replace: () => ({ enablementAfterRefusal: () => 'PENDING_APPROVAL' }),
  },
  {
    id: 'stablecoins-read-as-another',
    title: 'answers the reading of a stablecoin with another identifier',
    breaks: ['STB-07', 'STB-13'],
    replace: () =>
      rewriting('getStablecoin', (stablecoin) => ({ ...stablecoin, id: `Stablecoin:${randomUUID()}` })),
  },
  {
    id: 'stablecoins-listed-once-enabled',
    title: 'lists stablecoins that are enabled only',
    breaks: ['STB-08'],
    replace: (lawful) => ({
      listedStablecoins: (stablecoins, now) =>
        lawful.listedStablecoins(stablecoins, now).filter(({ enablement }) => enablement === 'ENABLED'),
    }),
  },
  {
    id: 'stablecoins-unknown-is-a-bad-request',
    title: 'answers 400 for a stablecoin that there is not',
    breaks: ['STB-09', 'STB-29'],
    replace: (lawful) => ({
      stablecoinNotFound: () => ({ ...lawful.stablecoinNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'stablecoins-unknown-is-an-account',
    title: 'has the code of an account for a stablecoin that there is not',
    breaks: ['STB-09', 'STB-29'],
    replace: (lawful) => ({
      stablecoinNotFound: () => ({ ...lawful.stablecoinNotFound(), code: 'ACCOUNT_NOT_FOUND' }),
    }),
  },
  {
    id: 'stablecoins-link-without-identifier',
    title: 'links a provider account, and does not tell the identifier of the link',
    breaks: ['STB-10', 'CNV-02'],
    replace: () => rewriting('linkStablecoinProviderAccount', withoutIdentifier),
  },
  {
    id: 'stablecoins-links-listed-once-they-fail',
    title: 'lists links that are not active only',
    breaks: ['STB-11'],
    replace: (lawful) => ({
      listedProviderAccountLinks: (links, now) =>
        lawful.listedProviderAccountLinks(links, now).filter(({ status }) => status !== 'ACTIVE'),
    }),
  },
  {
    id: 'stablecoins-registered-without-identifier',
    title: 'registers a stablecoin, and does not tell its identifier',
    breaks: ['STB-12', 'CNV-02'],
    replace: () => rewriting('registerStablecoin', withoutIdentifier),
  },
  {
    id: 'stablecoins-registered-and-lost',
    title: 'answers that a stablecoin is registered, and loses it',
    breaks: ['STB-13', 'STB-14'],
    replace: () => ({ stablecoinIsKept: () => false }),
  },
  {
    id: 'stablecoins-registered-twice',
    title: 'registers a token as often as it is asked to',
    breaks: ['STB-14'],
    replace: () => ({ symbolIsTaken: () => false, tokenIdentifierIsTaken: () => false }),
  },
  {
    id: 'stablecoins-registered-again-is-any-conflict',
    title: 'has CONFLICT for a stablecoin that is registered',
    breaks: ['STB-14', 'STB-15', 'STB-16'],
    replace: (lawful) => ({
      stablecoinSymbolAlreadyExists: () => ({
        ...lawful.stablecoinSymbolAlreadyExists(),
        code: 'CONFLICT',
      }),
      stablecoinTokenIdentifierAlreadyExists: () => ({
        ...lawful.stablecoinTokenIdentifierAlreadyExists(),
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'stablecoins-symbol-not-unique',
    title: 'looks at the token identifier only when it registers and verifies a stablecoin',
    breaks: ['STB-15'],
    replace: () => ({
      symbolIsTaken: () => false,
      providerHasToken: ({ tokens }, _symbol, tokenIdentifier) => tokens.has(tokenIdentifier),
    }),
  },
  {
    id: 'stablecoins-token-identifier-not-unique',
    title: 'looks at the symbol only when it registers a stablecoin',
    breaks: ['STB-16'],
    replace: () => ({
      tokenIdentifierIsTaken: () => false,
      providerHasToken: ({ tokens }, symbol, tokenIdentifier) =>
        tokens.has(tokenIdentifier) && [...tokens.values()].includes(symbol),
    }),
  },
  {
    id: 'stablecoins-one-for-each-provider-account',
    title: 'knows the token of a provider account that it saw first, and no other',
    breaks: ['STB-17'],
    replace: (lawful) => {
      const seen = new Map<string, string>()
      return {
        providerHasToken: (account, symbol, tokenIdentifier) => {
          if (!lawful.providerHasToken(account, symbol, tokenIdentifier)) return false
          const first = seen.get(account.reference) ?? tokenIdentifier
          seen.set(account.reference, first)
          return first === tokenIdentifier
        },
      }
    },
  },
  {
    id: 'stablecoins-registered-unverified',
    title: 'registers a token without asking the provider for it',
    breaks: ['STB-18'],
    replace: () => ({ providerHasToken: () => true }),
  },
  {
    id: 'stablecoins-mint-without-identifier',
    title: 'creates a mint, and does not tell its identifier',
    breaks: ['STB-19', 'CNV-02'],
    replace: () => rewriting('createStablecoinMint', withoutIdentifier),
  },
  {
    id: 'stablecoins-burn-without-identifier',
    title: 'creates a burn, and does not tell its identifier',
    breaks: ['STB-20', 'CNV-02'],
    replace: () => rewriting('createStablecoinBurn', withoutIdentifier),
  },
  {
    id: 'stablecoins-mints-not-tracked',
    title: 'lists burns only',
    breaks: ['STB-21'],
    replace: () => ({ issuerOperationIsKept: (type) => type === 'BURN' }),
  },
  {
    id: 'stablecoins-burns-not-tracked',
    title: 'lists mints only',
    breaks: ['STB-22'],
    replace: () => ({ issuerOperationIsKept: (type) => type === 'MINT' }),
  },
  {
    id: 'stablecoins-operations-without-status',
    title: 'lists operations without their status',
    breaks: ['STB-21', 'STB-22'],
    replace: () =>
      rewriting('listStablecoinOperations', (list) => ({
        ...list,
        data: (list.data as readonly Json[]).map(({ id, type, amount }) => ({ id, type, amount })),
      })),
  },
  {
    id: 'stablecoins-operations-of-all',
    title: 'lists the operations of all stablecoins under each',
    breaks: ['STB-23', 'STB-26'],
    replace: () => ({ operationsOf: (operations) => [...operations].toReversed() }),
  },
  {
    id: 'stablecoins-first-link-picked',
    title: 'takes the first active link where none is picked',
    breaks: ['STB-24', 'STB-26'],
    replace: (lawful) => ({
      linkPicked: (links, picked) => {
        const link = lawful.linkPicked(links, picked)
        return link === 'SEVERAL' ? links[0] : link
      },
    }),
  },
  {
    id: 'stablecoins-selection-is-any-input',
    title: 'has INVALID_INPUT where a link has to be picked',
    breaks: ['STB-24'],
    replace: (lawful) => ({
      issuerOperationRefused: (code) =>
        code === 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED'
          ? { ...lawful.issuerOperationRefused(code), code: 'INVALID_INPUT' }
          : lawful.issuerOperationRefused(code),
    }),
  },
  {
    id: 'stablecoins-first-link-only',
    title: 'knows no link of a stablecoin but the first',
    breaks: ['STB-25'],
    replace: (lawful) => ({
      linkPicked: (links, picked) =>
        lawful.linkPicked(picked === undefined ? links : links.slice(0, 1), picked),
    }),
  },
  {
    id: 'stablecoins-refused-and-kept',
    title: 'keeps an operation that it refuses for want of a link',
    breaks: ['STB-26'],
    replace: () => ({ refusedOperationIsKept: () => true }),
  },
  {
    id: 'stablecoins-revoked-link-used',
    title: 'goes on to use a link that is revoked',
    breaks: ['STB-27'],
    replace: () => ({ linkIsUsable: () => true }),
  },
  {
    id: 'stablecoins-unknown-link-replaced',
    title: 'takes the first link where the one that is picked does not exist',
    breaks: ['STB-28'],
    replace: (lawful) => ({ linkPicked: (links, picked) => lawful.linkPicked(links, picked) ?? links[0] }),
  },
  {
    id: 'stablecoins-amounts-made-to-fit',
    title: 'makes a positive integer of whatever amount it is given',
    breaks: ['STB-30'],
    replace: () => ({
      issuerAmount: (amount) => BigInt(Math.round(Math.abs(Number(amount)) || 1)),
    }),
  },
  {
    id: 'stablecoins-read-by-anyone',
    title: 'reads a stablecoin without asking for credentials',
    breaks: ['STB-31'],
    replace: openToStrangers('getStablecoin'),
  },
  {
    id: 'stablecoins-enabled-by-anyone',
    title: 'takes a request for enablement without asking for credentials',
    breaks: ['STB-31'],
    replace: openToStrangers('requestStablecoinEnablement'),
  },
  {
    id: 'stablecoins-minted-by-anyone',
    title: 'mints without asking for credentials',
    breaks: ['STB-31'],
    replace: openToStrangers('createStablecoinMint'),
  },
]
