import { brokenIn, refusedAs } from './deviations.ts'
import { openToStrangers } from './outsiders.ts'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'

/** How deployments err in verifying customers (contract: What the service does, row KYC/KYB Verifications). */
export const verificationsFaults: readonly Fault[] = [
  {
    id: 'verification-not-triggered',
    title: 'fails when a verification is triggered',
    breaks: ['KYC-01'],
    mayAlsoBreak: ['KYC-08'],
    replace: brokenIn('createVerification'),
  },
  {
    id: 'verification-of-another-read',
    title: 'shows the first verification whatever the identifier is',
    breaks: ['KYC-02', 'KYC-04'],
    mayAlsoBreak: ['KYC-15'],
    replace: () => ({ verificationNamed: (verifications) => [...verifications.values()][0] }),
  },
  {
    id: 'verification-of-nobody-breaks',
    title: 'fails on an unknown customer in a body',
    breaks: ['KYC-03', 'KYC-07'],
    replace: (conforming) => ({
      customerInBodyNotFound: refusedAs(conforming.customerInBodyNotFound, 500, 'INTERNAL_ERROR'),
    }),
  },
  {
    id: 'verification-of-anybody',
    title: 'takes some customer for one that it does not know',
    breaks: ['KYC-03', 'KYC-07'],
    replace: (conforming) => ({
      customerInBody: (customers, id) =>
        conforming.customerInBody(customers, id) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'verification-unknown-has-another-code',
    title: 'says of an unknown verification that a customer was not found',
    breaks: ['KYC-04'],
    replace: (conforming) => ({
      verificationNotFound: refusedAs(conforming.verificationNotFound, 404, 'CUSTOMER_NOT_FOUND'),
    }),
  },
  {
    id: 'verification-owner-not-created',
    title: 'fails when a beneficial owner is created',
    breaks: ['KYC-05'],
    mayAlsoBreak: ['KYC-08'],
    replace: brokenIn('createBeneficialOwner'),
  },
  {
    id: 'verification-owner-of-another-read',
    title: 'shows the first beneficial owner whatever the identifier is',
    breaks: ['KYC-06'],
    mayAlsoBreak: ['KYC-15'],
    replace: () => ({ beneficialOwnerNamed: (owners) => [...owners.values()][0] }),
  },
  {
    id: 'verification-open',
    title: 'triggers verifications for anyone who asks',
    breaks: ['KYC-08'],
    replace: openToStrangers('createVerification'),
  },
  {
    id: 'verification-read-open',
    title: 'shows verifications to anyone who knows their identifiers',
    breaks: ['KYC-08'],
    replace: openToStrangers('getVerification'),
  },
  {
    id: 'verification-one-identifier-for-owners',
    title: 'gives every beneficial owner the same identifier',
    breaks: ['KYC-14'],
    // The first owner is read as the second one.
    mayAlsoBreak: ['KYC-15'],
    replace: (conforming) => ({
      newId: (type) =>
        type === 'BeneficialOwner'
          ? 'BeneficialOwner:00000000-0000-4000-8000-000000000000'
          : conforming.newId(type),
    }),
  },
  {
    id: 'verification-answered-with-the-first-identifier',
    title: 'responds to every request for a verification with the identifier of the first one',
    breaks: ['KYC-14'],
    // It is that of another customer.
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
    title: 'names the customer whose verification was triggered last when one is read',
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
