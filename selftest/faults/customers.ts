import type { OperationName } from '../../spec/index.ts'
import { isObject } from '../../reference/is-object.ts'
import { rewritingErrors, rewriting, type Json } from './rewriting.ts'
import { affects, affectsNothing } from '../affects.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'

const lastPartOf = (path: string): string => path.split('.').at(-1) ?? path

const BOTH: readonly OperationName[] = ['createCustomer', 'updateCustomer']

/** Changes the field errors of every rejection of the operations. */
const withFieldErrors = (
  operations: readonly OperationName[],
  change: (errors: readonly Json[]) => readonly Json[],
) =>
  rewritingErrors(operations, 400, (error) =>
    isObject(error.details)
      ? { ...error, details: { errors: change(error.details.errors as readonly Json[]) } }
      : error,
  )

/** Faults in creating and updating customers (contract: Errors; Other endpoints that are referenced). */
export const customersFaults: readonly Fault[] = [
  {
    id: 'customer-creation-breaks',
    title: 'creates a customer, then returns 500',
    breaks: ['CUS-01', 'CUS-02'],
    // It finally creates another customer.
    mayAlsoBreak: ['CUS-30', 'CUS-18', 'CUS-22'],
    replace: crashesIn('createCustomer'),
  },
  {
    id: 'customer-bare-uuid',
    title: 'returns an id without a type from a creation',
    breaks: ['CUS-01', 'CNV-03'],
    // The returned identifier finds no customer.
    mayAlsoBreak: ['CUS-04', 'CUS-08'],
    replace: rewriting('createCustomer', { id: (customer) => String(customer.id).split(':')[1] }),
  },
  {
    id: 'customer-own-identifier-lost',
    title: "returns the service's id in place of the platform's id",
    breaks: ['CUS-02'],
    replace: rewriting('createCustomer', { platformCustomerId: ({ id }) => id }),
  },
  {
    id: 'customer-one-for-all',
    title: 'returns the id of the first customer for every creation',
    breaks: ['CUS-03'],
    // A change of one customer changes all.
    mayAlsoBreak: ['CUS-06', 'CUS-09', 'CUS-10', 'CUS-11', 'CUS-19', 'CUS-22', 'CUS-30', 'CUS-40'],
    replace: () => {
      let first: unknown
      return rewriting('createCustomer', (customer) => {
        first ??= customer.id
        return { ...customer, id: first }
      })
    },
  },
  {
    id: 'customer-read-under-another-name',
    title: "returns the platform's id as the customer's id when a customer is read",
    breaks: ['CUS-04', 'CNV-03'],
    replace: rewriting('getCustomer', { id: ({ platformCustomerId }) => platformCustomerId }),
  },
  {
    id: 'customer-taken-twice',
    title: 'accepts a duplicate platformCustomerId',
    breaks: ['CUS-05', 'CUS-11'],
    replace: ({ holderOfPlatformCustomerId }) => ({
      holderOfPlatformCustomerId: (customers, platformCustomerId, besides, occasion) =>
        occasion === 'CREATION'
          ? undefined
          : holderOfPlatformCustomerId(customers, platformCustomerId, besides, occasion),
    }),
  },
  {
    id: 'customer-conflict-is-400',
    title: 'rejects a duplicate platformCustomerId with 400',
    breaks: ['CUS-05'],
    replace: refused('platformCustomerIdTaken', 400, 'INVALID_INPUT'),
  },
  {
    id: 'customer-conflict-has-another-code',
    title: 'returns the UMA address code for a duplicate platformCustomerId',
    breaks: ['CUS-05'],
    replace: refused('platformCustomerIdTaken', 409, 'UMA_ADDRESS_EXISTS'),
  },
  {
    id: 'customer-conflict-overwrites',
    title: 'overwrites the existing customer, then rejects the duplicate identifier',
    breaks: ['CUS-06'],
    replace: { conflictOverwrites: true },
  },
  {
    id: 'customer-looked-up-before-stored',
    title: 'checks for a duplicate platformCustomerId, then stores the customer later without a second check',
    breaks: ['CUS-07'],
    replace: waitsBefore('createCustomer'),
  },
  {
    id: 'customer-update-breaks',
    title: 'updates a customer, then returns 500',
    breaks: ['CUS-08'],
    mayAlsoBreak: ['CUS-22'],
    replace: crashesIn('updateCustomer'),
  },
  {
    id: 'customer-update-forgotten',
    title: 'accepts an update, but does not store it',
    breaks: ['CUS-09'],
    replace: affectsNothing('updateCustomer'),
  },
  {
    id: 'customer-update-of-namesakes',
    title: 'applies an update to all customers with the same e-mail address',
    breaks: ['CUS-10'],
    // Other checks see these updates in between.
    mayAlsoBreak: ['CUS-22', 'CUS-30', 'CUS-06', 'CUS-11', 'CUS-19'],
    replace: affects(['updateCustomer'], ({ information }, customers) =>
      customers.filter((one) => one.information.email === information.email),
    ),
  },
  {
    id: 'customer-update-of-later-ones',
    title: 'applies an update to all customers created later',
    breaks: ['CUS-10'],
    // Other checks see these updates in between.
    mayAlsoBreak: ['CUS-06', 'CUS-11', 'CUS-19', 'CUS-22', 'CUS-30', 'CUS-40'],
    replace: affects(['updateCustomer'], (customer, customers) =>
      customers.slice(customers.findIndex(({ id }) => id === customer.id)),
    ),
  },
  {
    id: 'customer-update-replaces',
    title: 'clears fields that an update does not name',
    breaks: ['CUS-40'],
    replace: ({ updatedCustomer }) => ({
      updatedCustomer: (customer, change) => updatedCustomer({ ...customer, information: {} }, change),
    }),
  },
  {
    id: 'customer-identifier-of-the-moment',
    title: 'assigns one id to customers that are created concurrently',
    breaks: ['CUS-03'],
    // A change of one customer changes the other.
    mayAlsoBreak: ['CUS-06', 'CUS-09', 'CUS-10', 'CUS-11', 'CUS-19', 'CUS-22', 'CUS-30', 'CUS-40'],
    replace: () => {
      let last = { id: undefined as unknown, at: 0 }
      return rewriting('createCustomer', (customer) => {
        if (Date.now() - last.at > 20) last = { id: customer.id, at: Date.now() }
        return { ...customer, id: last.id }
      })
    },
  },
  {
    id: 'customer-update-takes-over',
    title: 'checks for conflicts only on creation',
    breaks: ['CUS-11'],
    replace: ({ holderOfPlatformCustomerId }) => ({
      holderOfPlatformCustomerId: (customers, platformCustomerId, besides, occasion) =>
        occasion === 'UPDATE'
          ? undefined
          : holderOfPlatformCustomerId(customers, platformCustomerId, besides, occasion),
    }),
  },
  {
    id: 'customer-unknown-is-400',
    title: 'rejects an unknown customer as invalid',
    breaks: ['CUS-12'],
    replace: refused('customerNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'customer-unknown-is-an-account',
    title: 'reports "account not found" for an unknown customer',
    breaks: ['CUS-12'],
    replace: refused('customerNotFound', 404, 'ACCOUNT_NOT_FOUND'),
  },
  {
    id: 'customer-errors-without-details',
    title: 'omits the names of invalid fields',
    breaks: ['CUS-13', 'CUS-15'],
    replace: withFieldErrors(BOTH, () => []),
  },
  {
    id: 'customer-errors-without-the-path',
    title: 'returns the name of an invalid field without its path',
    breaks: ['CUS-13', 'CUS-15'],
    replace: withFieldErrors(BOTH, (errors) =>
      errors.map((error) => ({ ...error, field: lastPartOf(String(error.field)) })),
    ),
  },
  {
    id: 'customer-email-unchecked',
    title: 'accepts any value as an e-mail address',
    breaks: ['CUS-13'],
    replace: { emailErrors: () => [] },
  },
  {
    id: 'customer-first-error-only',
    title: 'reports only the first invalid field of a creation',
    breaks: ['CUS-14', 'CUS-17'],
    replace: withFieldErrors(['createCustomer'], (errors) => errors.slice(0, 1)),
  },
  {
    id: 'customer-outermost-errors-only',
    title: 'checks nested fields only when all others of a creation are valid',
    breaks: ['CUS-14', 'CUS-17'],
    replace: withFieldErrors(['createCustomer'], (errors) => {
      const outermost = errors.filter(({ field }) => !String(field).includes('.'))
      return outermost.length > 0 ? outermost : errors
    }),
  },
  {
    id: 'customer-update-errors-without-details',
    title: 'reports invalid fields only on creation',
    breaks: ['CUS-15'],
    replace: withFieldErrors(['updateCustomer'], () => []),
  },
  {
    id: 'customer-update-first-error-only',
    title: 'reports only the first invalid field of an update',
    breaks: ['CUS-16'],
    replace: withFieldErrors(['updateCustomer'], (errors) => errors.slice(0, 1)),
  },
  {
    id: 'customer-errors-twice',
    title: 'reports an invalid field several times',
    breaks: ['CUS-17'],
    replace: withFieldErrors(BOTH, (errors) => [...errors, ...errors]),
  },
  {
    id: 'customer-refused-and-created',
    title: 'stores a customer before it checks the fields',
    breaks: ['CUS-18'],
    replace: { refusedCreationIsKept: true },
  },
  {
    id: 'customer-refused-and-updated',
    title: 'stores an update before it checks the fields',
    breaks: ['CUS-19'],
    replace: { refusedUpdateIsKept: true },
  },
  {
    id: 'customer-conflict-and-updated',
    title: 'stores the other fields of an update that it rejects for its platformCustomerId',
    breaks: ['CUS-19'],
    replace: { conflictingUpdateIsKept: true },
  },
  {
    id: 'customer-identifier-of-any-type',
    title: 'accepts any value as a platformCustomerId',
    breaks: ['CUS-20'],
    replace: ({ platformCustomerIdErrors }) => ({
      platformCustomerIdErrors: (body, occasion) =>
        body.platformCustomerId === undefined ? platformCustomerIdErrors(body, occasion) : [],
    }),
  },
  {
    id: 'customer-body-breaks',
    title: 'returns 500 for a body that is not an object',
    breaks: ['CUS-21'],
    replace: refused('malformedBody', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'customer-creation-open',
    title: 'creates customers without valid credentials',
    breaks: ['CUS-22'],
    replace: acceptsInvalidCredentials('createCustomer'),
  },
  {
    id: 'customer-update-open',
    title: 'updates customers for any caller that knows their ids',
    breaks: ['CUS-22'],
    replace: acceptsInvalidCredentials('updateCustomer'),
  },
  {
    id: 'customer-upload-has-another-code',
    title: 'reports "transaction not found" for an unknown bulk upload',
    breaks: ['CUS-23'],
    replace: refused('customerUploadJobNotFound', 404, 'TRANSACTION_NOT_FOUND'),
  },
  {
    id: 'customer-identifier-truncated',
    title: 'compares only the first 32 characters of a platformCustomerId',
    breaks: ['CUS-03'],
    replace: ({ holderOfPlatformCustomerId }) => ({
      holderOfPlatformCustomerId: (customers, platformCustomerId, besides, occasion) => {
        const all = [...customers]
        const start = String(platformCustomerId).slice(0, 32)
        const same = all.find(
          ({ platformCustomerId: id }) => id.slice(0, 32) === start && start.length === 32,
        )
        return same && same.id !== besides
          ? same
          : holderOfPlatformCustomerId(all, platformCustomerId, besides, occasion)
      },
    }),
  },
]
