import { refusal, type Refusal } from '../errors.ts'
import type { BeneficialOwner, Verification } from '../resources/verifications.ts'
import type { Customer } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  /** 404: the catalogue has two codes for it. */
  customerInBodyNotFound: refusal(404, 'CUSTOMER_NOT_FOUND', 'There is no such customer.'),
  verificationNotFound: refusal(404, 'VERIFICATION_NOT_FOUND', 'There is no such verification.'),
  beneficialOwnerNotFound: refusal(404, 'NOT_FOUND', 'There is no such beneficial owner.'),
}

/** Contract: What the service does, row KYC/KYB Verifications; Errors. */
export const verificationsRules = {
  ...refusals,

  /** The customer that the body names. */
  customerInBody: (customers: ReadonlyMap<string, Customer>, customerId: unknown): Customer | undefined =>
    customers.get(String(customerId)),

  /** Fields that a customer must have before it can be verified. */
  mandatoryUserInfo: ['customerType', 'fullName'],

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

  beneficialOwnerNamed: (
    owners: ReadonlyMap<string, BeneficialOwner>,
    beneficialOwnerId: string,
  ): BeneficialOwner | undefined => owners.get(beneficialOwnerId),
}
