import type { Rules } from '../../reference/rules/index.ts'
import { refused } from '../refused.ts'
import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const APPROVAL_MS = 500

/** A new customer neither pays nor holds cards until its verification, which takes half a second, has approved it. */
function approvedByVerification(
  rules: Rules,
): Pick<Rules, 'respond' | 'sourceBelongsToCustomer' | 'mayHoldCards'> {
  /** When each new customer is approved, ms since the epoch. */
  const approvedAt = new Map<unknown, number>()
  const isPending = (customerId: unknown) => Date.now() < (approvedAt.get(customerId) ?? 0)
  return {
    ...successesChanged(
      rules,
      (response, operation) => {
        const body = response.body as Json
        if (operation === 'createCustomer') approvedAt.set(body.id, Infinity)
        if (operation === 'createVerification') approvedAt.set(body.customerId, Date.now() + APPROVAL_MS)
        const shown = operation !== 'createVerification' && isPending(body.id)
        return shown ? { ...response, body: { ...body, kycStatus: 'PENDING' } } : response
      },
      ['createCustomer', 'getCustomer', 'createVerification'],
    ),
    sourceBelongsToCustomer: (account, payer, platformAccountIds) =>
      !isPending(account.customerId) && rules.sourceBelongsToCustomer(account, payer, platformAccountIds),
    mayHoldCards: (cardholder) => !isPending(cardholder.id) && rules.mayHoldCards(cardholder),
  }
}

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
  {
    id: 'customers-approved-by-verification',
    title: 'lets a new customer pay once its verification has approved its KYC',
    point: 'what a customer may do before its KYC is approved',
    interpretation: 'The contract names only cards. Many payment services verify the payer.',
    replace: approvedByVerification,
  },
]
