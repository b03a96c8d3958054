import type { Fault } from './fault.ts'
import { flow, neighbourhood } from './neighbourhood.ts'
import { openToStrangers } from './outsiders.ts'
import { rewriting, type Json } from './rewriting.ts'

/** Of an account of a customer as it is read. */
const readAs = (change: (account: Json) => Json) => rewriting('getCustomerExternalAccount', change)

/** Of an account of a customer as it is answered when it is created. */
const createdAs = (change: (account: Json) => Json) => rewriting('createCustomerExternalAccount', change)

const withInfo = (account: Json, change: (info: Json) => Json): Json => ({
  ...account,
  accountInfo: change(account.accountInfo as Json),
})

const typeOf = (account: Json) => String((account.accountInfo as Json).accountType)

/** Contract: Resources, external account. */
const RESOURCE: readonly Fault[] = [
  {
    id: 'accounts-read-under-another-id',
    title: 'reads an account under the id of a record of its own',
    breaks: ['EXT-04'],
    // A created account is read likewise.
    mayAlsoBreak: ['EXT-29', 'EXT-40'],
    replace: ({ newId }) => readAs((account) => ({ ...account, id: newId('ExternalAccount') })),
  },
  {
    id: 'accounts-customer-null',
    title: 'has null for the customer of every account',
    breaks: ['EXT-05'],
    replace: () => readAs((account) => ({ ...account, customerId: null })),
  },
  {
    id: 'accounts-of-the-wrong-customer',
    title: 'names another customer than the account’s',
    breaks: ['EXT-05'],
    replace: ({ newId }) => readAs((account) => ({ ...account, customerId: newId('Customer') })),
  },
  {
    id: 'accounts-platform-as-customer',
    title: 'has a customer that stands for the platform',
    breaks: ['EXT-06'],
    replace: ({ newId }) =>
      rewriting('getPlatformExternalAccount', (account) => ({ ...account, customerId: newId('Customer') })),
  },
  {
    id: 'accounts-under-review-as-pending',
    title: 'shows an account under review as pending',
    breaks: ['EXT-07'],
    replace: () =>
      readAs((account) => ({
        ...account,
        status: account.status === 'UNDER_REVIEW' ? 'PENDING' : account.status,
      })),
  },
  {
    id: 'accounts-inactive-not-found',
    title: 'does not find an account that is inactive',
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
    title: 'writes currencies in lower case',
    breaks: ['EXT-08'],
    replace: () => readAs((account) => ({ ...account, currency: String(account.currency).toLowerCase() })),
  },
  {
    id: 'accounts-fuzzy-match-as-match',
    title: 'shows a fuzzy match of names as an exact one',
    breaks: ['EXT-09'],
    replace: () =>
      readAs((account) => ({
        ...account,
        beneficiaryVerificationStatus:
          account.beneficiaryVerificationStatus === 'PARTIAL_MATCH'
            ? 'MATCHED'
            : account.beneficiaryVerificationStatus,
      })),
  },
  {
    id: 'accounts-verification-always-unsupported',
    title: 'shows no result of checking names',
    breaks: ['EXT-09'],
    replace: () => readAs((account) => ({ ...account, beneficiaryVerificationStatus: 'UNSUPPORTED' })),
  },
  {
    id: 'accounts-verified-name-of-the-platform',
    title: 'has the name that the platform gave for the one that the rail returned',
    breaks: ['EXT-10'],
    replace: () =>
      readAs((account) =>
        account.beneficiaryVerifiedData
          ? { ...account, beneficiaryVerifiedData: { fullName: 'As The Platform Wrote It' } }
          : account,
      ),
  },
  {
    id: 'accounts-verified-data-as-text',
    title: 'has the verified name in place of the object with it',
    breaks: ['CNV-02'],
    seenBy: ['EXT-10'],
    replace: () =>
      readAs((account) =>
        account.beneficiaryVerifiedData ? { ...account, beneficiaryVerifiedData: 'Ada Example' } : account,
      ),
  },
  {
    id: 'accounts-type-left-out',
    title: 'does not know one of the listed account types, and reads it as SWIFT',
    breaks: ['EXT-11'],
    replace: () =>
      readAs((account) =>
        typeOf(account) === 'HTG_ACCOUNT'
          ? withInfo(account, (info) => ({ ...info, accountType: 'SWIFT_ACCOUNT' }))
          : account,
      ),
  },
  {
    id: 'accounts-type-of-its-own',
    title: 'has an account type of its own for wallets on Polygon',
    breaks: ['CNV-02', 'EXT-11'],
    replace: () =>
      readAs((account) =>
        typeOf(account) === 'POLYGON_WALLET'
          ? withInfo(account, (info) => ({ ...info, accountType: 'MATIC_WALLET' }))
          : account,
      ),
  },
  {
    id: 'accounts-evm-wallets-as-one',
    title: 'reads every wallet of an EVM chain as one of Ethereum',
    breaks: ['EXT-11'],
    replace: () =>
      readAs((account) =>
        /^(BASE|POLYGON|PLASMA|ARBITRUM)_WALLET$/.test(typeOf(account))
          ? withInfo(account, (info) => ({ ...info, accountType: 'ETHEREUM_WALLET' }))
          : account,
      ),
  },
  {
    id: 'accounts-beneficiary-left-out',
    title: 'does not show the beneficiary of an account in Turkish lira',
    breaks: ['EXT-12', 'CNV-02'],
    replace: () =>
      readAs((account) =>
        typeOf(account) === 'TRY_ACCOUNT'
          ? withInfo(account, (info) => ({ ...info, beneficiary: undefined }))
          : account,
      ),
  },
  {
    id: 'accounts-beneficiary-always-individual',
    title: 'takes every beneficiary for a natural person',
    breaks: ['EXT-13'],
    replace: () =>
      readAs((account) =>
        withInfo(account, (info) =>
          info.beneficiary === undefined
            ? info
            : { ...info, beneficiary: { ...(info.beneficiary as Json), beneficiaryType: 'INDIVIDUAL' } },
        ),
      ),
  },
  {
    id: 'accounts-lightning-as-spark',
    title: 'reads LIGHTNING_ACCOUNT as a wallet of Spark',
    breaks: ['EXT-14'],
    replace: () =>
      readAs((account) =>
        typeOf(account) === 'LIGHTNING_ACCOUNT'
          ? withInfo(account, (info) => ({ ...info, accountType: 'SPARK_WALLET' }))
          : account,
      ),
  },
]

