import { setTimeout as sleep } from 'node:timers/promises'
import { Refused, refusal } from '../../reference/errors.ts'
import type { Customer } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { answersChanged, errorsChanged, only, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const REVIEW_MS = 1_000

/** Contract: Other endpoints that are referenced; it does not show the fields of a customer. */
export const customersVariations: readonly Variant[] = [
  {
    id: 'customers-by-identifier-only',
    title: 'returns only the id from creations and updates of customers',
    point: 'fields of a customer',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, status: 200, body: only(response.body as Json, 'id') }),
        ['createCustomer', 'updateCustomer'],
      ),
  },
  {
    id: 'customers-without-their-own-identifier',
    title: "omits the platform's identifier of a customer",
    point: 'fields of a customer',
    interpretation: 'The contract does not specify the fields.',
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
    title: 'returns null for unknown fields of a customer, and as the id of an update',
    point: 'fields of a customer',
    interpretation: 'null means no value.',
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
    title: 'returns 422 for invalid customers, and ignores fields that it never updates',
    point: 'how invalid fields of a customer are rejected',
    interpretation: 'HTTP defines 422 for it, and a server may ignore fields that it never updates.',
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
    title: 'returns 204 for the update of a customer',
    point: 'fields of a customer',
    interpretation: 'The contract does not specify the response of an update.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'updateCustomer',
      ]),
  },
  {
    id: 'customers-updated-with-an-empty-body',
    title: 'returns an empty object for the update of a customer',
    point: 'fields of a customer',
    interpretation: 'The contract does not specify the response of an update.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: {} }), ['updateCustomer']),
  },
  {
    id: 'customers-keep-their-own-identifier',
    title: 'ignores platformCustomerId in an update',
    point: 'platformCustomerId in an update',
    interpretation: 'The contract does not specify whether an update may change it.',
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
    title: 'rejects platformCustomerId in an update with 400',
    point: 'platformCustomerId in an update',
    interpretation: 'The contract does not specify whether an update may change it.',
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
    title: 'omits the operations that read customers, documents, invitations or tokens, and the deletions',
    point: 'operations of the platform that the contract does not show',
    interpretation: 'Operations that no flow needs may be missing.',
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
    // The fields of a rejected change are read afterwards.
    blocks: ['CUS-22', 'CUS-30', 'DOC-14', 'DOC-18'],
    replace: {},
  },
  {
    id: 'customers-not-found-by-the-other-code',
    title: 'returns CUSTOMER_NOT_FOUND for an unknown customer',
    point: 'which of two codes a customer that is not found has',
    interpretation: 'The catalogue contains both codes.',
    blocks: ['ERR-70'],
    replace: (rules) => ({
      customerNotFound: { ...rules.customerNotFound, code: 'CUSTOMER_NOT_FOUND' },
    }),
  },
  {
    id: 'customers-not-found-by-the-general-code',
    title: 'returns NOT_FOUND for unknown customers and bulk uploads',
    point: 'which of two codes a customer that is not found has',
    interpretation: 'NOT_FOUND fits as well.',
    blocks: ['ERR-70', 'ERR-74'],
    replace: (rules) => ({
      customerNotFound: { ...rules.customerNotFound, code: 'NOT_FOUND' },
      customerUploadJobNotFound: { ...rules.customerUploadJobNotFound, code: 'NOT_FOUND' },
    }),
  },
  {
    id: 'customers-errors-without-constraint',
    title: 'returns invalid fields in any order, without constraint or message, and reports several',
    point: 'details of a field error',
    interpretation: 'Only the field name is required.',
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
  {
    id: 'customers-created-later',
    title: 'returns 202 with the id of a new customer, and details with a conflict',
    point: 'responses of customers',
    interpretation: 'Any 2xx is allowed, and details is an object with any fields.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) => {
        if (operation !== 'createCustomer') return response
        if (response.status === 409)
          return {
            ...response,
            body: { ...(response.body as Json), details: { field: 'platformCustomerId' } },
          }
        return response.status === 201
          ? { status: 202, body: { id: (response.body as Json).id, state: 'CREATING' } }
          : response
      }),
  },
  {
    id: 'customers-phone-numbers-unique',
    title: 'returns 409 for a customer with the phone number of another customer',
    point: 'unique fields of customers',
    interpretation: 'CONFLICT is generic, and platformCustomerId is an example of it.',
    replace: (rules) => {
      let phoneNumber: unknown
      return {
        emailErrors: (body) => {
          phoneNumber = body.phoneNumber
          return rules.emailErrors(body)
        },
        holderOfPlatformCustomerId: (customers, id, besides, occasion) => {
          const all = [...customers]
          const namesake = all.find(
            (one) => phoneNumber === one.information.phoneNumber && one.id !== besides,
          )
          return phoneNumber !== undefined && namesake
            ? namesake
            : rules.holderOfPlatformCustomerId(all, id, besides, occasion)
        },
      }
    },
  },
  {
    id: 'customers-in-capitals',
    title: 'stores the names and addresses of customers in capitals',
    point: 'texts of customers',
    interpretation: 'The contract does not say that a text is returned as sent.',
    replace: (rules) => ({
      updatedCustomer: (customer, change) => inCapitals(rules.updatedCustomer(customer, change)),
    }),
  },
  {
    id: 'customers-reviewed-first',
    title: 'returns 409 CONFLICT for an update of a customer that was created less than a second ago',
    point: 'updates of a customer during its review',
    interpretation: 'The contract does not specify when a customer is reviewed, and CONFLICT is generic.',
    replace: (rules) => {
      const created = new Map<unknown, number>()
      return {
        ...answersChanged(rules, (response, operation) => {
          if (operation === 'createCustomer' && response.status < 300)
            created.set((response.body as Json).id, Date.now())
          return response
        }),
        before: async (step, id) => {
          await rules.before(step, id)
          const age = Date.now() - (created.get(id) ?? 0)
          if (step === 'updateCustomer' && age < REVIEW_MS)
            throw new Refused(refusal(409, 'CONFLICT', 'The customer is being reviewed.'))
        },
      }
    },
  },
  {
    id: 'customers-updated-one-by-one',
    title: 'returns 409 CONFLICT for an update of a customer that another request is updating',
    point: 'concurrent updates of one customer',
    interpretation: 'CONFLICT is generic.',
    replace: updatedOneByOne,
  },
]

const CAPITALS = /"(fullName|country|postalCode)":"[^"]*"/g

const inCapitals = (customer: Customer): Customer => ({
  ...customer,
  information: JSON.parse(
    JSON.stringify(customer.information).replaceAll(CAPITALS, (member, name: string) =>
      member.toUpperCase().replace(name.toUpperCase(), name),
    ),
  ) as Customer['information'],
})

function updatedOneByOne(rules: Rules): Pick<Rules, 'before'> {
  const updated = new Set<string>()
  return {
    before: async (step, id) => {
      await rules.before(step, id)
      if (step !== 'updateCustomer' || id === undefined) return
      if (updated.has(id)) throw new Refused(refusal(409, 'CONFLICT', 'The customer is being updated.'))
      updated.add(id)
      await sleep(100, undefined, { ref: false })
      updated.delete(id)
    },
  }
}
