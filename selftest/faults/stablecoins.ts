import { changesOnRefusal } from '../changes-on-refusal.ts'
import { shows } from '../shows.ts'
import { affects } from '../affects.ts'
import { neighbours } from './neighbourhood.ts'
import { openGap, waitsBefore } from '../waits-before.ts'
import { refused, refusedAs } from '../refused.ts'
import { asUnprocessable, crashesIn } from './deviations.ts'
import { randomUUID } from 'node:crypto'
import { Refused } from '../../reference/errors.ts'
import type { Enablement, Stablecoin, StablecoinOperation } from '../../reference/resources/stablecoins.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { rewriting } from './rewriting.ts'

/** Allows the enablement request in one more state, or in one less. */
const requestable = (
  conforming: Rules,
  from: Enablement,
  may: boolean,
): Pick<Rules, 'enablementMayBeRequested'> => ({
  enablementMayBeRequested: (is) => (is === from ? may : conforming.enablementMayBeRequested(is)),
})

const operationOf = ({ id: stablecoinId, linkIds }: Stablecoin): StablecoinOperation => ({
  id: `StablecoinOperation:${randomUUID()}`,
  stablecoinId,
  linkId: linkIds[0] ?? '',
  type: 'MINT',
  amount: 0n,
  createdAt: Date.now(),
})

