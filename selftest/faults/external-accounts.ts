import { crashesWhenDeletedTwice } from './deleted-twice.ts'
import { randomUUID } from 'node:crypto'
import type { Store } from '../../reference/store.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { affects } from '../affects.ts'
import { refused } from '../refused.ts'
import type { Fault } from './fault.ts'
import { flow, neighbourhood } from './neighbourhood.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { rewriting, rewritingItems, type Json } from './rewriting.ts'

const withInfo = (account: Json, change: (info: Json) => Json): Json => ({
  ...account,
  accountInfo: change(account.accountInfo as Json),
})

const typeOf = (account: Json) => String((account.accountInfo as Json).accountType)

/** Rules that know which accounts were deleted. */
const rememberingDeleted =
  (replace: (rules: Rules, deleted: readonly ExternalAccount[]) => Partial<Rules>) =>
  (rules: Rules): Partial<Rules> => {
    const deleted: ExternalAccount[] = []
    return {
      externalAccountDeleted: (store, account) => {
        deleted.push(account)
        rules.externalAccountDeleted(store, account)
      },
      ...replace(rules, deleted),
    }
  }

/** Contract: Resources, external account. */
const RESOURCE: readonly Fault[] = [
  {
    id: 'accounts-read-under-another-id',
    title: 'returns the id of another record when an account is read',
    breaks: ['EXT-04'],
    // A created account is read with the same defect.
    mayAlsoBreak: ['EXT-29', 'EXT-40'],
    replace: ({ newId }) => rewriting('getCustomerExternalAccount', { id: () => newId('ExternalAccount') }),
  },
  {
    id: 'accounts-customer-null',
    title: 'returns null as the customer of every account',
    breaks: ['EXT-05'],
    replace: rewriting('getCustomerExternalAccount', { customerId: null }),
  },
  {
    id: 'accounts-of-the-wrong-customer',
    title: "returns another customer's id in an account",
    breaks: ['EXT-05', 'EXT-75'],
    replace: ({ newId }) => rewriting('getCustomerExternalAccount', { customerId: () => newId('Customer') }),
  },
  {
    id: 'accounts-platform-as-customer',
    title: "returns a customer id in the platform's own account",
    breaks: ['EXT-06'],
    replace: ({ newId }) => rewriting('getPlatformExternalAccount', { customerId: () => newId('Customer') }),
  },
  {
    id: 'accounts-under-review-as-pending',
    title: 'returns an account under review as PENDING',
    breaks: ['EXT-07'],
    replace: rewriting('getCustomerExternalAccount', {
      status: (account) => (account.status === 'UNDER_REVIEW' ? 'PENDING' : account.status),
    }),
  },
  {
    id: 'accounts-inactive-not-found',
    title: 'returns 404 for an inactive account',
    breaks: ['EXT-07'],
    replace: ({ customerExternalAccount }) => ({
      customerExternalAccount(store, id) {
        const account = customerExternalAccount(store, id)
        return account?.status === 'INACTIVE' ? undefined : account
      },
    }),
  },
  {
    id: 'accounts-currency-in-lower-case',
    title: 'returns currencies in lower case',
    breaks: ['EXT-08', 'EXT-75'],
    replace: rewriting('getCustomerExternalAccount', {
      currency: (account) => String(account.currency).toLowerCase(),
    }),
  },
  {
    id: 'accounts-fuzzy-match-as-match',
    title: 'returns a fuzzy name match as exact',
    breaks: ['EXT-09'],
    replace: rewriting('getCustomerExternalAccount', {
      beneficiaryVerificationStatus: (account) =>
        account.beneficiaryVerificationStatus === 'PARTIAL_MATCH'
          ? 'MATCHED'
          : account.beneficiaryVerificationStatus,
    }),
  },
  {
    id: 'accounts-verification-always-unsupported',
    title: 'returns UNSUPPORTED as the result of every name check',
    breaks: ['EXT-09'],
    replace: rewriting('getCustomerExternalAccount', { beneficiaryVerificationStatus: 'UNSUPPORTED' }),
  },
  {
    id: 'accounts-verified-name-of-the-platform',
    title: 'returns the given name in place of the name from the rail',
    breaks: ['EXT-10'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      account.beneficiaryVerifiedData
        ? { ...account, beneficiaryVerifiedData: { fullName: 'As The Platform Wrote It' } }
        : account,
    ),
  },
  {
    id: 'accounts-verified-data-as-text',
    title: 'returns the verified name in place of the object that contains it',
    breaks: ['CNV-02'],
    seenBy: ['EXT-10'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      account.beneficiaryVerifiedData ? { ...account, beneficiaryVerifiedData: 'Ada Example' } : account,
    ),
  },
  {
    id: 'accounts-type-left-out',
    title: 'returns one of the listed account types as SWIFT',
    breaks: ['EXT-11'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      typeOf(account) === 'HTG_ACCOUNT'
        ? withInfo(account, (info) => ({ ...info, accountType: 'SWIFT_ACCOUNT' }))
        : account,
    ),
  },
  {
    id: 'accounts-type-of-its-own',
    title: 'returns an unlisted account type for wallets on Polygon',
    breaks: ['CNV-02', 'EXT-11'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      typeOf(account) === 'POLYGON_WALLET'
        ? withInfo(account, (info) => ({ ...info, accountType: 'MATIC_WALLET' }))
        : account,
    ),
  },
  {
    id: 'accounts-evm-wallets-as-one',
    title: 'returns every wallet on an EVM chain as an Ethereum wallet',
    breaks: ['EXT-11', 'EXT-75'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      /^(BASE|POLYGON|PLASMA|ARBITRUM)_WALLET$/.test(typeOf(account))
        ? withInfo(account, (info) => ({ ...info, accountType: 'ETHEREUM_WALLET' }))
        : account,
    ),
  },
  {
    id: 'accounts-beneficiary-left-out',
    title: 'omits the beneficiary of a Turkish lira account',
    breaks: ['EXT-12', 'CNV-02'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      typeOf(account) === 'TRY_ACCOUNT'
        ? withInfo(account, (info) => ({ ...info, beneficiary: undefined }))
        : account,
    ),
  },
  {
    id: 'accounts-beneficiary-always-individual',
    title: 'returns every beneficiary as a natural person',
    breaks: ['EXT-13', 'EXT-75'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      withInfo(account, (info) =>
        info.beneficiary === undefined
          ? info
          : { ...info, beneficiary: { ...(info.beneficiary as Json), beneficiaryType: 'INDIVIDUAL' } },
      ),
    ),
  },
  {
    id: 'accounts-lightning-as-spark',
    title: 'returns LIGHTNING_ACCOUNT as a Spark wallet',
    breaks: ['EXT-14'],
    replace: rewriting('getCustomerExternalAccount', (account) =>
      typeOf(account) === 'LIGHTNING_ACCOUNT'
        ? withInfo(account, (info) => ({ ...info, accountType: 'SPARK_WALLET' }))
        : account,
    ),
  },
  {
    id: 'accounts-deleted-twice-is-500',
    title: 'returns 500 to the second deletion of an external account',
    breaks: ['EXT-76'],
    replace: crashesWhenDeletedTwice('deleteCustomerExternalAccount'),
  },
  {
    id: 'accounts-listed-otherwise',
    title: 'lists accounts without their default flag and with another currency',
    breaks: ['EXT-75'],
    replace: rewritingItems('listCustomerExternalAccounts', {
      currency: 'XXX',
      defaultUmaDepositAccount: false,
    }),
  },
]

