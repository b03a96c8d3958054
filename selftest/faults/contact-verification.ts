import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'

/** Faults in verifying contacts (contract: What the service does, row Contact Verification). */
export const contactVerificationFaults: readonly Fault[] = [
  {
    id: 'contact-email-not-sent',
    title: 'returns 500 when it sends a code by e-mail',
    breaks: ['CON-01'],
    mayAlsoBreak: ['CON-15', 'CON-11'],
    replace: crashesIn('verifyEmail'),
  },
  {
    id: 'contact-phone-not-sent',
    title: 'returns 500 when it sends a code to a phone',
    breaks: ['CON-02'],
    mayAlsoBreak: ['CON-15', 'CON-11'],
    replace: crashesIn('verifyPhone'),
  },
  {
    id: 'contact-confirmation-breaks',
    title: 'returns 500 when a code is confirmed',
    breaks: ['CON-03', 'CON-04'],
    mayAlsoBreak: ['CON-15', 'CON-11'],
    replace: crashesIn('confirmEmail', 'confirmPhone'),
  },
  {
    id: 'contact-code-of-the-other',
    title: 'compares the e-mail code with the code of the phone',
    breaks: ['CON-03'],
    // It accepts the code of the phone for the e-mail address.
    mayAlsoBreak: ['CON-15', 'CON-05', 'CON-11'],
    replace: (conforming) => ({
      contactCodeIsRight: (codes, _contact, given) => conforming.contactCodeIsRight(codes, 'PHONE', given),
    }),
  },
  {
    id: 'contact-any-email-code',
    title: 'accepts any code for the e-mail address',
    breaks: ['CON-05', 'CON-07'],
    replace: (conforming) => ({
      contactCodeIsRight: (codes, contact, given) =>
        contact === 'EMAIL' || conforming.contactCodeIsRight(codes, contact, given),
    }),
  },
  {
    id: 'contact-any-email-code-of-six',
    title: 'accepts any code of the right length for the e-mail address',
    breaks: ['CON-05'],
    replace: (conforming) => ({
      contactCodeIsRight: (codes, contact, given) =>
        contact === 'EMAIL'
          ? String(given).length === codes.email.length
          : conforming.contactCodeIsRight(codes, contact, given),
    }),
  },
  {
    id: 'contact-any-phone-code-of-six',
    title: 'accepts any code of the right length for the phone',
    breaks: ['CON-06'],
    replace: (conforming) => ({
      contactCodeIsRight: (codes, contact, given) =>
        contact === 'PHONE'
          ? String(given).length === codes.phone.length
          : conforming.contactCodeIsRight(codes, contact, given),
    }),
  },
  {
    id: 'contact-no-code-needed',
    title: 'skips the comparison when the request has no code',
    breaks: ['CON-07'],
    replace: (conforming) => ({
      contactCodeIsRight: (codes, contact, given) =>
        !given || conforming.contactCodeIsRight(codes, contact, given),
    }),
  },
  {
    id: 'contact-codes-interchangeable',
    title: 'accepts the code of the other contact',
    breaks: ['CON-05', 'CON-06'],
    replace: {
      contactCodeIsRight: ({ email, phone }, _contact, given) => given === email || given === phone,
    },
  },
  {
    id: 'contact-codes-compared-by-prefix',
    title: 'accepts the first characters of a code',
    breaks: ['CON-05', 'CON-06'],
    replace: {
      contactCodeIsRight: ({ email, phone }, contact, given) =>
        typeof given === 'string' && given !== '' && (contact === 'EMAIL' ? email : phone).startsWith(given),
    },
  },
  {
    id: 'contact-sent-for-all-providers',
    title: 'sends codes for customers of every provider',
    breaks: ['CON-08'],
    replace: (conforming) => ({
      contactCodesOf: (customer, step, contact) =>
        step === 'SENDING' ? { email: '', phone: '' } : conforming.contactCodesOf(customer, step, contact),
    }),
  },
  {
    id: 'contact-other-provider-is-400',
    title: 'rejects customers of other providers as invalid',
    breaks: ['CON-08', 'CON-09'],
    replace: refused('contactVerificationNotMandated', 400, 'INVALID_INPUT'),
  },
  {
    id: 'contact-confirmed-for-all-providers',
    title: "rejects the code of another provider's customer as wrong",
    breaks: ['CON-09'],
    replace: (conforming) => ({
      contactCodesOf: (customer, step, contact) =>
        conforming.contactCodesOf(customer, step, contact) ??
        (step === 'CONFIRMATION' ? { email: '', phone: '' } : undefined),
    }),
  },
  {
    id: 'contact-unknown-customer-is-409',
    title: "treats an unknown customer as another provider's",
    breaks: ['CON-10'],
    replace: refused('customerNotFound', 409, 'CONFLICT'),
  },
  {
    id: 'contact-sending-open',
    title: 'sends codes without valid credentials',
    breaks: ['CON-11'],
    replace: acceptsInvalidCredentials('verifyEmail', 'verifyPhone'),
  },
  {
    id: 'contact-confirmation-open',
    title: 'accepts a code without valid credentials',
    breaks: ['CON-11'],
    replace: acceptsInvalidCredentials('confirmEmail', 'confirmPhone'),
  },
]
