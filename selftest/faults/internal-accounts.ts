import { signedByAnyWallet } from './signed-by-any-wallet.ts'
import { rewriting, rewritingItems, type Json } from './rewriting.ts'
import { refused } from '../refused.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

/** The code of an unknown account. */
const isOfUnknownAccount = ({ body }: { readonly body?: unknown }): boolean =>
  (body as { readonly code?: unknown } | undefined)?.code === 'ACCOUNT_NOT_FOUND'

/** Changes the cursor of every page of internal accounts that has one. */
const withCursor = (change: (cursor: unknown) => number) =>
  rewriting(['listCustomerInternalAccounts', 'listPlatformInternalAccounts'], {
    nextCursor: ({ nextCursor }) => (nextCursor === undefined ? undefined : String(change(nextCursor))),
  })

export const internalAccountsFaults: readonly Fault[] = [
  {
    id: 'internal-accounts-first-forgotten',
    title: 'omits the first internal account from the list',
    breaks: ['INT-01'],
    // The list of one customer is empty, so another customer's account is rightly absent.
    mayAlsoBreak: ['INT-02', 'INT-19'],
    replace: rewriting('listCustomerInternalAccounts', { data: (list) => (list.data as Json[]).slice(1) }),
  },
  {
    id: 'internal-accounts-of-everybody',
    title: 'ignores the customer filter of internal accounts',
    breaks: ['INT-02'],
    replace: { internalAccountsOf: (accounts) => [...accounts] },
  },
  {
    id: 'internal-accounts-platform-lists-all',
    title: "lists customers' accounts among the platform's own",
    breaks: ['INT-02'],
    replace: { internalAccountsOfPlatform: (accounts) => [...accounts] },
  },
  {
    id: 'internal-accounts-platform-lists-none',
    title: "returns an empty list of the platform's own accounts",
    breaks: ['INT-03'],
    // In an empty list no account can be missing.
    mayAlsoBreak: ['INT-02'],
    replace: { internalAccountsOfPlatform: () => [] },
  },
  {
    id: 'internal-accounts-open',
    title: 'lists internal accounts without checking credentials',
    breaks: ['INT-04'],
    replace: acceptsInvalidCredentials('listCustomerInternalAccounts'),
  },
  {
    id: 'internal-accounts-export-at-once',
    title: 'exports a wallet without a signature',
    // No signature is requested, so the checks that need one are blocked.
    breaks: ['INT-10'],
    replace: {
      respond: (operation, original) =>
        operation === 'exportInternalAccount' && original.status === 202
          ? { status: 200, body: { encryptedWallet: 'd2FsbGV0' } }
          : original,
    },
  },
  {
    id: 'internal-accounts-export-breaks',
    title: 'returns 500 after a signed export',
    breaks: ['INT-11'],
    // They export with valid credentials after the others.
    mayAlsoBreak: ['INT-04', 'INT-05'],
    replace: (conforming) => ({
      respond: (operation, original, request) =>
        operation === 'exportInternalAccount' && original.status === 200
          ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The export failed.' } }
          : conforming.respond(operation, original, request),
    }),
  },
  {
    id: 'internal-accounts-request-id-breaks',
    title: 'returns 500 for a signed retry without Request-Id',
    breaks: ['INT-12'],
    replace: refused('walletRequestIdMissing', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'internal-accounts-malformed-is-bad-request',
    title: 'returns 400 for an unparsable signature header',
    breaks: ['INT-13'],
    replace: refused('walletSignatureMalformed', 400, 'INVALID_INPUT'),
  },
  {
    id: 'internal-accounts-signature-not-verified',
    title: 'checks only that the key of a signature is known',
    breaks: ['INT-14', 'INT-17'],
    replace: { walletSignatureHolds: () => true, signatureIsFor: () => true },
  },
  {
    id: 'internal-accounts-any-key-exports',
    title: 'verifies a signature with the key that the signature contains',
    breaks: ['INT-15'],
    mayAlsoBreak: ['INT-21'],
    replace: { walletKeyIsRegistered: () => true },
  },
  {
    id: 'internal-accounts-unknown-key-unauthorized',
    title: 'returns the API credentials error for an unknown key',
    breaks: ['INT-15'],
    mayAlsoBreak: ['INT-21'],
    replace: refused('walletSignatureInvalid', 401, 'UNAUTHORIZED'),
  },
  {
    id: 'internal-accounts-signature-optional',
    title: 'exports a wallet to any caller that sends a request identifier',
    breaks: ['INT-16'],
    replace: { acceptsUnsigned: () => true },
  },
  {
    id: 'internal-accounts-exported-for-another-key',
    title: 'exports a wallet for another key than that of the signed request',
    breaks: ['INT-22'],
    replace: { exportIsSigned: () => true },
  },
  {
    id: 'internal-accounts-any-wallets-key-exports',
    title: 'exports a wallet with the signature of a key that is registered on another wallet',
    breaks: ['INT-21'],
    replace: signedByAnyWallet('exportInternalAccount'),
  },
  {
    id: 'internal-accounts-request-id-of-others',
    title: 'accepts the request identifier of another account',
    breaks: ['INT-17'],
    replace: { signatureIsFor: () => true },
  },
  {
    id: 'internal-accounts-unknown-exported',
    title: 'exports an unknown account',
    breaks: ['INT-18'],
    replace: (conforming) => ({
      respond: async (operation, original, request) => {
        const response = await conforming.respond(operation, original, request)
        return operation === 'exportInternalAccount' && isOfUnknownAccount(response)
          ? { status: 200, body: { encryptedWallet: '' } }
          : response
      },
    }),
  },
  {
    id: 'internal-accounts-page-skips-one',
    title: 'skips the first account of each further page',
    breaks: ['INT-19'],
    replace: withCursor((cursor) => Number(cursor) + 1),
  },
  {
    id: 'internal-accounts-page-repeats-one',
    title: 'starts each page of accounts with the last one of the previous page',
    breaks: ['INT-19'],
    replace: withCursor((cursor) => Math.max(1, Number(cursor) - 1)),
  },
  {
    id: 'internal-accounts-with-other-decimals',
    title: 'returns other decimals of a currency in a balance than in a quote',
    breaks: ['INT-20'],
    mayAlsoBreak: ['CNV-40'],
    replace: rewritingItems('listCustomerInternalAccounts', {
      balance: ({ balance }) => ({
        ...(balance as Json),
        currency: { ...((balance as Json).currency as Json), decimals: 4 },
      }),
    }),
  },
]