/** Contract: Resources, external account; Functional areas, External Accounts. */
const CREATION: readonly Fault[] = [
  {
    id: 'accounts-creation-of-another-customer',
    title: 'answers a creation with another customer',
    breaks: ['EXT-15'],
    replace: ({ newId }) => createdAs((account) => ({ ...account, customerId: newId('Customer') })),
  },
  {
    id: 'accounts-creation-for-platform-refused',
    title: 'asks for a customer when an account is created for the platform',
    breaks: ['EXT-16'],
    replace: ({ newId }) =>
      rewriting('createPlatformExternalAccount', (account) => ({
        ...account,
        customerId: newId('Customer'),
      })),
  },
  {
    id: 'accounts-ownership-always-first-party',
    title: 'takes every account for one of the customer',
    breaks: ['EXT-17'],
    replace: () => createdAs((account) => ({ ...account, ownershipType: 'FIRST_PARTY' })),
  },
  {
    id: 'accounts-platform-identifier-overwritten',
    title: 'has an identifier of its own in place of the platform’s',
    breaks: ['EXT-18'],
    replace: () =>
      createdAs((account) => ({ ...account, platformAccountId: `account-${String(account.id)}` })),
  },
  {
    id: 'accounts-default-from-the-start',
    title: 'takes every new account for the default UMA deposit account',
    breaks: ['EXT-19'],
    replace: () => ({ isDefaultUmaDepositAccount: () => true }),
  },
  {
    id: 'accounts-default-overlooked',
    title: 'overlooks that an account is to be the default',
    breaks: ['EXT-20'],
    replace: () => ({ isDefaultUmaDepositAccount: () => false }),
  },
  {
    id: 'accounts-default-kept-once-read',
    title: 'lets a default account stay the default beside a later one once it was read',
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
    id: 'accounts-many-defaults',
    title: 'lets any number of accounts of a customer be the default',
    breaks: ['EXT-21', 'EXT-39'],
    replace: () => ({ defaultsBeside: () => [] }),
  },
  {
    id: 'accounts-defaults-at-once',
    title: 'overlooks a default account that nobody has read yet when it creates another',
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
    title: 'has one default account for all customers together',
    breaks: ['EXT-22'],
    replace: () => ({
      defaultsBeside: (account, store) =>
        [...store.externalAccounts.values()].filter(
          ({ id, defaultUmaDepositAccount }) => id !== account.id && defaultUmaDepositAccount === true,
        ),
    }),
  },
  {
    id: 'accounts-beneficiary-not-asked-for',
    title: 'creates a fiat account without a beneficiary',
    breaks: ['EXT-23', 'CNV-02'],
    // Without looking at the beneficiary, its type is overlooked as well.
    mayAlsoBreak: ['EXT-25', 'EXT-44'],
    replace: () => ({ accountTypeNeedsBeneficiary: () => false }),
  },
  {
    id: 'accounts-any-type-accepted',
    title: 'creates an account of a type that is not listed',
    breaks: ['EXT-24', 'CNV-02'],
    replace: () => ({ accountTypeIsListed: () => true }),
  },
  {
    id: 'accounts-any-beneficiary-type-accepted',
    title: 'creates an account whose beneficiary is neither a person nor a business',
    breaks: ['EXT-25', 'CNV-02'],
    // The field that this lets pass is not named either.
    mayAlsoBreak: ['EXT-44'],
    replace: () => ({ beneficiaryTypeIsKnown: () => true }),
  },
  {
    id: 'accounts-any-ownership-accepted',
    title: 'creates an account with an ownershipType that there is not',
    breaks: ['EXT-26', 'CNV-02'],
    mayAlsoBreak: ['EXT-44'],
    replace: () => ({ ownershipTypeIsKnown: () => true }),
  },
  {
    id: 'accounts-info-not-asked-for',
    title: 'breaks on an account without accountInfo',
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
    title: 'does not ask for ownershipType where counterparty requirements do',
    breaks: ['EXT-28'],
    replace: () => ({ ownershipTypeIsRequired: () => false }),
  },
]

