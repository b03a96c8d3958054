import type { Refusal } from '../errors.ts'
import type { BeneficialOwner, Verification } from '../resources/verifications.ts'
import type { Customer } from '../resources/payments.ts'

/** Contract: What the service does, row KYC/KYB Verifications; Errors. */
export const verificationsRules = {
  /** The customer that a body names. */
  customerInBody: (customers: ReadonlyMap<string, Customer>, customerId: unknown): Customer | undefined =>
    customers.get(String(customerId)),

  /** 404: the catalogue has two codes for it. */
  customerInBodyNotFound: (): Refusal => ({
    status: 404,
    code: 'CUSTOMER_NOT_FOUND',
    reason: 'There is no such customer.',
  }),

  /** What must be known of a customer before it can be verified. */
  mandatoryUserInfo: (): readonly string[] => ['customerType', 'fullName'],

  /** 400 MISSING_MANDATORY_USER_INFO. */
  mandatoryUserInfoMissing: (missing: readonly string[]): Refusal => ({
    status: 400,
    code: 'MISSING_MANDATORY_USER_INFO',
    reason: `The customer cannot be verified without ${missing.join(', ')}.`,
  }),

  verificationNamed: (
    verifications: ReadonlyMap<string, Verification>,
    verificationId: string,
  ): Verification | undefined => verifications.get(verificationId),

  verificationNotFound: (): Refusal => ({
    status: 404,
    code: 'VERIFICATION_NOT_FOUND',
    reason: 'There is no such verification.',
  }),

  beneficialOwnerNamed: (
    owners: ReadonlyMap<string, BeneficialOwner>,
    beneficialOwnerId: string,
  ): BeneficialOwner | undefined => owners.get(beneficialOwnerId),

  beneficialOwnerNotFound: (): Refusal => ({
    status: 404,
    code: 'NOT_FOUND',
    reason: 'There is no such beneficial owner.',
  }),
}
