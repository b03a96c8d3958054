import { closedValues, fiatTypes, walletTypes } from '../../spec/index.ts'
import { refusal, type FieldError } from '../errors.ts'
import { canonicalJson } from '../canonical-json.ts'
import { isAmong } from '../is-among.ts'
import { isObject } from '../is-object.ts'
import type { TrustChallenge } from '../resources/external-accounts.ts'
import type { ExternalAccount } from '../resources/payments.ts'
import type { Store } from '../store.ts'

type Body = Readonly<Record<string, unknown>>

const wrong = (field: string, message: string): FieldError => ({ field, constraint: {}, message })

/** Why requests are rejected. */
const refusals = {
  customerOfExternalAccountNotFound: refusal(404, 'CUSTOMER_NOT_FOUND', 'There is no such customer.'),
  secondDefaultRefused: refusal(
    409,
    'CONFLICT',
    'Another account is the default UMA deposit account of the customer.',
  ),
  bankAccountInvalid: refusal(400, 'INVALID_BANK_ACCOUNT', 'The bank does not know the account.'),
  bankAccountValidationPending: refusal(
    409,
    'BANK_ACCOUNT_VALIDATION_PENDING',
    'The bank account is still being validated. Retry after validation.',
  ),
  externalAccountDuplicate: refusal(
    409,
    'DUPLICATE_EXTERNAL_ACCOUNT',
    'An equivalent external account exists.',
  ),
  beneficiaryTrusted: refusal(
    409,
    'BENEFICIARY_TRUSTED',
    'The account is a trusted beneficiary. Untrust it first, then delete it.',
  ),
  trustChallengeUnknown: refusal(404, 'REFERENCE_NOT_FOUND', 'There is no such challenge for the account.'),
  trustCodeRefused: refusal(400, 'INVALID_INPUT', 'The one-time code is not the one that was sent.'),
}