/** Contract: Functional areas, External Accounts; Errors. */
const COLLECTION: readonly Fault[] = [
  {
    id: 'accounts-created-and-not-stored',
    title: 'answers with a new account, and stores it under another id',
    breaks: ['EXT-29', 'EXT-30'],
    // Whatever reads an account after its creation finds none.
    mayAlsoBreak: ['EXT-21', 'EXT-22', 'EXT-39', 'EXT-40', 'EXT-41', 'EXT-42'],
    replace: ({ newId }) => createdAs((account) => ({ ...account, id: newId('ExternalAccount') })),
  },
  {
    id: 'accounts-list-of-all-others',
    title: 'lists accounts of other customers only',
    breaks: ['EXT-30'],
    // Other checks of the list find no account of their own either.
    mayAlsoBreak: ['EXT-41', 'EXT-42', 'EXT-43'],
    replace: ({ externalAccountsListed }) => ({
      externalAccountsListed: (store, customerId) =>
        externalAccountsListed(store, undefined).filter((account) => account.customerId !== customerId),
    }),
  },
  {
    id: 'accounts-unknown-as-conflict',
    title: 'answers 409 for an account that there is not',
    breaks: ['EXT-31', 'TRU-12'],
    replace: ({ externalAccountNotFound }) => ({
      externalAccountNotFound: () => ({ ...externalAccountNotFound(), status: 409, code: 'CONFLICT' }),
    }),
    // Its own flow finds accounts by the same rule.
    mayAlsoBreak: ['EXT-32', 'EXT-40'],
  },
  {
    id: 'accounts-neighbour-deleted',
    title: 'deletes the account that its customer created next, too',
    breaks: ['EXT-40'],
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
    title: 'leaves out the first account of every page but the first',
    breaks: ['EXT-41'],
    replace: () => ({
      externalAccountsPageStart: (cursor) => (cursor === undefined ? 0 : Number(cursor) + 1),
    }),
  },
  {
    id: 'accounts-of-other-customers-listed',
    title: 'lists the accounts of all customers, whichever is asked for',
    breaks: ['EXT-42'],
    replace: ({ externalAccountsListed }) => ({
      externalAccountsListed: (store) => externalAccountsListed(store, undefined),
    }),
  },
  {
    id: 'accounts-unverified-not-listed',
    title: 'lists no account that is UNVERIFIED',
    breaks: ['EXT-43'],
    replace: ({ externalAccountsListed }) => ({
      externalAccountsListed: (...of) =>
        externalAccountsListed(...of).filter(({ status }) => status !== 'UNVERIFIED'),
    }),
  },
  {
    id: 'accounts-first-error-only',
    title: 'names the first invalid field of a new account alone',
    breaks: ['EXT-44'],
    replace: (conforming) => ({
      externalAccountFieldErrors: (...of) => conforming.externalAccountFieldErrors(...of).slice(0, 1),
    }),
  },
  {
    id: 'accounts-deleted-for-a-moment',
    title: 'says that it has deleted an account, and keeps it',
    breaks: ['EXT-32'],
    // What is deleted is looked for there too.
    mayAlsoBreak: ['EXT-40'],
    replace: () => ({ externalAccountDeleted: () => undefined }),
  },
  ...(['createCustomerExternalAccount', 'listCustomerExternalAccounts'] as const).map((open): Fault => ({
    id: `accounts-open-to-all-${open.slice(0, 4)}`,
    title: `asks no credentials for ${open}`,
    breaks: ['EXT-33'],
    replace: openToStrangers(open),
  })),
]

