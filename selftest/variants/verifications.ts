import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row KYC/KYB Verifications; nothing of it is shown. */
export const verificationsVariations: readonly Variant[] = [
  {
    id: 'verifications-accepted',
    title: 'accepts verifications and beneficial owners with 202 and the identifier alone',
    point: 'answers of verifications',
    reading: 'They are not shown.',
    replace: (rules) =>
      successesChanged(rules, ({ body }) => ({ status: 202, body: only(body as Json, 'id') }), [
        'createVerification',
        'createBeneficialOwner',
      ]),
  },
  {
    id: 'verifications-of-nobody-invalid',
    title: 'refuses customers that a body names and that it does not know as invalid',
    point: 'codes of what verifications do not find',
    reading: 'Which error is not shown.',
    blocks: ['ERR-80'],
    replace: (rules) => ({
      customerInBodyNotFound: () => ({
        ...rules.customerInBodyNotFound(),
        status: 400,
        code: 'INVALID_INPUT',
      }),
    }),
  },
  {
    id: 'verifications-not-found-by-the-general-code',
    title: 'has NOT_FOUND for verifications, and USER_NOT_FOUND for the customers that they name',
    point: 'codes of what verifications do not find',
    reading: 'Any that fits.',
    blocks: ['ERR-80', 'ERR-90'],
    replace: (rules) => ({
      verificationNotFound: () => ({ ...rules.verificationNotFound(), code: 'NOT_FOUND' }),
      customerInBodyNotFound: () => ({ ...rules.customerInBodyNotFound(), code: 'USER_NOT_FOUND' }),
    }),
  },
]
