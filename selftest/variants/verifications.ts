import { refused } from '../refused.ts'
import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row KYC/KYB Verifications; it shows no operation of them. */
export const verificationsVariations: readonly Variant[] = [
  {
    id: 'verifications-accepted',
    title: 'returns 202 with only the id for verifications and beneficial owners',
    point: 'responses of verifications',
    interpretation: 'The contract does not specify them.',
    replace: (rules) =>
      successesChanged(rules, ({ body }) => ({ status: 202, body: only(body as Json, 'id') }), [
        'createVerification',
        'createBeneficialOwner',
      ]),
  },
  {
    id: 'verifications-of-unknown-customer-invalid',
    title: 'rejects an unknown customer in a body as invalid',
    point: '404 codes of verifications',
    interpretation: 'The contract does not specify which error.',
    blocks: ['ERR-80'],
    replace: refused('customerInBodyNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'verifications-not-found-by-the-general-code',
    title: 'returns NOT_FOUND for verifications, and USER_NOT_FOUND for the customers that they name',
    point: '404 codes of verifications',
    interpretation: 'Any code that fits.',
    blocks: ['ERR-80', 'ERR-90'],
    replace: (rules) => ({
      verificationNotFound: { ...rules.verificationNotFound, code: 'NOT_FOUND' },
      customerInBodyNotFound: { ...rules.customerInBodyNotFound, code: 'USER_NOT_FOUND' },
    }),
  },
  {
    id: 'verifications-one-for-each-customer',
    title: 'returns the unfinished verification of a customer when another one is triggered',
    point: 'a second verification during an unfinished one',
    interpretation: 'The contract does not specify whether a second verification may be triggered.',
    replace: (rules) => {
      const unfinished = new Map<unknown, Json>()
      return successesChanged(
        rules,
        (response) => {
          const body = response.body as Json
          const earlier = unfinished.get(body.customerId)
          if (earlier) return { status: 200, body: earlier }
          unfinished.set(body.customerId, body)
          return response
        },
        ['createVerification'],
      )
    },
  },
]
