import { refusal, type FieldError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type { Customer } from '../resources/payments.ts'

type Body = Readonly<Record<string, unknown>>
type Customers = ReadonlyMap<string, Customer>

const customerTypes: readonly string[] = ['INDIVIDUAL', 'BUSINESS']

const unless = (
  fits: boolean,
  field: string,
  constraint: FieldError['constraint'],
  message: string,
): readonly FieldError[] => (fits ? [] : [{ field, constraint, message }])

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string'

/** Why requests are rejected. */
const refusals = {
  /** 404: the catalogue has two codes for it. */
  customerNotFound: refusal(404, 'USER_NOT_FOUND', 'There is no such customer.'),
  /** 409 CONFLICT: `platformCustomerId` collides with an active customer on the same platform. */
  platformCustomerIdTaken: refusal(409, 'CONFLICT', 'An active customer has this platformCustomerId.'),
  /** 409 UMA_ADDRESS_EXISTS. */
  umaAddressTaken: refusal(409, 'UMA_ADDRESS_EXISTS', 'The UMA address is in use.'),
  /** 400: the submitted version of the agreement does not exist. */
  termsVersionNotFound: refusal(
    400,
    'END_USER_TERMS_VERSION_NOT_FOUND',
    'The end-user terms have no such version.',
  ),
  customerUploadJobNotFound: refusal(404, 'BULK_UPLOAD_JOB_NOT_FOUND', 'There is no such bulk upload.'),
}

/** Contract: What the service does, row Customers; Errors. The fields of a customer are specific to this deployment. */
export const customersRules = {
  ...refusals,

  customerNamed: (customers: Customers, customerId: string): Customer | undefined =>
    customers.get(customerId),

  /** The platform's own identifier of a customer; required at creation. */
  platformCustomerIdErrors: (
    { platformCustomerId }: Body,
    occasion: 'CREATION' | 'UPDATE',
  ): readonly FieldError[] =>
    unless(
      (occasion === 'UPDATE' && platformCustomerId === undefined) ||
        (typeof platformCustomerId === 'string' && platformCustomerId !== ''),
      'platformCustomerId',
      { minLength: 1 },
      'platformCustomerId is text',
    ),

  customerTypeErrors: ({ customerType }: Body): readonly FieldError[] =>
    unless(
      customerType === undefined || customerTypes.includes(customerType as string),
      'customerType',
      { enum: customerTypes },
      `customerType is one of ${customerTypes.join(', ')}`,
    ),

  fullNameErrors: ({ fullName }: Body): readonly FieldError[] =>
    unless(isTextOrAbsent(fullName), 'fullName', { format: 'string' }, 'fullName is text'),

  emailErrors: ({ email }: Body): readonly FieldError[] =>
    unless(
      email === undefined || (typeof email === 'string' && /^[^@\s]+@[^@\s]+$/.test(email)),
      'email',
      { format: 'email' },
      'email is an address of electronic mail',
    ),

  addressErrors: ({ address }: Body): readonly FieldError[] => {
    if (address === undefined) return []
    if (!isObject(address)) return unless(false, 'address', { format: 'object' }, 'address is an object')
    return [
      ...unless(
        typeof address.country === 'string' && /^[A-Z]{2}$/.test(address.country),
        'address.country',
        { pattern: '^[A-Z]{2}$' },
        'address.country is a code of two letters',
      ),
      ...unless(
        isTextOrAbsent(address.postalCode),
        'address.postalCode',
        { format: 'string' },
        'address.postalCode is text',
      ),
    ]
  },

  /** The active customer of the same platform with this identifier. */
  holderOfPlatformCustomerId: (
    customers: Iterable<Customer>,
    platformCustomerId: unknown,
    besides: string | undefined,
    _occasion: 'CREATION' | 'UPDATE',
  ): Customer | undefined => {
    for (const customer of customers) {
      const same = customer.isActive && customer.platformCustomerId === platformCustomerId
      if (same && customer.id !== besides) return customer
    }
    return undefined
  },

  /** The effect of a conflicting creation on the existing customer. */
  conflictOverwrites: false,

  /** The effect of a conflicting update on the fields without a conflict. */
  conflictingUpdateIsKept: false,

  holderOfUmaAddress: (customers: Iterable<Customer>, umaAddress: unknown): Customer | undefined => {
    if (umaAddress === undefined) return undefined
    for (const customer of customers) if (customer.information.umaAddress === umaAddress) return customer
    return undefined
  },

  /** Versions of the agreement that a customer may accept. */
  endUserTermsVersions: ['2025-01', '2025-10'],

  /** The effects of a rejected creation. */
  refusedCreationIsKept: false,

  /** The customer after an update. */
  updatedCustomer: (customer: Customer, { platformCustomerId, ...change }: Body): Customer => ({
    ...customer,
    ...(typeof platformCustomerId === 'string' && { platformCustomerId }),
    information: { ...customer.information, ...change },
  }),

  /** A rejected change is not applied, not even in part. */
  refusedUpdateIsKept: false,
}
