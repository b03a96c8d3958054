import type { Rules } from '../../reference/rules/index.ts'
import { refused } from '../refused.ts'
import { listedInArrays, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const OPENING_MS = 4_000

function openedLater(rules: Rules): Pick<Rules, 'respond' | 'internalAccountsOf'> {
  const since = new Map<unknown, number>()
  return {
    ...successesChanged(
      rules,
      (response) => {
        since.set((response.body as Json).id, Date.now())
        return response
      },
      ['createCustomer'],
    ),
    internalAccountsOf: (accounts, customerId) =>
      Date.now() - (since.get(customerId) ?? 0) < OPENING_MS
        ? []
        : rules.internalAccountsOf(accounts, customerId),
  }
}

/** Contract: What the service does, Internal Accounts; Authentication, embedded wallet signed actions. */
export const internalAccountsVariations: readonly Variant[] = [
  {
    id: 'internal-accounts-on-short-pages',
    title: 'returns three internal accounts per page',
    point: 'pages of internal accounts',
    interpretation: 'The contract does not specify the paging.',
    replace: { internalAccountsPerPage: 3 },
  },
  {
    id: 'request-id-alone-asks-again',
    title: 'treats a request identifier without a signature as the first step',
    point: 'a signed action with Request-Id only',
    interpretation: 'Nothing is signed yet, so the server requests the signature.',
    replace: { isFirstStep: (signature) => signature === undefined },
  },
  {
    id: 'unknown-request-id-conflicts',
    title: 'returns 409 for the request identifier of another action',
    point: 'a signed retry under the identifier of another action',
    interpretation: 'The contract does not specify which error.',
    replace: refused('signatureRequestNotFound', 409, 'CONFLICT'),
  },
  {
    id: 'internal-accounts-in-arrays',
    alone: true,
    title: 'returns internal accounts in arrays',
    point: 'pages of internal accounts',
    interpretation: 'The contract does not specify the lists.',
    replace: (rules) =>
      listedInArrays(rules, ['listCustomerInternalAccounts', 'listPlatformInternalAccounts']),
  },
  {
    id: 'internal-accounts-show-texts-for-people',
    title: 'adds the balance as text for people, and omits the count of accounts',
    point: 'fields of an internal account',
    interpretation: 'The contract does not specify the fields, and does not mark totalCount as required.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { totalCount: _, ...body } = response.body as Json
          const data = (body.data as Json[]).map((account) => ({
            ...account,
            displayBalance: { amount: '1,234.50', currency: 'USD' },
          }))
          return { ...response, body: { ...body, data } }
        },
        ['listCustomerInternalAccounts', 'listPlatformInternalAccounts'],
      ),
  },
  {
    id: 'internal-accounts-opened-later',
    title: 'opens the internal accounts of a new customer after 4 s',
    point: 'when internal accounts are opened',
    interpretation: 'The contract does not specify when a customer has its accounts.',
    replace: openedLater,
  },
]