export const stablecoinsFaults: readonly Fault[] = [
  {
    id: 'stablecoins-enablement-not-kept',
    title: 'accepts a request for enablement, but leaves the stablecoin unchanged',
    breaks: ['STB-01', 'STB-42'],
    replace: { enablementAfterRequest: (from) => from },
  },
  {
    id: 'stablecoins-enablement-once',
    title: 'rejects a repeated request for enablement',
    breaks: ['STB-02', 'STB-42'],
    replace: (conforming) => requestable(conforming, 'PENDING_APPROVAL', false),
  },
  {
    id: 'stablecoins-enablement-toggled',
    title: 'withdraws the request for enablement on a repetition',
    breaks: ['STB-02', 'STB-42'],
    replace: (conforming) => ({
      enablementAfterRequest: (from) =>
        from === 'PENDING_APPROVAL' ? 'NOT_ENABLED' : conforming.enablementAfterRequest(from),
    }),
  },
  {
    id: 'stablecoins-enablement-while-enabling',
    title: 'accepts a request for enablement while the stablecoin is ENABLING',
    breaks: ['STB-03', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'ENABLING', true),
  },
  {
    id: 'stablecoins-enablement-of-enabled',
    title: 'accepts a request for enablement of an enabled stablecoin',
    breaks: ['STB-04', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'ENABLED', true),
  },
  {
    id: 'stablecoins-enablement-of-disabled',
    title: 'accepts a request for enablement of a stablecoin that the operator disabled',
    breaks: ['STB-05', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'DISABLED', true),
  },
  {
    id: 'stablecoins-enablement-is-any-conflict',
    title: 'returns CONFLICT where enablement cannot be requested',
    breaks: ['STB-03', 'STB-04', 'STB-05'],
    replace: (conforming) => ({
      enablementNotRequestable: (from) => ({
        ...conforming.enablementNotRequestable(from),
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'stablecoins-enablement-changed-before-refused',
    title: 'sets PENDING_APPROVAL, then rejects the request for enablement',
    breaks: ['STB-06'],
    replace: changesOnRefusal('requestEnablement', (stablecoin) => {
      stablecoin.enablement = 'PENDING_APPROVAL'
    }),
  },
  {
    id: 'stablecoins-read-as-another',
    title: 'returns another id when a stablecoin is read',
    breaks: ['STB-07', 'STB-13', 'STB-41'],
    replace: rewriting('getStablecoin', { id: () => `Stablecoin:${randomUUID()}` }),
  },
  {
    id: 'stablecoins-listed-once-enabled',
    title: 'lists only enabled stablecoins',
    breaks: ['STB-08'],
    replace: (conforming) => ({
      listedStablecoins: (stablecoins, now) =>
        conforming.listedStablecoins(stablecoins, now).filter(({ enablement }) => enablement === 'ENABLED'),
    }),
  },
  {
    id: 'stablecoins-unknown-is-a-bad-request',
    title: 'returns 400 for a nonexistent stablecoin',
    breaks: ['STB-09', 'STB-29'],
    replace: refused('stablecoinNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'stablecoins-unknown-is-an-account',
    title: 'returns the account code for a nonexistent stablecoin',
    breaks: ['STB-09', 'STB-29'],
    replace: refused('stablecoinNotFound', 404, 'ACCOUNT_NOT_FOUND'),
  },
  {
    id: 'stablecoins-link-fails',
    title: 'links a provider account, then returns 500',
    breaks: ['STB-10'],
    mayAlsoBreak: ['STB-60', 'STB-31'],
    replace: crashesIn('linkStablecoinProviderAccount'),
  },
  {
    id: 'stablecoins-links-listed-once-they-fail',
    title: 'lists only inactive links',
    breaks: ['STB-11'],
    replace: (conforming) => ({
      listedProviderAccountLinks: (links, now) =>
        conforming.listedProviderAccountLinks(links, now).filter(({ status }) => status !== 'ACTIVE'),
    }),
  },
  {
    id: 'stablecoins-registration-fails',
    title: 'registers a stablecoin, then returns 500',
    breaks: ['STB-12'],
    mayAlsoBreak: ['STB-60', 'STB-31'],
    replace: crashesIn('registerStablecoin'),
  },
  {
    id: 'stablecoins-registered-and-lost',
    title: 'returns success for a stablecoin that it does not store',
    breaks: ['STB-13', 'STB-14', 'STB-15', 'STB-40', 'STB-41'],
    replace: { stablecoinIsKept: false },
  },
  {
    id: 'stablecoins-registered-twice',
    title: 'registers a token repeatedly',
    breaks: ['STB-14', 'STB-15', 'STB-40'],
    replace: { symbolIsTaken: () => false, tokenIdentifierIsTaken: () => false },
  },
  {
    id: 'stablecoins-registered-again-is-a-duplicate-account',
    title: 'returns DUPLICATE_EXTERNAL_ACCOUNT for a registered stablecoin',
    breaks: ['STB-14', 'STB-15', 'STB-16', 'STB-40'],
    replace: ({ stablecoinSymbolAlreadyExists, stablecoinTokenIdentifierAlreadyExists }) => ({
      stablecoinSymbolAlreadyExists: refusedAs(
        stablecoinSymbolAlreadyExists,
        409,
        'DUPLICATE_EXTERNAL_ACCOUNT',
      ),
      stablecoinTokenIdentifierAlreadyExists: refusedAs(
        stablecoinTokenIdentifierAlreadyExists,
        409,
        'DUPLICATE_EXTERNAL_ACCOUNT',
      ),
    }),
  },
  {
    id: 'stablecoins-symbol-not-unique',
    title: 'registers a second stablecoin with a registered symbol',
    breaks: ['STB-15', 'STB-40'],
    replace: { symbolIsTaken: () => false },
  },
  {
    id: 'stablecoins-token-identifier-not-unique',
    title: 'registers a second stablecoin with a registered token identifier',
    breaks: ['STB-16'],
    replace: {
      tokenIdentifierIsTaken: () => false,
      tokenAtProvider: ({ tokens }, { providerTokenIdentifier }) => tokens.get(providerTokenIdentifier),
    },
  },
  {
    id: 'stablecoins-registered-twice-at-once',
    title: 'checks for a stablecoin, waits for the provider, then registers without a second check',
    breaks: ['STB-40'],
    replace: waitsBefore('registerStablecoin'),
  },
  {
    id: 'stablecoins-one-for-each-provider-account',
    title: 'accepts only the first token of a provider account',
    breaks: ['STB-17'],
    // The first token that arrives may be the rejected one.
    mayAlsoBreak: ['STB-12', 'STB-13', 'STB-14', 'STB-40'],
    replace: (conforming) => {
      const seen = new Map<string, string>()
      return {
        tokenAtProvider: (account, requested) => {
          const token = conforming.tokenAtProvider(account, requested)
          if (!token) return undefined
          const first = seen.get(account.apiClientId) ?? token.providerTokenIdentifier
          seen.set(account.apiClientId, first)
          return first === token.providerTokenIdentifier ? token : undefined
        },
      }
    },
  },
  {
    id: 'stablecoins-registered-unverified',
    title: 'registers a token without verifying it with the provider',
    breaks: ['STB-18'],
    mayAlsoBreak: ['STB-15', 'STB-40'],
    replace: (conforming) => ({
      tokenAtProvider: (account, requested) =>
        conforming.tokenAtProvider(account, requested) ?? {
          ...requested,
          symbol: requested.providerTokenIdentifier,
        },
    }),
  },
  {
    id: 'stablecoins-replaced-by-the-next',
    title: 'returns the last registered stablecoin of a provider account for each of its stablecoins',
    breaks: ['STB-41'],
    mayAlsoBreak: ['STB-13'],
    replace: (conforming) => ({
      stablecoinNamed: (stablecoins, id) => {
        const stablecoin = conforming.stablecoinNamed(stablecoins, id)
        return [...stablecoins.values()].findLast(
          ({ linkIds }) => linkIds.join() === stablecoin?.linkIds.join(),
        )
      },
    }),
  },
  {
    id: 'stablecoins-enablement-collides',
    title: 'returns 500 for two concurrent requests for enablement',
    breaks: ['STB-42'],
    replace: (conforming) => {
      const underWay = new Set<string>()
      const request = async (id: string) => {
        if (underWay.has(id)) throw new Refused(conforming.enablementNotRequestable('NOT_ENABLED'))
        underWay.add(id)
        await openGap()
        underWay.delete(id)
      }
      return {
        before: (step, id) =>
          step === 'requestEnablement' && id !== undefined ? request(id) : conforming.before(step, id),
      }
    },
  },
  {
    id: 'stablecoins-enabled-with-others',
    title: 'also applies a request for enablement to the stablecoins registered just before and after',
    breaks: ['STB-43'],
    // These may be the operations of other checks.
    mayAlsoBreak: ['STB-01', 'STB-02', 'STB-31', 'STB-42'],
    replace: affects(['requestStablecoinEnablement'], (stablecoin, stablecoins) =>
      neighbours(stablecoin, stablecoins, 3).filter(({ enablement }) => enablement === stablecoin.enablement),
    ),
  },
  {
    id: 'stablecoins-page-repeats-an-operation',
    title: 'starts each page of operations with the last one of the previous page',
    breaks: ['STB-37'],
    replace: (conforming) => ({
      operationCursor: (operations, end) => conforming.operationCursor(operations, Math.max(1, end - 1)),
    }),
  },
  {
    id: 'stablecoins-operations-of-one-identifier',
    title: 'returns the id of the first mint for every mint',
    breaks: ['STB-38'],
    mayAlsoBreak: ['STB-37', 'STB-26'],
    replace: () => {
      const first = new Map<unknown, unknown>()
      return rewriting('createStablecoinMint', (operation) => {
        if (!first.has(operation.stablecoinId)) first.set(operation.stablecoinId, operation.id)
        return { ...operation, id: first.get(operation.stablecoinId) }
      })
    },
  },
  {
    id: 'stablecoins-amounts-in-token-units',
    title: "returns the amount of an operation in the token's decimals",
    breaks: ['STB-39'],
    replace: shows('StablecoinOperation', ({ amount }) => ({ amount: amount * 1_000_000n })),
  },
  {
    id: 'stablecoins-mint-fails',
    title: 'creates a mint, then returns 500',
    breaks: ['STB-19'],
    mayAlsoBreak: ['STB-24', 'STB-25', 'STB-31'],
    replace: crashesIn('createStablecoinMint'),
  },
  {
    id: 'stablecoins-burn-fails',
    title: 'creates a burn, then returns 500',
    breaks: ['STB-20'],
    mayAlsoBreak: ['STB-24', 'STB-31'],
    replace: crashesIn('createStablecoinBurn'),
  },
  {
    id: 'stablecoins-mints-not-tracked',
    title: 'lists only burns',
    breaks: ['STB-21'],
    replace: { issuerOperationIsKept: (type) => type === 'BURN' },
  },
  {
    id: 'stablecoins-burns-not-tracked',
    title: 'lists only mints',
    breaks: ['STB-22'],
    replace: { issuerOperationIsKept: (type) => type === 'MINT' },
  },
  {
    id: 'stablecoins-operations-of-all',
    title: 'lists the operations of all stablecoins under each',
    breaks: ['STB-23', 'STB-26'],
    mayAlsoBreak: ['STB-31', 'STB-60', 'STB-62'],
    replace: { operationsOf: (operations) => [...operations].toReversed() },
  },
  {
    id: 'stablecoins-first-link-picked',
    title: 'uses the first active link when several are active and none is selected',
    breaks: ['STB-24', 'STB-26'],
    replace: (conforming) => ({
      linkPicked: (links, picked) => {
        const link = conforming.linkPicked(links, picked)
        return link === 'SEVERAL' ? links[0] : link
      },
    }),
  },
  {
    id: 'stablecoins-links-as-422',
    title: 'returns 422 with the codes of a missing selection and a revoked link',
    breaks: ['STB-24', 'STB-27'],
    replace: asUnprocessable(
      'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
      'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
    ),
  },
  {
    id: 'stablecoins-selection-is-any-input',
    title: 'returns INVALID_INPUT when a link must be selected',
    breaks: ['STB-24'],
    replace: (conforming) => ({
      issuerOperationRefused: (code) =>
        code === 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED'
          ? { ...conforming.issuerOperationRefused(code), code: 'INVALID_INPUT' }
          : conforming.issuerOperationRefused(code),
    }),
  },
  {
    id: 'stablecoins-first-link-only',
    title: 'accepts only the first link of a stablecoin',
    breaks: ['STB-25'],
    replace: (conforming) => ({
      linkPicked: (links, picked) =>
        conforming.linkPicked(picked === undefined ? links : links.slice(0, 1), picked),
    }),
  },
  {
    id: 'stablecoins-refused-and-kept',
    title: 'stores an operation that it rejects for lack of a link',
    breaks: ['STB-26'],
    replace: { refusedOperationIsKept: true },
  },
  {
    id: 'stablecoins-revoked-link-used',
    title: 'accepts a revoked link',
    breaks: ['STB-27'],
    replace: { linkIsUsable: () => true },
  },
  {
    id: 'stablecoins-revoked-link-burns',
    title: 'accepts a revoked link for burns',
    breaks: ['STB-27'],
    replace: ({ linkIsUsable }) => ({
      linkIsUsable: (link, type) => type === 'BURN' || linkIsUsable(link, type),
    }),
  },
  {
    id: 'stablecoins-pages-skip',
    title: 'skips the first stablecoin of every page but the first',
    breaks: ['STB-45'],
    // Other checks look for their stablecoin on these pages.
    mayAlsoBreak: ['STB-08'],
    replace: { stablecoinsFrom: (cursor) => (cursor === undefined ? 0 : Number(cursor) + 1) },
  },
  {
    id: 'stablecoins-unknown-link-replaced',
    title: 'uses the first link when the selected one does not exist',
    breaks: ['STB-28'],
    replace: (conforming) => ({
      linkPicked: (links, picked) => conforming.linkPicked(links, picked) ?? links[0],
    }),
  },
  {
    id: 'stablecoins-amounts-made-to-fit',
    title: 'coerces any amount to a positive integer',
    breaks: ['STB-30'],
    replace: {
      issuerAmount: (amount) => BigInt(Math.round(Math.abs(Number(amount)) || 1)),
    },
  },
  {
    id: 'stablecoins-read-by-anyone',
    title: 'reads a stablecoin without credentials',
    breaks: ['STB-31'],
    replace: acceptsInvalidCredentials('getStablecoin'),
  },
  {
    id: 'stablecoins-enabled-by-anyone',
    title: 'accepts a request for enablement without credentials',
    breaks: ['STB-31'],
    replace: acceptsInvalidCredentials('requestStablecoinEnablement'),
  },
  {
    id: 'stablecoins-minted-by-anyone',
    title: 'mints without credentials',
    breaks: ['STB-31'],
    replace: acceptsInvalidCredentials('createStablecoinMint'),
  },
  {
    id: 'stablecoins-links-of-one-identifier',
    title: 'returns the id of the first link for every link of a provider account',
    breaks: ['STB-44'],
    replace: () => {
      let first: unknown
      return rewriting('linkStablecoinProviderAccount', (link) => {
        first ??= link.id
        return { ...link, id: first }
      })
    },
  },
  {
    id: 'stablecoins-cursor-ignored',
    title: 'returns the first page of stablecoins for every cursor',
    breaks: ['STB-45'],
    // The first page holds all items, and the oldest come first, so every item can be found.
    replace: {
      stablecoinsFrom: () => 0,
      stablecoinPageSize: 1_000,
      listedStablecoins: (stablecoins) => [...stablecoins],
    },
  },
  {
    id: 'stablecoins-changed-by-a-rejected-registration',
    title: 'rejects a registered token, but stores another network of it',
    breaks: ['STB-61'],
    replace: ({ tokenIdentifierIsTaken }) => ({
      tokenIdentifierIsTaken: (stablecoins, tokenIdentifier) => {
        const all = [...stablecoins]
        const registered = all.find(
          ({ networkTokenIdentifier }) => networkTokenIdentifier === tokenIdentifier,
        )
        if (registered) Object.assign(registered, { network: 'OTHER' })
        return tokenIdentifierIsTaken(all, tokenIdentifier)
      },
    }),
  },
  {
    id: 'stablecoins-rejected-amount-listed',
    title: 'lists an operation that it rejects for its amount',
    breaks: ['STB-62'],
    replace: ({ stablecoinNamed, issuerAmount, operationsOf }) => {
      const rejected: StablecoinOperation[] = []
      let named: Stablecoin | undefined
      return {
        stablecoinNamed: (stablecoins, id) => (named = stablecoinNamed(stablecoins, id)),
        issuerAmount: (amount) => {
          const valid = issuerAmount(amount)
          if (valid === undefined && named) rejected.push(operationOf(named))
          return valid
        },
        operationsOf: (operations, stablecoin, now) => [
          ...rejected.filter(({ stablecoinId }) => stablecoinId === stablecoin.id),
          ...operationsOf(operations, stablecoin, now),
        ],
      }
    },
  },
]
