import type { Refusal } from '../../reference/errors.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { fiatTypes } from '../../spec/index.ts'
import {
  answersChanged,
  isExternalAccount,
  objectsChanged,
  successesChanged,
  without,
  type Json,
} from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Every Lightning account under one of the two names. */
const lightningAs = (rules: Rules, accountType: string, more: Json = {}): Pick<Rules, 'respond'> =>
  objectsChanged(rules, (object) => {
    const info = object.accountInfo as Json | undefined
    return isExternalAccount(object) && String(info?.accountType).startsWith('LIGHTNING')
      ? { ...object, accountInfo: { ...info, ...more, accountType } }
      : object
  })

const refusedCode =
  (status: number, code: Refusal['code']): Variant['replace'] =>
  (rules) => ({
    trustCodeRefused: { ...rules.trustCodeRefused, status, code },
    trustChallengeUnknown: { ...rules.trustChallengeUnknown, status, code },
  })

const VALIDATION_MS = 3_000
const isBankAccount = (type: unknown) => fiatTypes.some((fiat) => fiat === type)

/** A new bank account is PENDING for some seconds, and nothing is quoted for it meanwhile. */
function validatedLater(rules: Rules): Pick<Rules, 'respond'> {
  const since = new Map<unknown, number>()
  const isPending = (id: unknown) => Date.now() - (since.get(id) ?? 0) < VALIDATION_MS
  const noting = successesChanged(
    rules,
    (response) => {
      const { id, accountInfo } = response.body as Json & { readonly accountInfo: Json }
      if (isBankAccount(accountInfo.accountType)) since.set(id, Date.now())
      return response
    },
    ['createCustomerExternalAccount'],
  )
  const refusing = successesChanged(
    { ...rules, ...noting },
    (response) => {
      const { destination } = response.body as { readonly destination: Json }
      if (!isPending(destination.accountId)) return response
      const { status, code, reason } = rules.bankAccountValidationPending
      return { status, body: { code, reason } }
    },
    ['createQuote', 'createAgentQuote'],
  )
  return objectsChanged({ ...rules, ...refusing }, (object) =>
    isExternalAccount(object) && isPending(object.id) ? { ...object, status: 'PENDING' } : object,
  )
}

const livenessAs =
  (PASSED: ExternalAccount['status'], FAILED: ExternalAccount['status']): Variant['replace'] =>
  () => ({ statusAfterLiveness: (outcome) => ({ PASSED, FAILED })[outcome] })

