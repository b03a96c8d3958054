import { errorsChanged, only, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: Other endpoints that are referenced; the fields of a customer are not shown. */
export const customersVariations: readonly Variant[] = [
  {
    id: 'customers-by-identifier-only',
    title: 'answers creations and updates of customers with the identifier alone',
    point: 'fields of a customer',
    reading: 'They are not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, status: 200, body: only(response.body as Json, 'id') }),
        ['createCustomer', 'updateCustomer'],
      ),
  },
  {
    id: 'customers-without-their-own-identifier',
    title: "shows a customer without the platform's own identifier",
    point: 'fields of a customer',
    reading: 'They are not shown.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'platformCustomerId') }),
        ['createCustomer', 'updateCustomer', 'getCustomer'],
      ),
  },
  {
    id: 'customers-with-null-fields',
    alone: true,
    title:
      'has null in every field of a customer that it knows nothing of, and in the identifier of an update',
    point: 'fields of a customer',
    reading: 'null stands for none.',
    warns: ['CNV-11'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response, operation) => ({
          ...response,
          body: {
            ...(response.body as Json),
            platformCustomerId: null,
            nickname: null,
            ...(operation === 'updateCustomer' && { id: null }),
          },
        }),
        ['createCustomer', 'updateCustomer', 'getCustomer'],
      ),
  },
  {
    id: 'customers-invalid-with-422',
    alone: true,
    title: 'rejects customers with invalid fields with 422, and ignores the fields that it never updates',
    point: 'how invalid fields of a customer are rejected',
    reading: 'HTTP has 422 for it, and a field that no update changes may be ignored by one.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      customerTypeErrors: (body) => ('platformCustomerId' in body ? rules.customerTypeErrors(body) : []),
      ...errorsChanged(
        rules,
        (response, operation) =>
          operation === 'createCustomer' || operation === 'updateCustomer'
            ? { ...response, status: 422 }
            : response,
        400,
      ),
    }),
  },
  {
    id: 'customers-updated-without-body',
    title: 'answers the update of a customer with 204 and no body',
    point: 'fields of a customer',
    reading: 'What an update answers is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'updateCustomer',
      ]),
  },
  {
    id: 'customers-updated-with-an-empty-body',
    title: 'answers the update of a customer with an empty object',
    point: 'fields of a customer',
    reading: 'What an update answers is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: {} }), ['updateCustomer']),
  },
  {
    id: 'customers-keep-their-own-identifier',
    title: 'ignores platformCustomerId in an update',
    point: 'platformCustomerId in an update',
    reading: 'Whether an update may change it is not shown.',
    replace: (rules) => ({
      holderOfPlatformCustomerId: (customers, platformCustomerId, besides, occasion) =>
        occasion === 'UPDATE'
          ? undefined
          : rules.holderOfPlatformCustomerId(customers, platformCustomerId, besides, occasion),
      updatedCustomer: (customer, change) =>
        rules.updatedCustomer(customer, without(change, 'platformCustomerId')),
    }),
  },
  {
    id: 'customers-cannot-be-renamed',
    title: 'refuses platformCustomerId in an update as invalid',
    point: 'platformCustomerId in an update',
    reading: 'Whether an update may change it is not shown.',
    replace: (rules) => ({
      platformCustomerIdErrors: (body, occasion) =>
        occasion === 'UPDATE' && body.platformCustomerId !== undefined
          ? [
              {
                field: 'platformCustomerId',
                constraint: {},
                message: 'platformCustomerId cannot be changed',
              },
            ]
          : rules.platformCustomerIdErrors(body, occasion),
    }),
  },
  {
    id: 'customers-never-deleted-nor-read-back',
    title: 'offers no operation that reads customers, documents, invitations or tokens, or deletes any',
    point: 'operations of the platform that the contract does not show',
    reading: 'Those that no flow needs may be missing.',
    notOffered: [
      'getCustomer',
      'getCustomerUploadJob',
      'listDocuments',
      'getDocument',
      'deleteDocument',
      'getVerification',
      'getBeneficialOwner',
      'getInvitation',
      'listTokens',
      'getToken',
      'deleteToken',
    ],
    // What a rejected change would have changed is read.
    blocks: ['CUS-22', 'CUS-30', 'DOC-14', 'DOC-18'],
    replace: () => ({}),
  },
  {
    id: 'customers-not-found-by-the-other-code',
    title: 'has the code CUSTOMER_NOT_FOUND for a customer that it does not know',
    point: 'which of two codes a customer that is not found has',
    reading: 'The catalogue has both.',
    blocks: ['ERR-70'],
    replace: (rules) => ({
      customerNotFound: () => ({ ...rules.customerNotFound(), code: 'CUSTOMER_NOT_FOUND' }),
    }),
  },
  {
    id: 'customers-not-found-by-the-general-code',
    title: 'has the code NOT_FOUND for customers and bulk uploads that it does not know',
    point: 'which of two codes a customer that is not found has',
    reading: 'It fits as well.',
    blocks: ['ERR-70', 'ERR-74'],
    replace: (rules) => ({
      customerNotFound: () => ({ ...rules.customerNotFound(), code: 'NOT_FOUND' }),
      customerUploadJobNotFound: () => ({ ...rules.customerUploadJobNotFound(), code: 'NOT_FOUND' }),
    }),
  },
  {
    id: 'customers-errors-without-constraint',
    title:
      'names invalid fields without constraint or message, in any order, and says that there are several',
    point: 'details of a field error',
    reading: 'Only field is required.',
    warns: ['CUS-17'],
    replace: (rules) =>
      errorsChanged(
        rules,
        (response, operation) => {
          const { details, ...error } = response.body as { readonly details?: { readonly errors?: Json[] } }
          if (operation !== 'createCustomer' || !details?.errors) return response
          const errors = details.errors.map(({ field }) => ({ field })).toReversed()
          return { ...response, body: { ...error, details: { errors: [...errors, { field: 'body' }] } } }
        },
        400,
      ),
  },
]
