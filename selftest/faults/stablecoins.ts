import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../../reference/errors.ts'
import type { Enablement } from '../../reference/resources/stablecoins.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { brokenIn } from './deviations.ts'
import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'
import { rewriting } from './rewriting.ts'

/** Lets enablement be requested from one more state, or from one less. */
const requestable = (
  conforming: Rules,
  from: Enablement,
  may: boolean,
): Pick<Rules, 'enablementMayBeRequested'> => ({
  enablementMayBeRequested: (is) => (is === from ? may : conforming.enablementMayBeRequested(is)),
})

export const stablecoinsFaults: readonly Fault[] = [
  {
    id: 'stablecoins-enablement-not-kept',
    title: 'answers a request for enablement, and leaves the stablecoin as it is',
    breaks: ['STB-01', 'STB-42'],
    replace: () => ({ enablementAfterRequest: (from) => from }),
  },
  {
    id: 'stablecoins-enablement-once',
    title: 'refuses a request for enablement that is repeated',
    breaks: ['STB-02', 'STB-42'],
    replace: (conforming) => requestable(conforming, 'PENDING_APPROVAL', false),
  },
  {
    id: 'stablecoins-enablement-toggled',
    title: 'withdraws the request for enablement when it is repeated',
    breaks: ['STB-02', 'STB-42'],
    replace: (conforming) => ({
      enablementAfterRequest: (from) =>
        from === 'PENDING_APPROVAL' ? 'NOT_ENABLED' : conforming.enablementAfterRequest(from),
    }),
  },
  {
    id: 'stablecoins-enablement-while-enabling',
    title: 'takes a request for enablement while the stablecoin is being enabled',
    breaks: ['STB-03', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'ENABLING', true),
  },
  {
    id: 'stablecoins-enablement-of-enabled',
    title: 'takes a request for enablement of a stablecoin that is enabled',
    breaks: ['STB-04', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'ENABLED', true),
  },
  {
    id: 'stablecoins-enablement-of-disabled',
    title: 'takes a request for enablement of a stablecoin that the operator disabled',
    breaks: ['STB-05', 'STB-06'],
    replace: (conforming) => requestable(conforming, 'DISABLED', true),
  },
  {
    id: 'stablecoins-enablement-is-any-conflict',
    title: 'has CONFLICT where enablement cannot be requested',
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
    title: 'sets PENDING_APPROVAL before it refuses the request for enablement',
    breaks: ['STB-06'],
    replace: () => ({ enablementAfterRefusal: () => 'PENDING_APPROVAL' }),
  },
  {
    id: 'stablecoins-read-as-another',
    title: 'answers the reading of a stablecoin with another identifier',
    breaks: ['STB-07', 'STB-13', 'STB-41'],
    replace: () =>
      rewriting('getStablecoin', (stablecoin) => ({ ...stablecoin, id: `Stablecoin:${randomUUID()}` })),
  },
  {
    id: 'stablecoins-listed-once-enabled',
    title: 'lists stablecoins that are enabled only',
    breaks: ['STB-08'],
    replace: (conforming) => ({
      listedStablecoins: (stablecoins, now) =>
        conforming.listedStablecoins(stablecoins, now).filter(({ enablement }) => enablement === 'ENABLED'),
    }),
  },
  {
    id: 'stablecoins-unknown-is-a-bad-request',
    title: 'answers 400 for a stablecoin that there is not',
    breaks: ['STB-09', 'STB-29'],
    replace: (conforming) => ({
      stablecoinNotFound: () => ({ ...conforming.stablecoinNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'stablecoins-unknown-is-an-account',
    title: 'has the code of an account for a stablecoin that there is not',
    breaks: ['STB-09', 'STB-29'],
    replace: (conforming) => ({
      stablecoinNotFound: () => ({ ...conforming.stablecoinNotFound(), code: 'ACCOUNT_NOT_FOUND' }),
    }),
  },
  {
    id: 'stablecoins-link-fails',
    title: 'links a provider account and then fails',
    breaks: ['STB-10'],
    mayAlsoBreak: ['STB-60', 'STB-31'],
    replace: brokenIn('linkStablecoinProviderAccount'),
  },
  {
    id: 'stablecoins-links-listed-once-they-fail',
    title: 'lists links that are not active only',
    breaks: ['STB-11'],
    replace: (conforming) => ({
      listedProviderAccountLinks: (links, now) =>
        conforming.listedProviderAccountLinks(links, now).filter(({ status }) => status !== 'ACTIVE'),
    }),
  },
  {
    id: 'stablecoins-registration-fails',
    title: 'registers a stablecoin and then fails',
    breaks: ['STB-12'],
    mayAlsoBreak: ['STB-60', 'STB-31'],
    replace: brokenIn('registerStablecoin'),
  },
  {
    id: 'stablecoins-registered-and-lost',
    title: 'answers that a stablecoin is registered, and loses it',
    breaks: ['STB-13', 'STB-14', 'STB-15', 'STB-40', 'STB-41'],
    replace: () => ({ stablecoinIsKept: () => false }),
  },
  {
    id: 'stablecoins-registered-twice',
    title: 'registers a token as often as it is asked to',
    breaks: ['STB-14', 'STB-15', 'STB-40'],
    replace: () => ({ symbolIsTaken: () => false, tokenIdentifierIsTaken: () => false }),
  },
  {
    id: 'stablecoins-registered-again-is-any-conflict',
    title: 'has CONFLICT for a stablecoin that is registered',
    breaks: ['STB-14', 'STB-15', 'STB-16'],
    replace: (conforming) => ({
      stablecoinSymbolAlreadyExists: () => ({
        ...conforming.stablecoinSymbolAlreadyExists(),
        code: 'CONFLICT',
      }),
      stablecoinTokenIdentifierAlreadyExists: () => ({
        ...conforming.stablecoinTokenIdentifierAlreadyExists(),
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'stablecoins-symbol-not-unique',
    title: 'looks at the token identifier only when it registers a stablecoin',
    breaks: ['STB-15', 'STB-40'],
    replace: () => ({ symbolIsTaken: () => false }),
  },
  {
    id: 'stablecoins-token-identifier-not-unique',
    title: 'looks at what the provider calls a token only when it registers a stablecoin',
    breaks: ['STB-16'],
    replace: () => ({
      tokenIdentifierIsTaken: () => false,
      tokenAtProvider: ({ tokens }, { providerTokenIdentifier }) => tokens.get(providerTokenIdentifier),
    }),
  },
  {
    id: 'stablecoins-registered-twice-at-once',
    title: 'looks for a stablecoin, waits for the provider, and registers without looking again',
    breaks: ['STB-40'],
    replace: () => ({
      beforeStablecoinIsRegistered: async () => {
        await sleep(1_000)
      },
    }),
  },
  {
    id: 'stablecoins-one-for-each-provider-account',
    title: 'knows the token of a provider account that it saw first, and no other',
    breaks: ['STB-17'],
    // The token that was seen first may be the one that is rejected.
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
    title: 'registers a token without asking the provider for it',
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
    title: 'reads the stablecoin that was registered last on the account of another one',
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
    title: 'fails when enablement is requested twice at once',
    breaks: ['STB-42'],
    replace: (conforming) => {
      const underWay = new Set<string>()
      return {
        beforeEnablementIsRequested: async ({ id }) => {
          if (underWay.has(id)) throw new Refused(conforming.enablementNotRequestable('NOT_ENABLED'))
          underWay.add(id)
          await sleep(100)
          underWay.delete(id)
        },
      }
    },
  },
  {
    id: 'stablecoins-enabled-with-others',
    title: 'takes a request for enablement for the stablecoins that were registered before and after as well',
    breaks: ['STB-43'],
    // They may be those of other checks.
    mayAlsoBreak: ['STB-01', 'STB-02', 'STB-31', 'STB-42'],
    replace: () => ({
      enabledTogether: (stablecoins, stablecoin) => {
        const index = stablecoins.indexOf(stablecoin)
        return stablecoins
          .slice(Math.max(0, index - 3), index + 4)
          .filter(({ enablement }) => enablement === stablecoin.enablement)
      },
    }),
  },
  {
    id: 'stablecoins-page-repeats-an-operation',
    title: 'begins a page of operations with the last one of the page before',
    breaks: ['STB-37'],
    replace: (conforming) => ({
      operationCursor: (operations, end) => conforming.operationCursor(operations, Math.max(1, end - 1)),
    }),
  },
  {
    id: 'stablecoins-operations-of-one-identifier',
    title: 'answers every mint with the identifier of the first one of the stablecoin',
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
    title: "shows the amount of an operation in the token's decimals",
    breaks: ['STB-39'],
    replace: () => ({ shownOperationAmount: ({ amount }) => amount * 1_000_000n }),
  },
  {
    id: 'stablecoins-mint-fails',
    title: 'creates a mint and then fails',
    breaks: ['STB-19'],
    mayAlsoBreak: ['STB-24', 'STB-25', 'STB-31'],
    replace: brokenIn('createStablecoinMint'),
  },
  {
    id: 'stablecoins-burn-fails',
    title: 'creates a burn and then fails',
    breaks: ['STB-20'],
    mayAlsoBreak: ['STB-24', 'STB-31'],
    replace: brokenIn('createStablecoinBurn'),
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
    id: 'stablecoins-operations-of-all',
    title: 'lists the operations of all stablecoins under each',
    breaks: ['STB-23', 'STB-26'],
    mayAlsoBreak: ['STB-31', 'STB-60'],
    replace: () => ({ operationsOf: (operations) => [...operations].toReversed() }),
  },
  {
    id: 'stablecoins-first-link-picked',
    title: 'takes the first active link where none is picked',
    breaks: ['STB-24', 'STB-26'],
    replace: (conforming) => ({
      linkPicked: (links, picked) => {
        const link = conforming.linkPicked(links, picked)
        return link === 'SEVERAL' ? links[0] : link
      },
    }),
  },
  {
    id: 'stablecoins-selection-is-any-input',
    title: 'has INVALID_INPUT where a link has to be picked',
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
    title: 'knows no link of a stablecoin but the first',
    breaks: ['STB-25'],
    replace: (conforming) => ({
      linkPicked: (links, picked) =>
        conforming.linkPicked(picked === undefined ? links : links.slice(0, 1), picked),
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
    replace: (conforming) => ({
      linkPicked: (links, picked) => conforming.linkPicked(links, picked) ?? links[0],
    }),
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
  {
    id: 'stablecoins-links-of-one-identifier',
    title: 'responds to every link of a provider account with the identifier of the first one',
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
    title: 'shows the first page of stablecoins whatever the cursor',
    breaks: ['STB-45'],
    // A page that holds them all lets each of them be found; the oldest stand first, so that none is pushed on.
    replace: () => ({
      stablecoinsFrom: () => 0,
      stablecoinPageSize: () => 1_000,
      listedStablecoins: (stablecoins) => [...stablecoins],
    }),
  },
]
