import type { FieldError, Refusal } from '../errors.ts'
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

/** Contract: What the service does, row Customers; Errors. The fields of a customer are the deployment's own. */
export const customersRules = {
  customerNamed: (customers: Customers, customerId: string): Customer | undefined =>
    customers.get(customerId),

  /** 404: the catalogue has two codes for it. */
  customerNotFound: (): Refusal => ({
    status: 404,
    code: 'USER_NOT_FOUND',
    reason: 'There is no such customer.',
  }),

  /** The platform's own identifier of a customer; a creation needs it. */
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

  /** `details.errors` has one entry per invalid field, covering the whole request (Errors). */
  customerErrorsTold: (
    errors: readonly FieldError[],
    _occasion: 'CREATION' | 'UPDATE',
  ): readonly FieldError[] => errors,

  /** An active customer on the same platform who has the identifier. */
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

  /** 409 CONFLICT: `platformCustomerId` collides with an active customer on the same platform. */
  platformCustomerIdTaken: (): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'An active customer has this platformCustomerId.',
  }),

  /** What a creation in conflict does to the customer who has the identifier. */
  conflictOverwrites: (): boolean => false,

  holderOfUmaAddress: (customers: Iterable<Customer>, umaAddress: unknown): Customer | undefined => {
    if (umaAddress === undefined) return undefined
    for (const customer of customers) if (customer.information.umaAddress === umaAddress) return customer
    return undefined
  },

  /** 409 UMA_ADDRESS_EXISTS. */
  umaAddressTaken: (): Refusal => ({
    status: 409,
    code: 'UMA_ADDRESS_EXISTS',
    reason: 'The UMA address is in use.',
  }),

  /** Versions of the agreement that a customer may accept. */
  endUserTermsVersions: (): readonly string[] => ['2025-01', '2025-10'],

  /** 400: the version that is submitted is none of that agreement. */
  termsVersionNotFound: (): Refusal => ({
    status: 400,
    code: 'END_USER_TERMS_VERSION_NOT_FOUND',
    reason: 'The end-user terms have no such version.',
  }),

  /** How long a new customer takes to be stored, after it was seen that nobody has its identifier. */
  customerStoredAfterMs: (): number => 0,

  /** What a rejected creation leaves behind. */
  refusedCreationIsKept: (): boolean => false,

  /** The customer as an update leaves it. */
  updatedCustomer: (customer: Customer, { platformCustomerId, ...change }: Body): Customer => ({
    ...customer,
    ...(typeof platformCustomerId === 'string' && { platformCustomerId }),
    information: { ...customer.information, ...change },
  }),

  /** The customers that an update is written to. */
  customersToUpdate: (customer: Customer, _customers: Iterable<Customer>): readonly Customer[] => [customer],

  /** A change that is rejected is written not even in part. */
  refusedUpdateIsKept: (): boolean => false,

  customerUploadJobNotFound: (): Refusal => ({
    status: 404,
    code: 'BULK_UPLOAD_JOB_NOT_FOUND',
    reason: 'There is no such bulk upload.',
  }),
}
