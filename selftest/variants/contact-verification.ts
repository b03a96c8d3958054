import type { Variant } from './variant.ts'

/** Contract: What the service does, row Contact Verification; what its operations answer is not shown. */
export const contactVerificationVariations: readonly Variant[] = [
  {
    id: 'contacts-answered-with-200',
    title: 'answers the sending and the confirmation of a code with 200 and an object',
    point: 'answers of contact verification',
    reading: 'Any 2xx.',
    replace: () => ({ contactStatus: () => 200 }),
  },
  {
    id: 'contacts-asked-with-202',
    title: 'answers the sending of a code with 202',
    point: 'answers of contact verification',
    reading: 'Any 2xx.',
    replace: (rules) => ({ contactStatus: (step) => (step === 'SENDING' ? 202 : rules.contactStatus(step)) }),
  },
  {
    id: 'contacts-wrong-code-conflicts',
    title: 'refuses a wrong code with 409',
    point: 'refusal of a wrong code',
    reading: 'Which error is not shown.',
    replace: (rules) => ({
      contactCodeRefused: () => ({ ...rules.contactCodeRefused(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'contacts-wrong-code-unprocessable',
    title: 'rejects a wrong code with 422',
    point: 'refusal of a wrong code',
    reading: 'Which error is not shown.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      contactCodeRefused: () => ({ ...rules.contactCodeRefused(), status: 422 }),
    }),
  },
  {
    id: 'contacts-wrong-code-not-found',
    title: 'answers a wrong code with 404',
    point: 'refusal of a wrong code',
    reading: 'Which error is not shown.',
    replace: (rules) => ({
      contactCodeRefused: () => ({ ...rules.contactCodeRefused(), status: 404, code: 'REQUEST_NOT_FOUND' }),
    }),
  },
]