/** Contract: Resources, external account; Functional areas, External Accounts. */
const CREATION: readonly Fault[] = [
  {
    id: 'accounts-creation-of-another-customer',
    title: 'returns another customer from the creation of an account',
    breaks: ['EXT-15'],
    replace: ({ newId }) =>
      rewriting('createCustomerExternalAccount', { customerId: () => newId('Customer') }),
  },
  {
    id: 'accounts-creation-for-platform-refused',
    title: 'returns a customer id when an account is created for the platform',
    breaks: ['EXT-16'],
    replace: ({ newId }) =>
      rewriting('createPlatformExternalAccount', { customerId: () => newId('Customer') }),
  },
  {
    id: 'accounts-ownership-always-first-party',
    title: 'returns every new account as FIRST_PARTY',
    breaks: ['EXT-17'],
    replace: rewriting('createCustomerExternalAccount', { ownershipType: 'FIRST_PARTY' }),
  },
  {
    id: 'accounts-platform-identifier-read-otherwise',
    title: "shows its own id in place of the platform's id when the account is read",
    breaks: ['EXT-18', 'EXT-75'],
    replace: rewriting('getCustomerExternalAccount', {
      platformAccountId: (account) => `account-${String(account.id)}`,
    }),
  },
  {
    id: 'accounts-platform-identifier-overwritten',
    title: "returns its own id in place of the platform's id",
    breaks: ['EXT-18'],
    replace: rewriting('createCustomerExternalAccount', {
      platformAccountId: (account) => `account-${String(account.id)}`,
    }),
  },
  {
    id: 'accounts-default-from-the-start',
    title: 'makes every new account the default UMA deposit account',
    breaks: ['EXT-19', 'EXT-20'],
    replace: { isDefaultUmaDepositAccount: () => true },
  },
  {
    id: 'accounts-default-overlooked',
    title: 'ignores the default flag of an account',
    breaks: ['EXT-20'],
    replace: { isDefaultUmaDepositAccount: () => false },
  },
  {
    id: 'accounts-default-kept-once-read',
    title: 'keeps an earlier default account as the default once it was read',
    breaks: ['EXT-21'],
    replace: ({ defaultsBeside }) => {
      const read = new Set<unknown>()
      return {
        respond: (operation, response) => {
          if (operation === 'getCustomerExternalAccount' && response.status === 200)
            read.add((response.body as Json).id)
          return response
        },
        defaultsBeside: (account, store) => defaultsBeside(account, store).filter(({ id }) => !read.has(id)),
      }
    },
  },
  {
    id: 'accounts-default-per-currency',
    title: 'keeps one default account for each currency of a customer',
    breaks: ['EXT-21'],
    replace: ({ defaultsBeside }) => ({
      defaultsBeside: (account, store) =>
        defaultsBeside(account, store).filter(({ currency }) => currency === account.currency),
    }),
  },
  {
    id: 'accounts-count-of-all',
    title: "counts every customer's accounts in the list of one",
    breaks: ['EXT-41'],
    replace: ({ externalAccountsListed }) => {
      let count = 0
      return {
        externalAccountsListed(store, customerId) {
          count = store.externalAccounts.size
          return externalAccountsListed(store, customerId)
        },
        ...rewriting('listCustomerExternalAccounts', { totalCount: () => count }),
      }
    },
  },
  {
    id: 'accounts-many-defaults',
    title: 'keeps several default accounts of a customer',
    breaks: ['EXT-21', 'EXT-39'],
    replace: { defaultsBeside: () => [] },
  },
  {
    id: 'accounts-defaults-at-once',
    title: 'keeps a default account that was never read when it creates another',
    breaks: ['EXT-39'],
    replace: ({ customerExternalAccount, defaultsBeside }) => {
      const read = new Set<string>()
      return {
        customerExternalAccount(store, id) {
          read.add(id)
          return customerExternalAccount(store, id)
        },
        defaultsBeside: (account, store) => defaultsBeside(account, store).filter(({ id }) => read.has(id)),
      }
    },
  },
  {
    id: 'accounts-one-default-for-all',
    title: 'keeps one default account for all customers together',
    breaks: ['EXT-22'],
    replace: {
      defaultsBeside: (account, store) =>
        [...store.externalAccounts.values()].filter(
          ({ id, defaultUmaDepositAccount }) => id !== account.id && defaultUmaDepositAccount === true,
        ),
    },
  },
  {
    id: 'accounts-beneficiary-not-asked-for',
    title: 'creates a fiat account without a beneficiary',
    breaks: ['EXT-23', 'EXT-78', 'CNV-02'],
    // Without validation of the beneficiary, its type is not validated either.
    mayAlsoBreak: ['EXT-25', 'EXT-44'],
    replace: { accountTypeNeedsBeneficiary: () => false },
  },
  {
    id: 'accounts-beneficiary-asked-for-in-euro-only',
    title: 'creates a fiat account without a beneficiary, unless it is a EUR_ACCOUNT',
    breaks: ['EXT-78', 'CNV-02'],
    replace: { accountTypeNeedsBeneficiary: (accountType) => accountType === 'EUR_ACCOUNT' },
  },
  {
    id: 'accounts-any-type-accepted',
    title: 'creates an account of an unlisted type',
    breaks: ['EXT-24', 'CNV-02'],
    replace: { accountTypeIsListed: () => true },
  },
  {
    id: 'accounts-any-beneficiary-type-accepted',
    title: 'creates an account with an invalid beneficiary type',
    breaks: ['EXT-25', 'CNV-02'],
    // The accepted field is not listed as an error either.
    mayAlsoBreak: ['EXT-44'],
    replace: { beneficiaryTypeIsKnown: () => true },
  },
  {
    id: 'accounts-any-ownership-accepted',
    title: 'creates an account with an invalid ownershipType',
    breaks: ['EXT-26', 'CNV-02'],
    mayAlsoBreak: ['EXT-44'],
    replace: { ownershipTypeIsKnown: () => true },
  },
  {
    id: 'accounts-info-not-asked-for',
    title: 'returns 500 for an account without accountInfo',
    breaks: ['EXT-27'],
    replace: (conforming) => ({
      externalAccountFieldErrors(body, required) {
        if (body.accountInfo === undefined) throw new TypeError('accountInfo is undefined')
        return conforming.externalAccountFieldErrors(body, required)
      },
    }),
  },
  {
    id: 'accounts-ownership-not-asked-for',
    title: 'does not require ownershipType where counterparty requirements do',
    breaks: ['EXT-28'],
    replace: { ownershipTypeIsRequired: () => false },
  },
]

