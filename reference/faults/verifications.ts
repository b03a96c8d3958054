import { brokenIn, refusedAs } from './deviations.ts'
import { openToStrangers } from './strangers.ts'
import type { Fault } from './fault.ts'

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
    replace: () => ({ verificationNamed: (verifications) => [...verifications.values()][0] }),
  },
  {
    id: 'verification-of-nobody-breaks',
    title: 'fails on an unknown customer in a body',
    breaks: ['KYC-03', 'KYC-07'],
    replace: (lawful) => ({
      customerInBodyNotFound: refusedAs(lawful.customerInBodyNotFound, 500, 'INTERNAL_ERROR'),
    }),
  },
  {
    id: 'verification-of-anybody',
    title: 'takes some customer for one that it does not know',
    breaks: ['KYC-03', 'KYC-07'],
    replace: (lawful) => ({
      customerInBody: (customers, id) => lawful.customerInBody(customers, id) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'verification-unknown-has-another-code',
    title: 'says of an unknown verification that a customer was not found',
    breaks: ['KYC-04'],
    replace: (lawful) => ({
      verificationNotFound: refusedAs(lawful.verificationNotFound, 404, 'CUSTOMER_NOT_FOUND'),
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
    replace: () => ({ beneficialOwnerNamed: (owners) => [...owners.values()][0] }),
  },
  {
    id: 'verification-open',
    title: 'triggers verifications for whoever asks',
    breaks: ['KYC-08'],
    replace: openToStrangers('createVerification'),
  },
  {
    id: 'verification-read-open',
    title: 'shows verifications to whoever knows their identifiers',
    breaks: ['KYC-08'],
    replace: openToStrangers('getVerification'),
  },
]
