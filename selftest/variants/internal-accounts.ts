import { listedInArrays } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, Internal Accounts; Authentication, embedded wallet signed actions. */
export const internalAccountsVariations: readonly Variant[] = [
  {
    id: 'internal-accounts-on-short-pages',
    title: 'lists three internal accounts a page',
    point: 'pages of internal accounts',
    reading: 'How the list is paged, is not shown.',
    replace: () => ({ internalAccountsPerPage: () => 3 }),
  },
  {
    id: 'request-id-alone-asks-again',
    title: 'takes a request identifier without a signature for the first step',
    point: 'a signed action with Request-Id only',
    reading: 'Nothing is signed yet, so that the signature is asked for.',
    replace: () => ({ isFirstStep: (signature) => signature === undefined }),
  },
  {
    id: 'unknown-request-id-conflicts',
    title: 'refuses the request identifier of another action with 409',
    point: 'a signed retry under the identifier of another action',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      signatureRequestNotFound: () => ({
        ...rules.signatureRequestNotFound(),
        status: 409,
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'internal-accounts-in-arrays',
    alone: true,
    title: 'lists internal accounts in arrays',
    point: 'pages of internal accounts',
    reading: 'The lists are not shown.',
    replace: (rules) =>
      listedInArrays(rules, ['listCustomerInternalAccounts', 'listPlatformInternalAccounts']),
  },
]