/** Contract: Functional areas, External Accounts; Errors. */
const COLLECTION: readonly Fault[] = [
  {
    id: 'accounts-created-and-not-stored',
    title: 'returns a new account, but stores it under another id',
    breaks: ['EXT-29', 'EXT-30', 'EXT-75', 'EXT-20'],
    // Every read of an account after its creation finds none.
    mayAlsoBreak: ['EXT-74', 'EXT-18', 'EXT-21', 'EXT-22', 'EXT-39', 'EXT-40', 'EXT-41', 'EXT-42', 'EXT-77'],
    replace: ({ newId }) =>
      rewriting('createCustomerExternalAccount', { id: () => newId('ExternalAccount') }),
  },
  {
    id: 'accounts-list-of-all-others',
    title: 'lists only the accounts of other customers',
    breaks: ['EXT-30'],
    // Other checks of the list do not find their own account either.
    mayAlsoBreak: ['EXT-41', 'EXT-42', 'EXT-43'],
    replace: ({ externalAccountsListed }) => ({
      externalAccountsListed: (store, customerId) =>
        externalAccountsListed(store, undefined).filter((account) => account.customerId !== customerId),
    }),
  },
  {
    id: 'accounts-unknown-as-conflict',
    title: 'returns 409 for a nonexistent account',
    breaks: ['EXT-31'],
    replace: refused('externalAccountNotFound', 409, 'CONFLICT'),
    // The deletion finds accounts by the same rule.
    mayAlsoBreak: ['EXT-32', 'EXT-40'],
  },
  {
    id: 'accounts-neighbour-deleted',
    title: 'also deletes the account that the customer created next',
    breaks: ['EXT-40'],
    mayAlsoBreak: ['EXT-74'],
    replace: (conforming) => ({
      externalAccountDeleted(store, account) {
        const ofCustomer = [...store.externalAccounts.values()].filter(
          ({ customerId }) => customerId === account.customerId,
        )
        const next = ofCustomer[ofCustomer.indexOf(account) + 1]
        conforming.externalAccountDeleted(store, account)
        if (next) conforming.externalAccountDeleted(store, next)
      },
    }),
  },
  {
    id: 'accounts-page-begins-one-late',
    title: 'skips the first account of every page but the first',
    breaks: ['EXT-41'],
    replace: {
      externalAccountsPageStart: (cursor) => (cursor === undefined ? 0 : Number(cursor) + 1),
    },
  },
  {
    id: 'accounts-of-other-customers-listed',
    title: 'lists the accounts of all customers, for any requested customer',
    breaks: ['EXT-42'],
    mayAlsoBreak: ['EXT-41'],
    replace: ({ externalAccountsListed }) => ({
      // The newest first: deletions by other checks move the end of the list during a walk.
      externalAccountsListed: (store) => externalAccountsListed(store, undefined).toReversed(),
    }),
  },
  {
    id: 'accounts-unverified-not-listed',
    title: 'omits UNVERIFIED accounts from the list',
    breaks: ['EXT-43'],
    replace: ({ externalAccountsListed }) => ({
      externalAccountsListed: (...of) =>
        externalAccountsListed(...of).filter(({ status }) => status !== 'UNVERIFIED'),
    }),
  },
  {
    id: 'accounts-first-error-only',
    title: 'reports only the first invalid field of a new account',
    breaks: ['EXT-44'],
    replace: (conforming) => ({
      externalAccountFieldErrors: (...of) => conforming.externalAccountFieldErrors(...of).slice(0, 1),
    }),
  },
  {
    id: 'accounts-deleted-for-a-moment',
    title: 'accepts the deletion of an account, but keeps it',
    breaks: ['EXT-32', 'EXT-73'],
    // These checks look for the deleted account too.
    mayAlsoBreak: ['EXT-40'],
    replace: { externalAccountDeleted: () => undefined },
  },
  ...(['createCustomerExternalAccount', 'listCustomerExternalAccounts'] as const).map((open): Fault => ({
    id: `accounts-open-to-all-${open.slice(0, 4)}`,
    title: `requires no credentials for ${open}`,
    breaks: ['EXT-33'],
    replace: acceptsInvalidCredentials(open),
  })),
]

