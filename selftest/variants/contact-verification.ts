import type { Contact } from '../../reference/resources/contact-verification.ts'
import type { ContactCodes } from '../../reference/resources/payments.ts'
import { refused } from '../refused.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Contact Verification; it shows no responses of these operations. */
export const contactVerificationVariations: readonly Variant[] = [
  {
    id: 'contacts-return-200',
    title: 'returns 200 with an object when a code is sent or confirmed',
    point: 'responses of contact verification',
    interpretation: 'Any 2xx is allowed.',
    replace: { contactStatus: () => 200 },
  },
  {
    id: 'contacts-asked-with-202',
    title: 'returns 202 when a code is sent',
    point: 'responses of contact verification',
    interpretation: 'Any 2xx is allowed.',
    replace: (rules) => ({ contactStatus: (step) => (step === 'SENDING' ? 202 : rules.contactStatus(step)) }),
  },
  {
    id: 'contacts-wrong-code-conflicts',
    title: 'returns 409 for a wrong code',
    point: 'refusal of a wrong code',
    interpretation: 'The contract does not specify which error.',
    replace: refused('contactCodeRefused', 409, 'CONFLICT'),
  },
  {
    id: 'contacts-wrong-code-unprocessable',
    title: 'returns 422 for a wrong code',
    point: 'refusal of a wrong code',
    interpretation: 'The contract does not specify which error.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      contactCodeRefused: { ...rules.contactCodeRefused, status: 422 },
    }),
  },
  {
    id: 'contacts-wrong-code-not-found',
    title: 'returns 404 for a wrong code',
    point: 'refusal of a wrong code',
    interpretation: 'The contract does not specify which error.',
    replace: refused('contactCodeRefused', 404, 'REQUEST_NOT_FOUND'),
  },
  {
    id: 'contacts-one-attempt',
    title: 'accepts no code of a contact after a wrong one until another code is requested',
    point: 'attempts of a code',
    interpretation: 'The contract does not specify how many attempts a code allows.',
    replace: (rules) => {
      const failed = new Set<string>()
      const keyOf = ({ email, phone }: ContactCodes, contact: Contact) => `${email} ${phone} ${contact}`
      return {
        contactCodesOf: (customer, step, contact) => {
          const codes = rules.contactCodesOf(customer, step, contact)
          if (codes && step === 'SENDING') failed.delete(keyOf(codes, contact))
          return codes
        },
        contactCodeIsRight: (codes, contact, given) => {
          const isRight =
            !failed.has(keyOf(codes, contact)) && rules.contactCodeIsRight(codes, contact, given)
          if (!isRight) failed.add(keyOf(codes, contact))
          return isRight
        },
      }
    },
  },
]