/** Contract: Resources, external account; Errors; States, External account status. */
export const externalAccountsVariations: readonly Variant[] = [
  {
    id: 'second-default-refused',
    title: 'rejects a second default UMA deposit account',
    point: 'a second default UMA deposit account',
    interpretation: 'At most one account can be the default, so another one conflicts.',
    replace: { secondDefaultIs: 'REFUSED' },
  },
  {
    id: 'second-default-is-none',
    title: 'creates a second default UMA deposit account as non-default',
    point: 'a second default UMA deposit account',
    interpretation: 'At most one account can be the default, and the first one stays it.',
    replace: { secondDefaultIs: 'NONE' },
  },
  {
    id: 'deletion-of-no-account',
    title: 'returns 204 for the deletion of a nonexistent account',
    point: 'deletion of a nonexistent resource',
    interpretation: 'The account does not exist afterwards.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'deleteCustomerExternalAccount' && response.status === 404
          ? { status: 204, body: undefined }
          : response,
      ),
  },
  {
    id: 'beneficiary-is-the-customer',
    title: 'uses the customer as beneficiary of a fiat account created without one',
    point: 'a fiat account created without a beneficiary',
    interpretation: 'The account has one; the contract does not specify whether the request does.',
    replace: (rules) => ({
      externalAccountFieldErrors(body, required) {
        const { accountInfo } = body as { readonly accountInfo?: { beneficiary?: unknown } }
        const { accountType } = (accountInfo ?? {}) as { readonly accountType?: unknown }
        if (accountInfo?.beneficiary === undefined && rules.accountTypeNeedsBeneficiary(String(accountType)))
          Object.assign(accountInfo ?? {}, { beneficiary: { beneficiaryType: 'INDIVIDUAL' } })
        return rules.externalAccountFieldErrors(body, required)
      },
    }),
  },
  {
    id: 'lightning-by-its-short-name',
    title: 'returns every Lightning account as LIGHTNING',
    point: 'names of Lightning',
    interpretation: 'Both types map to one variant.',
    replace: (rules) => lightningAs(rules, 'LIGHTNING'),
  },
  {
    id: 'lightning-by-its-long-name',
    title: 'returns every Lightning account as LIGHTNING_ACCOUNT, with a beneficiary',
    point: 'names of Lightning',
    interpretation: 'Both types map to one variant; the contract does not forbid a beneficiary.',
    replace: (rules) =>
      lightningAs(rules, 'LIGHTNING_ACCOUNT', { beneficiary: { beneficiaryType: 'BUSINESS' } }),
  },
  {
    id: 'deleted-is-inactive',
    // Where an account is INACTIVE from the start, nothing shows that it was deleted.
    alone: true,
    warns: ['EXT-77'],
    title: 'keeps a deleted account as INACTIVE',
    point: 'a deleted account',
    interpretation: 'The contract does not specify whether it is still found.',
    replace: {
      externalAccountDeleted: (_store, account) => {
        account.status = 'INACTIVE'
      },
    },
  },
  {
    id: 'deletion-returns-the-account',
    title: 'returns 200 with a body for a deletion',
    point: 'response to a deletion',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'deleteCustomerExternalAccount' && response.status === 204
          ? { status: 200, body: { deleted: true } }
          : response,
      ),
  },
  {
    id: 'accounts-of-all-customers-listed',
    title: 'lists the accounts of all customers, newest first, without a count',
    point: 'list of external accounts',
    interpretation: 'The contract specifies neither filter nor order.',
    warns: ['EXT-42'],
    blocks: ['EXT-41'],
    replace: (rules) => ({
      externalAccountsListed: (store) => rules.externalAccountsListed(store, undefined).toReversed(),
      ...answersChanged(rules, (response, operation) => {
        if (operation !== 'listCustomerExternalAccounts' || response.status !== 200) return response
        const { data, hasMore, nextCursor } = response.body as Json
        return { ...response, body: { data, hasMore, ...(hasMore === true && { nextCursor }) } }
      }),
    }),
  },
  {
    id: 'accounts-created-with-200',
    title: 'returns 200 when an account is created or a challenge is started',
    point: 'status of a creation of an account',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        response.status === 201 &&
        /ExternalAccount$|^startOwnershipChallenge$|Beneficiary$/.test(operation ?? '')
          ? { ...response, status: 200 }
          : response,
      ),
  },
  {
    id: 'trust-returns-another-body',
    title: 'returns the challenge of a trusted beneficiary by id, and no body on confirmation',
    point: 'responses of trust and untrust',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) => ({
      trustTold: () => ({}),
      ...answersChanged(rules, (response, operation) => {
        if (!/^(un)?trustBeneficiary$/.test(operation ?? '') || response.status >= 400) return response
        const { challengeId } = response.body as Json
        return { status: 202, body: { id: challengeId, expiresAt: '2030-01-01T00:00:00Z' } }
      }),
    }),
  },
  {
    id: 'wrong-code-is-unprocessable',
    alone: true,
    title: 'returns 422 for a wrong code',
    point: 'a wrong one-time code',
    interpretation: 'The contract does not specify the status; 422 is a rejection.',
    warns: ['CNV-09'],
    replace: refusedCode(422, 'INVALID_INPUT'),
  },
  {
    id: 'wrong-code-is-a-conflict',
    title: 'returns 409 for a wrong code',
    point: 'a wrong one-time code',
    interpretation: 'The contract does not specify which error.',
    replace: refusedCode(409, 'CONFLICT'),
  },
  {
    id: 'invalid-accounts-unprocessable',
    alone: true,
    title: 'returns 422 for an invalid account, and 403 for an unknown one',
    point: 'statuses of the operations of external accounts that are not shown',
    interpretation: 'The contract specifies the status for verify only.',
    warns: ['CNV-09'],
    replace: (rules) =>
      answersChanged(rules, (response, operation) => {
        if (operation === 'createCustomerExternalAccount' && response.status === 400)
          return { ...response, status: 422 }
        return /^(?:get|delete)CustomerExternalAccount$|^untrust/.test(operation ?? '') &&
          response.status === 404
          ? { ...response, status: 403 }
          : response
      }),
  },
  {
    id: 'accounts-listed-as-a-bare-array',
    alone: true,
    title: 'returns accounts in an array without an envelope',
    point: 'envelope of the list of external accounts',
    interpretation: "The contract shows the envelope only for an agent's actions.",
    blocks: ['EXT-41'],
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'listCustomerExternalAccounts' && response.status === 200
          ? { ...response, body: (response.body as Json).data }
          : response,
      ),
  },
  {
    id: 'new-accounts-writable-late',
    alone: true,
    title: 'finds a new account half a second after creation',
    point: 'eventual consistency',
    interpretation: 'A new resource may take up to two seconds to be readable and writable.',
    replace: (rules) => {
      const createdAt = new Map<string, number>()
      const isKnown = (id: string) => Date.now() - (createdAt.get(id) ?? 0) > 500
      return {
        newId: (type) => {
          const id = rules.newId(type)
          if (type === 'ExternalAccount') createdAt.set(id, Date.now())
          return id
        },
        accountToVerify: (accounts, id) => (isKnown(id) ? rules.accountToVerify(accounts, id) : undefined),
        customerExternalAccount: (store, id) =>
          isKnown(id) ? rules.customerExternalAccount(store, id) : undefined,
        externalAccountsListed: (store, customerId) =>
          rules.externalAccountsListed(store, customerId).filter(({ id }) => isKnown(id)),
      }
    },
  },
  {
    id: 'optional-fields-of-accounts-null',
    alone: true,
    title: 'returns null for optional fields of an account that are not set',
    point: 'optional fields of an external account without a value',
    interpretation: 'null means no value.',
    warns: ['CNV-11'],
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isExternalAccount(object)
          ? {
              beneficiaryVerificationStatus: null,
              beneficiaryVerifiedData: null,
              defaultUmaDepositAccount: null,
              platformAccountId: null,
              ...object,
            }
          : object,
      ),
  },
  {
    id: 'challenge-in-an-object',
    alone: true,
    title: 'returns a started challenge in a nested object',
    point: 'response to the start of a challenge',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'startOwnershipChallenge' && response.status === 201
          ? { ...response, body: { challenge: response.body } }
          : response,
      ),
  },
  {
    id: 'unknown-account-not-untrusted-as-conflict',
    title: 'returns 409 for untrusting a nonexistent account',
    point: 'status for untrusting a nonexistent account',
    interpretation: 'The contract does not specify which errors the operation returns.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'untrustBeneficiary' && response.status === 404
          ? { ...response, status: 409, body: { code: 'CONFLICT', reason: 'The account is not trusted.' } }
          : response,
      ),
  },
  {
    id: 'liveness-under-review',
    title:
      'sets an account to UNDER_REVIEW after a passed LIVENESS challenge, to INACTIVE after a failed one',
    point: 'status that reflects the outcome of a LIVENESS challenge',
    interpretation: 'The contract does not specify which status follows.',
    replace: livenessAs('UNDER_REVIEW', 'INACTIVE'),
  },
  {
    id: 'liveness-awaits-again',
    title: 'returns an account to its unverified state after a failed LIVENESS challenge',
    point: 'status that reflects the outcome of a LIVENESS challenge',
    interpretation: 'Its ownership must still be verified.',
    replace: livenessAs('ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION'),
  },
  {
    id: 'liveness-late',
    title: 'completes a LIVENESS challenge one second later',
    point: 'when a LIVENESS challenge completes',
    interpretation: 'The outcome is asynchronous.',
    replace: { livenessTakesMs: 1_000 },
  },
  {
    id: 'default-shown-where-true',
    title: 'returns defaultUmaDepositAccount only for a default account',
    point: 'defaultUmaDepositAccount of other accounts',
    interpretation: 'The field is optional, with the default false.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        object.defaultUmaDepositAccount === false ? without(object, 'defaultUmaDepositAccount') : object,
      ),
  },
  {
    id: 'bank-accounts-validated-later',
    title: 'shows a new bank account as PENDING for 3 s, and creates no quote to it meanwhile',
    point: 'when a new bank account is validated',
    interpretation: 'BANK_ACCOUNT_VALIDATION_PENDING is returned while an account is being validated.',
    replace: validatedLater,
  },
  {
    id: 'wallets-only',
    alone: true,
    title: 'creates wallets as external accounts, and no bank accounts',
    point: 'types of external accounts that a customer can have',
    interpretation: 'A type of account that the contract lists need not be offered.',
    blocks: ['EXT-15', 'EXT-23', 'EXT-24', 'EXT-25', 'EXT-44'],
    replace: (rules) => ({
      externalAccountFieldErrors(body, required) {
        const { accountInfo } = body as { readonly accountInfo?: { readonly accountType?: unknown } }
        const errors = rules.externalAccountFieldErrors(body, required)
        if (!isBankAccount(accountInfo?.accountType)) return errors
        const message = 'This platform pays out to wallets only.'
        return [...errors, { field: 'accountInfo.accountType', constraint: {}, message }]
      },
    }),
  },
]