/** Contract: States, External account status; Endpoints 1, purpose. */
const CHALLENGES: readonly Fault[] = [
  {
    id: 'accounts-challenge-already-over',
    title: 'starts a challenge that has already expired',
    breaks: ['EXT-01'],
    replace: {
      ...rewriting('startOwnershipChallenge', { expiresAt: '2025-10-13T12:00:00Z' }),
    },
  },
  {
    id: 'accounts-challenge-of-before',
    title: 'starts a challenge, but keeps the message of the previous one',
    breaks: ['EXT-02', 'EXT-03'],
    replace: rewriting('startOwnershipChallenge', {
      messageToSign: (challenge) => `${String(challenge.messageToSign)}\nNonce: of another challenge`,
    }),
  },
]

/** Contract: Errors, BENEFICIARY_TRUSTED; Endpoints, untrust and its confirm. */
const TRUST: readonly Fault[] = [
  {
    id: 'trust-deleted-all-the-same',
    title: 'deletes a trusted beneficiary',
    breaks: ['TRU-01', 'TRU-02', 'TRU-05', 'TRU-07', 'TRU-09'],
    mayAlsoBreak: ['TRU-17'],
    replace: { beneficiaryMayBeDeleted: () => true },
  },
  {
    id: 'trust-deleted-on-the-second-request',
    title: 'rejects the first deletion of a trusted beneficiary, and accepts the second',
    breaks: ['TRU-01'],
    replace: ({ beneficiaryMayBeDeleted }) => {
      const rejected = new Set<string>()
      return {
        beneficiaryMayBeDeleted(account) {
          if (beneficiaryMayBeDeleted(account) || rejected.has(account.id)) return true
          rejected.add(account.id)
          return false
        },
      }
    },
  },
  {
    id: 'trust-refusal-without-its-code',
    title: 'rejects the deletion of a trusted beneficiary with the generic conflict code',
    breaks: ['TRU-01'],
    replace: refused('beneficiaryTrusted', 409, 'CONFLICT'),
  },
  {
    id: 'trust-refused-as-bad-request',
    title: 'returns 400 for the deletion of a trusted beneficiary',
    breaks: ['TRU-01', 'TRU-05', 'TRU-07', 'TRU-09'],
    mayAlsoBreak: ['TRU-17'],
    replace: refused('beneficiaryTrusted', 400, 'INVALID_INPUT'),
  },
  {
    id: 'trust-refusal-deactivates',
    title: 'rejects the deletion of a trusted beneficiary, but deactivates it',
    breaks: ['TRU-02'],
    replace: ({ beneficiaryMayBeDeleted }) => ({
      beneficiaryMayBeDeleted(account) {
        if (account.trusted === true) account.status = 'INACTIVE'
        return beneficiaryMayBeDeleted(account)
      },
    }),
  },
  {
    id: 'trust-confirmation-returns-the-contrary',
    title: 'returns an untrusted beneficiary as trusted',
    breaks: ['TRU-03', 'TRU-09'],
    replace: ({ trustTold }) => ({
      trustTold: (account) => trustTold({ ...account, trusted: account.trusted !== true }),
    }),
  },
  {
    id: 'trust-untrusted-and-kept',
    title: 'accepts the confirmation, but leaves the beneficiary trusted',
    breaks: ['TRU-04', 'TRU-19'],
    replace: { trustedOnceConfirmed: () => true, trustTold: () => ({ trusted: false }) },
    // It inverts trusting too, so checks that need untrusting are blocked.
    mayAlsoBreak: ['TRU-09', 'TRU-17'],
  },
  {
    id: 'trust-ends-when-asked',
    title: 'removes trust before the confirmation',
    breaks: ['TRU-05', 'TRU-07'],
    replace: ({ trustedOnceAsked }) => ({
      trustedOnceAsked: (account, purpose) => purpose === 'TRUST' && trustedOnceAsked(account, purpose),
    }),
  },
  {
    id: 'trust-ends-for-neighbours',
    title: 'also removes trust from the beneficiaries created just before and after',
    breaks: ['TRU-17'],
    // The beneficiaries of other checks are untrusted too.
    mayAlsoBreak: flow('TRU'),
    replace: affects(['confirmUntrust'], neighbourhood),
  },
  {
    id: 'trust-given-to-neighbours',
    title: 'also trusts the beneficiaries created just before and after',
    breaks: ['TRU-18'],
    // The beneficiaries of other checks are trusted too.
    mayAlsoBreak: flow('TRU'),
    replace: affects(['confirmTrust'], neighbourhood),
  },
  {
    id: 'trust-any-code-accepted',
    title: 'accepts any code of six digits',
    breaks: ['TRU-06', 'TRU-07', 'TRU-10'],
    // Another customer's code also has six digits.
    mayAlsoBreak: ['TRU-14'],
    replace: { trustCodeIsRight: (code) => /^\d{6}$/.test(String(code)) },
  },
  {
    id: 'trust-code-of-any-customer',
    title: 'accepts the code of any customer',
    breaks: ['TRU-14'],
    replace: {
      trustCodeIsRight: (code, _expected, codes) => [...codes.values()].includes(String(code)),
    },
  },
  {
    id: 'trust-challenge-confirmed-again',
    title: 'accepts the confirmation of a challenge repeatedly',
    breaks: ['TRU-15'],
    replace: { trustChallengeSurvives: true },
  },
  {
    id: 'trust-code-compared-by-its-beginning',
    title: 'accepts the first characters of a code',
    breaks: ['TRU-16'],
    replace: {
      trustCodeIsRight: (code, expected) =>
        typeof code === 'string' && code !== '' && expected?.startsWith(code) === true,
    },
  },
  {
    id: 'trust-wrong-code-as-401',
    title: 'returns 401 for a wrong code, as for invalid platform credentials',
    breaks: ['TRU-06', 'TRU-10'],
    // These checks judge wrong codes as well.
    mayAlsoBreak: ['TRU-14', 'TRU-16'],
    replace: refused('trustCodeRefused', 401, 'UNAUTHORIZED'),
  },
  {
    id: 'trust-any-challenge-accepted',
    title: 'accepts a challenge of another account',
    breaks: ['TRU-08'],
    replace: { trustChallengeIsOf: () => true },
  },
  {
    id: 'trust-not-stored',
    title: 'confirms trust, but does not store it',
    breaks: ['TRU-09'],
    replace: {
      trustedOnceConfirmed: () => false,
      ...rewriting('confirmTrust', () => ({ trusted: true })),
    },
  },
  {
    id: 'trust-begins-when-asked',
    title: 'trusts a beneficiary before the confirmation',
    breaks: ['TRU-10'],
    replace: ({ trustedOnceAsked }) => ({
      trustedOnceAsked: (account, purpose) => purpose === 'TRUST' || trustedOnceAsked(account, purpose),
    }),
  },
  ...(['untrustBeneficiary', 'confirmUntrust'] as const).map((open): Fault => ({
    id: `trust-open-to-all-${open.slice(0, 7).toLowerCase()}`,
    title: `requires no credentials for ${open}`,
    breaks: ['TRU-11'],
    replace: acceptsInvalidCredentials(open),
  })),
  {
    id: 'trust-unknown-account-accepted',
    title: 'starts untrusting a nonexistent account',
    breaks: ['TRU-12'],
    replace: {
      respond: (operation, response) =>
        operation === 'untrustBeneficiary' && response.status === 404
          ? { status: 202, body: { challengeId: 'TrustChallenge:none' } }
          : response,
    },
  },
]

