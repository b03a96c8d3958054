import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'

/** Faults in verifying customers (contract: What the service does, row KYC/KYB Verifications). */
export const verificationsFaults: readonly Fault[] = [
  {
    id: 'verification-not-triggered',
    title: 'returns 500 when a verification is triggered',
    breaks: ['KYC-01'],
    mayAlsoBreak: ['KYC-08'],
    replace: crashesIn('createVerification'),
  },
  {
    id: 'verification-of-another-read',
    title: 'returns the first verification for every id',
    breaks: ['KYC-02', 'KYC-04'],
    mayAlsoBreak: ['KYC-15'],
    replace: { verificationNamed: (verifications) => [...verifications.values()][0] },
  },
  {
    id: 'verification-of-unknown-customer-is-500',
    title: 'returns 500 for an unknown customer in a body',
    breaks: ['KYC-03', 'KYC-07'],
    replace: refused('customerInBodyNotFound', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'verification-of-another-customer',
    title: 'uses another customer for an unknown id',
    breaks: ['KYC-03', 'KYC-07'],
    replace: (conforming) => ({
      customerInBody: (customers, id) =>
        conforming.customerInBody(customers, id) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'verification-unknown-has-another-code',
    title: 'reports "customer not found" for an unknown verification',
    breaks: ['KYC-04'],
    replace: refused('verificationNotFound', 404, 'CUSTOMER_NOT_FOUND'),
  },
  {
    id: 'verification-owner-not-created',
    title: 'returns 500 when a beneficial owner is created',
    breaks: ['KYC-05'],
    mayAlsoBreak: ['KYC-08'],
    replace: crashesIn('createBeneficialOwner'),
  },
  {
    id: 'verification-owner-of-another-read',
    title: 'returns the first beneficial owner for every id',
    breaks: ['KYC-06'],
    mayAlsoBreak: ['KYC-15'],
    replace: { beneficialOwnerNamed: (owners) => [...owners.values()][0] },
  },
  {
    id: 'verification-open',
    title: 'triggers verifications without valid credentials',
    breaks: ['KYC-08'],
    replace: acceptsInvalidCredentials('createVerification'),
  },
  {
    id: 'verification-read-open',
    title: 'returns verifications to any caller that knows their ids',
    breaks: ['KYC-08'],
    replace: acceptsInvalidCredentials('getVerification'),
  },
  {
    id: 'verification-one-identifier-for-owners',
    title: 'returns the same id for every beneficial owner',
    breaks: ['KYC-14'],
    // The first owner has the identifier of the second.
    mayAlsoBreak: ['KYC-15'],
    replace: (conforming) => ({
      newId: (type) =>
        type === 'BeneficialOwner'
          ? 'BeneficialOwner:00000000-0000-4000-8000-000000000000'
          : conforming.newId(type),
    }),
  },
  {
    id: 'verification-returns-the-first-identifier',
    title: 'returns the id of the first verification for every request',
    breaks: ['KYC-14'],
    // It belongs to another customer.
    mayAlsoBreak: ['KYC-15'],
    replace: () => {
      let first: unknown
      return rewriting('createVerification', (verification) => {
        first ??= verification.id
        return { ...verification, id: first }
      })
    },
  },
  {
    id: 'verification-of-the-last-customer',
    title: 'returns the customer of the last verification when any is read',
    breaks: ['KYC-15'],
    replace: (conforming) => {
      let last: unknown
      return {
        respond: (operation, response, request) => {
          const body = response.body as Json
          if (operation === 'createVerification' && response.status < 400) last = body.customerId
          return operation === 'getVerification' && response.status < 400
            ? { ...response, body: { ...body, customerId: last } }
            : conforming.respond(operation, response, request)
        },
      }
    },
  },
]