/** Contract: Resources, external account; Other endpoints that are referenced; Errors. */
export const externalAccountsRules = {
  ...refusals,

  /** `accountInfo` is discriminated by one of the listed types. */
  accountTypeIsListed: (accountType: string): boolean => isAmong(closedValues.AccountType, accountType),

  /** Every fiat variant has a beneficiary; Lightning, under either name, is not a fiat variant. */
  accountTypeNeedsBeneficiary: (accountType: string): boolean => isAmong(fiatTypes, accountType),

  beneficiaryTypeIsKnown: (beneficiaryType: unknown): boolean =>
    isAmong(closedValues['Beneficiary.beneficiaryType'], beneficiaryType),

  ownershipTypeIsKnown: (ownershipType: unknown): boolean =>
    ownershipType === undefined || isAmong(closedValues.OwnershipType, ownershipType),

  /** Required for self-custody wallets where the platform is subject to counterparty requirements. */
  ownershipTypeIsRequired: (accountType: unknown, underCounterpartyRequirements: boolean): boolean =>
    underCounterpartyRequirements && isAmong(walletTypes, accountType),

  /** Every invalid field of a request that creates an account. */
  externalAccountFieldErrors(
    { currency, ownershipType, accountInfo }: Body,
    underCounterpartyRequirements: boolean,
  ): readonly FieldError[] {
    const errors: FieldError[] = []
    if (typeof currency !== 'string' || currency === '')
      errors.push(wrong('currency', 'currency is required'))
    if (!this.ownershipTypeIsKnown(ownershipType))
      errors.push(wrong('ownershipType', 'ownershipType is FIRST_PARTY or THIRD_PARTY'))
    if (!isObject(accountInfo)) return [...errors, wrong('accountInfo', 'accountInfo is required')]
    const { accountType, beneficiary } = accountInfo
    if (
      ownershipType === undefined &&
      this.ownershipTypeIsRequired(accountType, underCounterpartyRequirements)
    )
      errors.push(wrong('ownershipType', 'ownershipType is required'))
    if (typeof accountType !== 'string' || !this.accountTypeIsListed(accountType))
      return [...errors, wrong('accountInfo.accountType', 'accountType is one of the listed types')]
    if (!this.accountTypeNeedsBeneficiary(accountType)) return errors
    if (!isObject(beneficiary))
      errors.push(wrong('accountInfo.beneficiary', 'an account of this type has a beneficiary'))
    else if (!this.beneficiaryTypeIsKnown(beneficiary.beneficiaryType))
      errors.push(
        wrong('accountInfo.beneficiary.beneficiaryType', 'beneficiaryType is INDIVIDUAL or BUSINESS'),
      )
    return errors
  },

  /** At most one account of a customer is the default: a new one replaces the earlier one. */
  defaultsBeside: (account: ExternalAccount, store: Store): readonly ExternalAccount[] =>
    [...store.externalAccounts.values()].filter(
      ({ id, customerId, defaultUmaDepositAccount }) =>
        id !== account.id && customerId === account.customerId && defaultUmaDepositAccount === true,
    ),

  /** The response to a request for a second default, if the earlier one stays (not shown). */
  secondDefaultIs: 'DEFAULT' as 'DEFAULT' | 'NONE' | 'REFUSED',

  /** Default false (Resources, defaultUmaDepositAccount). */
  isDefaultUmaDepositAccount: ({ defaultUmaDepositAccount }: Body): boolean =>
    defaultUmaDepositAccount === true,

  /** The bank has rejected it for good (Errors, INVALID_BANK_ACCOUNT). */
  bankAccountIsRefused: ({ accountNumber }: Body, store: Store): boolean =>
    store.refusedBankAccounts.has(String(accountNumber)),

  /** Validation takes a few banking days (Limits); until then the account confirms nothing. */
  bankAccountIsInValidation: ({ id }: ExternalAccount, store: Store): boolean =>
    store.bankAccountsInValidation.has(id),

  /** The contract does not show which accounts are equivalent: here, those with the same details and customer. */
  isEquivalent: (account: ExternalAccount, customerId: string | null, accountInfo: Body): boolean =>
    account.customerId === customerId && canonicalJson(account.accountInfo) === canonicalJson(accountInfo),

  /** Accounts of customers; if a customer is named, only those of that customer. */
  externalAccountsListed: (store: Store, customerId: string | undefined): readonly ExternalAccount[] =>
    [...store.externalAccounts.values()].filter((account) =>
      customerId === undefined ? account.customerId !== null : account.customerId === customerId,
    ),

  /** The index of the first item after a cursor. */
  externalAccountsPageStart: (cursor: string | undefined): number => Number(cursor ?? 0),

  /** The account that an operation on a customer's accounts names. */
  customerExternalAccount: (store: Store, id: string): ExternalAccount | undefined =>
    store.externalAccounts.get(id),

  /** A trusted beneficiary must be untrusted first (Errors, BENEFICIARY_TRUSTED). */
  beneficiaryMayBeDeleted: ({ trusted }: ExternalAccount): boolean => trusted !== true,

  /** A deletion removes the account. */
  externalAccountDeleted(store: Store, { id }: ExternalAccount): void {
    store.externalAccounts.delete(id)
  },

  /** Untrusting takes effect on its confirmation. */
  trustedOnceAsked: ({ trusted }: ExternalAccount, _purpose: TrustChallenge['purpose']): boolean =>
    trusted === true,

  trustChallengeIsOf: ({ accountId, purpose }: TrustChallenge, id: string, asked: string): boolean =>
    accountId === id && purpose === asked,

  trustCodeIsRight: (
    code: unknown,
    expected: string | undefined,
    _codes: ReadonlyMap<string, string>,
  ): boolean => typeof code === 'string' && code === expected,

  /** A challenge can be confirmed once. */
  trustChallengeSurvives: false,

  trustedOnceConfirmed: (purpose: TrustChallenge['purpose']): boolean => purpose === 'TRUST',

  /** The body of a confirmation's response. */
  trustTold: ({ trusted }: ExternalAccount): unknown => ({ trusted: trusted === true }),

  /** The check completes asynchronously (States, row 3). */
  livenessTakesMs: 50,

  /** The outcome of the challenge does not depend on other attempts in the meantime (States, row 3). */
  livenessOutcomeCounts: (_account: ExternalAccount): boolean => true,
}