/** Contract: States, External account status row 3. */
const LIVENESS: readonly Fault[] = [
  {
    id: 'liveness-pass-not-stored',
    title: 'leaves the account unchanged after a passed LIVENESS challenge',
    breaks: ['LIV-01', 'LIV-04', 'LIV-05'],
    replace: ({ statusAfterLiveness, statusWithChallenge }) => ({
      statusAfterLiveness: (outcome) =>
        outcome === 'PASSED' ? statusWithChallenge : statusAfterLiveness(outcome),
    }),
  },
  {
    id: 'liveness-pass-leaves-pending',
    title: 'leaves an account PENDING during a LIVENESS challenge and after it has passed',
    breaks: ['LIV-01', 'LIV-04', 'LIV-05'],
    replace: ({ statusAfterLiveness }) => ({
      statusWithChallenge: 'PENDING',
      statusAfterLiveness: (outcome) => (outcome === 'PASSED' ? 'PENDING' : statusAfterLiveness(outcome)),
    }),
  },
  {
    id: 'liveness-failure-as-pass',
    title: 'sets the account to ACTIVE after any outcome of its LIVENESS challenge',
    breaks: ['LIV-02', 'LIV-03'],
    replace: { statusAfterLiveness: () => 'ACTIVE' },
  },
  {
    id: 'liveness-outcomes-alike',
    title: 'sets the account to UNDER_REVIEW after any outcome of its LIVENESS challenge',
    breaks: ['LIV-03'],
    replace: { statusAfterLiveness: () => 'UNDER_REVIEW' },
  },
  {
    id: 'liveness-outcomes-exchanged',
    title: 'inverts the outcome of a LIVENESS challenge',
    breaks: ['LIV-01', 'LIV-02', 'LIV-04', 'LIV-05'],
    replace: ({ statusAfterLiveness }) => ({
      statusAfterLiveness: (outcome) => statusAfterLiveness(outcome === 'PASSED' ? 'FAILED' : 'PASSED'),
    }),
  },
  {
    id: 'liveness-ended-by-a-signature',
    title: 'ends a LIVENESS challenge when it rejects a signature',
    breaks: ['LIV-04'],
    replace: ({ noChallengeOutstanding }) => ({
      noChallengeOutstanding(account) {
        if (account.challenge?.method === 'LIVENESS') account.challenge.outstanding = false
        return noChallengeOutstanding(account)
      },
      livenessOutcomeCounts: ({ challenge }) => challenge?.outstanding === true,
    }),
  },
  {
    id: 'liveness-second-outcome-lost',
    title: "ignores the outcome of an account's second LIVENESS challenge",
    breaks: ['LIV-05'],
    replace: ({ livenessOutcomeCounts }) => {
      const completed = new Set<string>()
      return {
        livenessOutcomeCounts(account) {
          const isFirst = !completed.has(account.id)
          completed.add(account.id)
          return isFirst && livenessOutcomeCounts(account)
        },
      }
    },
  },
]

