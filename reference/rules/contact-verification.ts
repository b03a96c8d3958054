import { refusal } from '../errors.ts'
import type { Contact } from '../resources/contact-verification.ts'
import type { ContactCodes, Customer } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  /** 409: other providers; the contract shows no code. */
  contactVerificationNotMandated: refusal(
    409,
    'CONFLICT',
    "The customer's payment provider does not ask for the verification of contacts.",
  ),
  /** 400: the contract shows no code. */
  contactCodeRefused: refusal(400, 'INVALID_INPUT', 'The code is not the one that was sent.'),
}

/** Contract: What the service does, row Contact Verification. */
export const contactVerificationRules = {
  ...refusals,

  /** Required only for customers whose payment provider requires it. */
  contactCodesOf: (
    { contactCodes }: Customer,
    _step: 'SENDING' | 'CONFIRMATION',
    _contact: Contact,
  ): ContactCodes | undefined => contactCodes,

  /** One-time codes: nothing is confirmed before a code is sent. */
  contactCodeWasSent: (asked: ReadonlySet<Contact>, contact: Contact): boolean => asked.has(contact),

  contactCodeIsRight: (codes: ContactCodes, contact: Contact, given: unknown): boolean =>
    given === (contact === 'EMAIL' ? codes.email : codes.phone),

  contactStatus: (_step: 'SENDING' | 'CONFIRMATION'): number => 204,
}
