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
]