const accountsOf = (store: Store | undefined, customerId: unknown): readonly ExternalAccount[] =>
  [...(store?.externalAccounts.values() ?? [])].filter((account) => account.customerId === customerId)

export const externalAccountsFaults: readonly Fault[] = [
  ...RESOURCE,
  ...CREATION,
  ...COLLECTION,
  ...CHALLENGES,
  ...TRUST,
  ...LIVENESS,
  {
    id: 'accounts-default-lost-to-a-rejected-one',
    title: 'removes the default flag of an account, then rejects the account that would replace it',
    breaks: ['EXT-71'],
    replace: (rules) => {
      let store: Store | undefined
      return {
        storeToRead: (primary) => (store = rules.storeToRead(primary)),
        externalAccountFieldErrors(body, isRequired) {
          const errors = rules.externalAccountFieldErrors(body, isRequired)
          if (errors.length > 0 && body.defaultUmaDepositAccount === true)
            for (const account of accountsOf(store, body.customerId)) account.defaultUmaDepositAccount = false
          return errors
        },
      }
    },
  },
  {
    id: 'accounts-default-lost-to-a-deletion',
    title: 'removes the default flag of all accounts of a customer when one is deleted',
    breaks: ['EXT-74'],
    replace: (rules) => ({
      externalAccountDeleted: (store, deleted) => {
        for (const account of accountsOf(store, deleted.customerId)) account.defaultUmaDepositAccount = false
        rules.externalAccountDeleted(store, deleted)
      },
    }),
  },
  {
    id: 'accounts-rejected-and-stored',
    title: 'stores an account, then rejects it for an invalid field',
    breaks: ['EXT-72'],
    mayAlsoBreak: ['EXT-42'],
    replace: (rules) => {
      let store: Store | undefined
      return {
        storeToRead: (primary) => (store = rules.storeToRead(primary)),
        externalAccountFieldErrors(body, isRequired) {
          const errors = rules.externalAccountFieldErrors(body, isRequired)
          const [example] = accountsOf(store, body.customerId)
          const id = `ExternalAccount:${randomUUID()}`
          if (errors.length > 0 && example) store?.externalAccounts.set(id, { ...example, id })
          return errors
        },
      }
    },
  },
  {
    id: 'accounts-deleted-and-listed',
    title: 'still lists deleted accounts',
    breaks: ['EXT-73'],
    replace: rememberingDeleted((rules, deleted) => ({
      externalAccountsListed: (store, customerId) => [
        ...rules.externalAccountsListed(store, customerId),
        ...deleted.filter((account) => account.customerId === customerId),
      ],
    })),
  },
  {
    id: 'trust-lost-after-a-wrong-code',
    title: 'rejects a wrong code, and untrusts the beneficiary half a second later',
    breaks: ['TRU-07'],
    replace: ({ customerExternalAccount, trustCodeIsRight }) => {
      let named: ExternalAccount | undefined
      return {
        customerExternalAccount: (store, id) => (named = customerExternalAccount(store, id)),
        trustCodeIsRight: (...asked) => {
          const isRight = trustCodeIsRight(...asked)
          const account = named
          if (!isRight && account) setTimeout(() => (account.trusted = false), 500).unref()
          return isRight
        },
      }
    },
  },
  {
    id: 'accounts-default-lost-to-a-duplicate',
    title: 'removes the default flag of an account when it rejects a duplicate of it',
    breaks: ['EXT-71'],
    replace: ({ isEquivalent }) => ({
      isEquivalent: (account, ...others) => {
        const isSame = isEquivalent(account, ...others)
        if (isSame) account.defaultUmaDepositAccount = false
        return isSame
      },
    }),
  },
  {
    id: 'trust-lasts-after-a-rejected-deletion',
    title: 'never deletes a beneficiary whose deletion was rejected once',
    breaks: ['TRU-19'],
    replace: ({ beneficiaryMayBeDeleted }) => {
      const rejected = new Set<string>()
      return {
        beneficiaryMayBeDeleted: (account) => {
          if (!beneficiaryMayBeDeleted(account)) rejected.add(account.id)
          return !rejected.has(account.id)
        },
      }
    },
  },
  {
    id: 'accounts-listed-as-active',
    title: 'lists every account as ACTIVE',
    breaks: ['EXT-75'],
    replace: rewritingItems('listCustomerExternalAccounts', { status: 'ACTIVE' }),
  },
  {
    id: 'accounts-deleted-one-is-a-duplicate',
    title: 'rejects an account with the details of a deleted one as a duplicate',
    breaks: ['EXT-77'],
    replace: rememberingDeleted((rules, deleted) => ({
      isEquivalent: (account, customerId, accountInfo) =>
        [account, ...deleted].some((one) => rules.isEquivalent(one, customerId, accountInfo)),
    })),
  },
]
