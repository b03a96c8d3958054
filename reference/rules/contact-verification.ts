import type { Refusal } from '../errors.ts'
import type { Contact } from '../resources/contact-verification.ts'
import type { ContactCodes, Customer } from '../resources/payments.ts'

/** Contract: What the service does, row Contact Verification. */
export const contactVerificationRules = {
  /** Required only for customers whose payment provider mandates it. */
  contactCodesOf: (
    { contactCodes }: Customer,
    _step: 'SENDING' | 'CONFIRMATION',
    _contact: Contact,
  ): ContactCodes | undefined => contactCodes,

  /** 409: other providers; the code is not shown. */
  contactVerificationNotMandated: (): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: "The customer's payment provider does not ask for the verification of contacts.",
  }),

  /** One-time codes: nothing is confirmed before a code was sent. */
  contactCodeWasSent: (asked: ReadonlySet<Contact>, contact: Contact): boolean => asked.has(contact),

  contactCodeIsRight: (codes: ContactCodes, contact: Contact, given: unknown): boolean =>
    given === (contact === 'EMAIL' ? codes.email : codes.phone),

  /** 400: which code is not shown. */
  contactCodeRefused: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'The code is not the one that was sent.',
  }),

  contactStatus: (_step: 'SENDING' | 'CONFIRMATION'): number => 204,
}
