import type { Refusal } from '../../reference/errors.ts'
import type { ExternalAccount } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { answersChanged, isExternalAccount, objectsChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Every account of Lightning under one of the two names. */
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
    trustCodeRefused: () => ({ ...rules.trustCodeRefused(), status, code }),
    trustChallengeUnknown: () => ({ ...rules.trustChallengeUnknown(), status, code }),
  })

const livenessAs =
  (PASSED: ExternalAccount['status'], FAILED: ExternalAccount['status']): Variant['replace'] =>
  () => ({ statusAfterLiveness: (outcome) => ({ PASSED, FAILED })[outcome] })

/** Contract: Resources, external account; Errors; States, External account status. */
export const externalAccountsVariations: readonly Variant[] = [
  {
    id: 'second-default-refused',
    title: 'refuses a second default UMA deposit account',
    point: 'a second default UMA deposit account',
    reading: 'At most one can be the default, so another is a conflict.',
    replace: () => ({ secondDefaultIs: () => 'REFUSED' }),
  },
  {
    id: 'second-default-is-none',
    title: 'creates a second default UMA deposit account as one that is not the default',
    point: 'a second default UMA deposit account',
    reading: 'At most one can be the default, and the first stays that.',
    replace: () => ({ secondDefaultIs: () => 'NONE' }),
  },
  {
    id: 'deletion-of-no-account',
    title: 'answers the deletion of an account that there is not with 204',
    point: 'deletion of what is not there',
    reading: 'It is not there afterwards.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'deleteCustomerExternalAccount' && response.status === 404
          ? { status: 204, body: undefined }
          : response,
      ),
  },
  {
    id: 'beneficiary-is-the-customer',
    title: 'takes the customer for the beneficiary of a fiat account that is created without one',
    point: 'a fiat account created without a beneficiary',
    reading: 'The account has one; whether the request does is not shown.',
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
    title: 'reads every account of Lightning as LIGHTNING',
    point: 'names of Lightning',
    reading: 'Both map to one variant.',
    replace: (rules) => lightningAs(rules, 'LIGHTNING'),
  },
  {
    id: 'lightning-by-its-long-name',
    title: 'reads every account of Lightning as LIGHTNING_ACCOUNT, with a beneficiary',
    point: 'names of Lightning',
    reading: 'Both map to one variant; a beneficiary is not ruled out.',
    replace: (rules) =>
      lightningAs(rules, 'LIGHTNING_ACCOUNT', { beneficiary: { beneficiaryType: 'BUSINESS' } }),
  },
  {
    id: 'deleted-is-inactive',
    title: 'keeps a deleted account as INACTIVE',
    point: 'a deleted account',
    reading: 'Whether it is found is not shown.',
    replace: () => ({
      externalAccountDeleted: (_store, account) => {
        account.status = 'INACTIVE'
      },
    }),
  },
  {
    id: 'deletion-tells-the-account',
    title: 'answers a deletion with 200 and a body',
    point: 'answer of a deletion',
    reading: 'It is not shown.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'deleteCustomerExternalAccount' && response.status === 204
          ? { status: 200, body: { deleted: true } }
          : response,
      ),
  },
  {
    id: 'accounts-of-all-customers-listed',
    title: 'lists the accounts of all customers anyone who is asked for, the newest first, without a count',
    point: 'list of external accounts',
    reading: 'Neither its filter nor its order is shown.',
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
    title: 'answers 200 to the creation of an account, and to the beginning of a challenge',
    point: 'status of a creation of an account',
    reading: 'It is not shown.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        response.status === 201 &&
        /ExternalAccount$|^startOwnershipChallenge$|Beneficiary$/.test(operation ?? '')
          ? { ...response, status: 200 }
          : response,
      ),
  },
  {
    id: 'trust-told-otherwise',
    title: 'names the challenge of a trusted beneficiary by id, and says nothing when it is confirmed',
    point: 'answers of trust and untrust',
    reading: 'They are not shown.',
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
    title: 'rejects a wrong code with 422',
    point: 'a wrong one-time code',
    reading: 'The status is not shown; 422 is a rejection.',
    warns: ['CNV-09'],
    replace: refusedCode(422, 'INVALID_INPUT'),
  },
  {
    id: 'wrong-code-is-a-conflict',
    title: 'answers a wrong code with 409',
    point: 'a wrong one-time code',
    reading: 'Which error, is not shown.',
    replace: refusedCode(409, 'CONFLICT'),
  },
  {
    id: 'invalid-accounts-unprocessable',
    alone: true,
    title: 'rejects an invalid account with 422, and an unknown one with 403',
    point: 'statuses of the operations of external accounts that are not shown',
    reading: 'The contract names the status of verify only.',
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
    title: 'lists accounts as an array without an envelope',
    point: 'envelope of the list of external accounts',
    reading: 'The contract shows the envelope for the actions of an agent only.',
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
    title: 'knows a new account half a second after its creation, in every operation',
    point: 'eventual consistency',
    reading: 'A new resource may take up to 2 s to be readable and writable.',
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
    title: 'has null for the optional fields of an account that are not set',
    point: 'optional fields of an external account without a value',
    reading: 'null says that there is no value.',
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
    title: 'returns a challenge that was started inside an object',
    point: 'response to the start of a challenge',
    reading: 'It is not shown.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'startOwnershipChallenge' && response.status === 201
          ? { ...response, body: { challenge: response.body } }
          : response,
      ),
  },
  {
    id: 'liveness-under-review',
    title: 'has an account UNDER_REVIEW when its LIVENESS challenge has passed, INACTIVE when it has failed',
    point: 'status that reflects the outcome of a LIVENESS challenge',
    reading: 'Which, is not shown.',
    replace: livenessAs('UNDER_REVIEW', 'INACTIVE'),
  },
  {
    id: 'liveness-awaits-again',
    title: 'has an account await verification again when its LIVENESS challenge has failed',
    point: 'status that reflects the outcome of a LIVENESS challenge',
    reading: 'Its ownership must still be verified.',
    replace: livenessAs('ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION'),
  },
  {
    id: 'liveness-late',
    title: 'completes a LIVENESS challenge a second later',
    point: 'when a LIVENESS challenge completes',
    reading: 'Asynchronously.',
    replace: () => ({ livenessTakesMs: () => 1_000 }),
  },
]