/** Contract: States, External account status; Endpoints 1, purpose. */
const CHALLENGES: readonly Fault[] = [
  {
    id: 'accounts-challenge-already-over',
    title: 'starts a challenge whose lifetime is over',
    breaks: ['EXT-01'],
    replace: () => ({
      ...rewriting('startOwnershipChallenge', (challenge) => ({
        ...challenge,
        expiresAt: '2025-10-13T12:00:00Z',
      })),
    }),
  },
  {
    id: 'accounts-challenge-of-before',
    title: 'starts a challenge, and goes on with the message of the one before',
    breaks: ['EXT-02', 'EXT-03'],
    replace: () =>
      rewriting('startOwnershipChallenge', (challenge) => ({
        ...challenge,
        messageToSign: `${String(challenge.messageToSign)}\nNonce: of another challenge`,
      })),
  },
]

/** Contract: Errors, BENEFICIARY_TRUSTED; Endpoints, untrust and its confirm. */
const TRUST: readonly Fault[] = [
  {
    id: 'trust-deleted-all-the-same',
    title: 'deletes a trusted beneficiary',
    breaks: ['TRU-01', 'TRU-02', 'TRU-05', 'TRU-07', 'TRU-09'],
    mayAlsoBreak: ['TRU-17'],
    replace: () => ({ beneficiaryMayBeDeleted: () => true }),
  },
  {
    id: 'trust-refusal-without-its-code',
    title: 'refuses the deletion of a trusted beneficiary as any conflict',
    breaks: ['TRU-01'],
    replace: ({ beneficiaryTrusted }) => ({
      beneficiaryTrusted: () => ({ ...beneficiaryTrusted(), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'trust-refused-as-bad-request',
    title: 'refuses the deletion of a trusted beneficiary with 400',
    breaks: ['TRU-01', 'TRU-05', 'TRU-07', 'TRU-09'],
    mayAlsoBreak: ['TRU-17'],
    replace: ({ beneficiaryTrusted }) => ({
      beneficiaryTrusted: () => ({ ...beneficiaryTrusted(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'trust-refusal-deactivates',
    title: 'refuses the deletion of a trusted beneficiary, and deactivates it',
    breaks: ['TRU-02'],
    replace: ({ beneficiaryMayBeDeleted }) => ({
      beneficiaryMayBeDeleted(account) {
        if (account.trusted === true) account.status = 'INACTIVE'
        return beneficiaryMayBeDeleted(account)
      },
    }),
  },
  {
    id: 'trust-confirmation-tells-the-contrary',
    title: 'answers that a beneficiary is trusted, when it has been untrusted',
    breaks: ['TRU-03', 'TRU-09'],
    replace: ({ trustTold }) => ({
      trustTold: (account) => trustTold({ ...account, trusted: account.trusted !== true }),
    }),
  },
  {
    id: 'trust-untrusted-and-kept',
    title: 'confirms, and leaves the beneficiary trusted',
    breaks: ['TRU-04'],
    replace: () => ({ trustedOnceConfirmed: () => true, trustTold: () => ({ trusted: false }) }),
    // Of trusting it says the contrary, and what stands on untrusting cannot go on.
    mayAlsoBreak: ['TRU-09', 'TRU-17'],
  },
  {
    id: 'trust-ends-when-asked',
    title: 'untrusts a beneficiary as soon as that is asked for',
    breaks: ['TRU-05', 'TRU-07'],
    replace: ({ trustedOnceAsked }) => ({
      trustedOnceAsked: (account, purpose) => purpose === 'TRUST' && trustedOnceAsked(account, purpose),
    }),
  },
  {
    id: 'trust-ends-for-neighbours',
    title:
      'untrusts the beneficiaries that were created shortly before and after the one that is confirmed as well',
    breaks: ['TRU-17'],
    // The beneficiaries of other checks are untrusted as well.
    mayAlsoBreak: flow('TRU'),
    replace: () => ({
      beneficiariesConfirmed: (account, accounts, purpose) =>
        purpose === 'UNTRUST' ? neighbourhood(account, accounts) : [account],
    }),
  },
  {
    id: 'trust-given-to-neighbours',
    title:
      'trusts the beneficiaries that were created shortly before and after the one that is confirmed as well',
    breaks: ['TRU-18'],
    // The beneficiaries of other checks are trusted as well.
    mayAlsoBreak: flow('TRU'),
    replace: () => ({
      beneficiariesConfirmed: (account, accounts, purpose) =>
        purpose === 'TRUST' ? neighbourhood(account, accounts) : [account],
    }),
  },
  {
    id: 'trust-any-code-accepted',
    title: 'takes any code of six digits for the right one',
    breaks: ['TRU-06', 'TRU-07', 'TRU-10'],
    // Another customer's code has six digits too.
    mayAlsoBreak: ['TRU-14'],
    replace: () => ({ trustCodeIsRight: (code) => /^\d{6}$/.test(String(code)) }),
  },
  {
    id: 'trust-code-of-any-customer',
    title: 'confirms with the code of any customer',
    breaks: ['TRU-14'],
    replace: () => ({
      trustCodeIsRight: (code, _expected, codes) => [...codes.values()].includes(String(code)),
    }),
  },
  {
    id: 'trust-challenge-confirmed-again',
    title: 'lets a challenge be confirmed any number of times',
    breaks: ['TRU-15'],
    replace: () => ({ trustChallengeSurvives: () => true }),
  },
  {
    id: 'trust-code-compared-by-its-beginning',
    title: 'confirms with the beginning of the code',
    breaks: ['TRU-16'],
    replace: () => ({
      trustCodeIsRight: (code, expected) =>
        typeof code === 'string' && code !== '' && expected?.startsWith(code) === true,
    }),
  },
  {
    id: 'trust-wrong-code-as-401',
    title: 'rejects a wrong code with 401, as if the credentials of the platform were invalid',
    breaks: ['TRU-06', 'TRU-10'],
    // Those judge wrong codes as well.
    mayAlsoBreak: ['TRU-14', 'TRU-16'],
    replace: ({ trustCodeRefused }) => ({
      trustCodeRefused: () => ({ ...trustCodeRefused(), status: 401, code: 'UNAUTHORIZED' }),
    }),
  },
  {
    id: 'trust-any-challenge-accepted',
    title: 'does not look whose challenge is confirmed',
    breaks: ['TRU-08'],
    replace: () => ({ trustChallengeIsOf: () => true }),
  },
  {
    id: 'trust-not-stored',
    title: 'confirms that a beneficiary is trusted, and forgets it',
    breaks: ['TRU-09'],
    replace: () => ({
      trustedOnceConfirmed: () => false,
      ...rewriting('confirmTrust', () => ({ trusted: true })),
    }),
  },
  {
    id: 'trust-begins-when-asked',
    title: 'trusts a beneficiary as soon as that is asked for',
    breaks: ['TRU-10'],
    replace: ({ trustedOnceAsked }) => ({
      trustedOnceAsked: (account, purpose) => purpose === 'TRUST' || trustedOnceAsked(account, purpose),
    }),
  },
  ...(['untrustBeneficiary', 'confirmUntrust'] as const).map((open): Fault => ({
    id: `trust-open-to-all-${open.slice(0, 7).toLowerCase()}`,
    title: `asks no credentials for ${open}`,
    breaks: ['TRU-11'],
    replace: openToStrangers(open),
  })),
  {
    id: 'trust-unknown-account-accepted',
    title: 'begins to untrust an account that there is not',
    breaks: ['TRU-12'],
    replace: () => ({
      respond: (operation, response) =>
        operation === 'untrustBeneficiary' && response.status === 404
          ? { status: 202, body: { challengeId: 'TrustChallenge:none' } }
          : response,
    }),
  },
]

/** Contract: States, External account status row 3. */
const LIVENESS: readonly Fault[] = [
  {
    id: 'liveness-pass-not-stored',
    title: 'leaves the account as it was when a LIVENESS challenge has passed',
    breaks: ['LIV-01', 'LIV-04', 'LIV-05'],
    replace: ({ statusAfterLiveness, statusWithChallenge }) => ({
      statusAfterLiveness: (outcome) =>
        outcome === 'PASSED' ? statusWithChallenge() : statusAfterLiveness(outcome),
    }),
  },
  {
    id: 'liveness-failure-as-pass',
    title: 'makes the account ACTIVE however its LIVENESS challenge came out',
    breaks: ['LIV-02', 'LIV-03'],
    replace: () => ({ statusAfterLiveness: () => 'ACTIVE' }),
  },
  {
    id: 'liveness-outcomes-alike',
    title: 'has an account under review however its LIVENESS challenge came out',
    breaks: ['LIV-03'],
    replace: () => ({ statusAfterLiveness: () => 'UNDER_REVIEW' }),
  },
  {
    id: 'liveness-outcomes-exchanged',
    title: 'takes a pass for a failure, and a failure for a pass',
    breaks: ['LIV-01', 'LIV-02', 'LIV-04', 'LIV-05'],
    replace: ({ statusAfterLiveness }) => ({
      statusAfterLiveness: (outcome) => statusAfterLiveness(outcome === 'PASSED' ? 'FAILED' : 'PASSED'),
    }),
  },
  {
    id: 'liveness-ended-by-a-signature',
    title: 'takes a signature that it refuses for the end of a LIVENESS challenge',
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
    title: 'starts a second LIVENESS challenge for an account, and never learns its outcome',
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

export const externalAccountsFaults: readonly Fault[] = [
  ...RESOURCE,
  ...CREATION,
  ...COLLECTION,
  ...CHALLENGES,
  ...TRUST,
  ...LIVENESS,
]
