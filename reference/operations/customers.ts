import type { PlatformOperation, ServerContext } from '../call.ts'
import { Refused, type FieldError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { newCustomer } from '../provider-states/customer.ts'
import { customerBody } from '../representations.ts'
import type { Customer } from '../resources/payments.ts'
import { newUmaAddress, welcome } from './welcome.ts'

type Body = Readonly<Record<string, unknown>>
type Occasion = 'CREATION' | 'UPDATE'

const createCustomer: PlatformOperation = async (server, call) => {
  const { rules, store } = server
  const { platformCustomerId, ...information } = call.body()
  const given = { platformCustomerId: String(platformCustomerId), information }
  const errors = fieldErrorsOf(server, { platformCustomerId, ...information }, 'CREATION')
  if (errors.length > 0) {
    if (rules.refusedCreationIsKept) newCustomer(server, given)
    throw new Refused(rules.invalidFields(errors))
  }
  refuseUnknownTerms(server, information)
  refuseTaken(server, { platformCustomerId, ...information }, undefined, 'CREATION')
  if (rules.holderOfUmaAddress(store.customers.values(), information.umaAddress)) {
    throw new Refused(rules.umaAddressTaken)
  }
  const wait = rules.before('createCustomer')
  if (wait) await wait
  const customer = newCustomer(server, {
    ...given,
    information: { umaAddress: newUmaAddress(), ...information },
    kycStatus: rules.kycStatusOfNewCustomer(information.customerType),
  })
  welcome(server, customer)
  return { status: 201, body: customerBody(customer) }
}

const updateCustomer: PlatformOperation = async (server, call) => {
  const { rules, store } = server
  const change = call.body()
  const customer = customerNamed(server, call.parameter('customerId'))
  const wait = rules.before('updateCustomer', customer.id)
  if (wait) await wait
  const errors = fieldErrorsOf(server, change, 'UPDATE')
  if (errors.length > 0) {
    if (rules.refusedUpdateIsKept) keepUpdated(server, customer, change)
    throw new Refused(rules.invalidFields(errors))
  }
  refuseTaken(server, change, customer.id, 'UPDATE')
  for (const one of rules.affected('updateCustomer', customer, store.customers.values())) {
    keepUpdated(server, one, change)
  }
  return { status: 200, body: customerBody(customerNamed(server, customer.id)) }
}

const getCustomer: PlatformOperation = (server, call) => ({
  status: 200,
  body: customerBody(
    customerNamed({ ...server, store: server.rules.storeToRead(server.store) }, call.parameter('customerId')),
  ),
})

const getCustomerUploadJob: PlatformOperation = ({ rules, store }, call) => {
  const job = store.customerUploadJobs.get(call.parameter('jobId'))
  if (!job) throw new Refused(rules.customerUploadJobNotFound)
  return { status: 200, body: job }
}

function customerNamed({ rules, store }: ServerContext, customerId: string): Customer {
  const customer = rules.customerNamed(store.customers, customerId)
  if (!customer) throw new Refused(rules.customerNotFound)
  return customer
}

const fieldErrorsOf = ({ rules }: ServerContext, body: Body, occasion: Occasion): readonly FieldError[] => [
  ...rules.platformCustomerIdErrors(body, occasion),
  ...rules.customerTypeErrors(body),
  ...rules.fullNameErrors(body),
  ...rules.emailErrors(body),
  ...rules.addressErrors(body),
]

function refuseUnknownTerms({ rules }: ServerContext, { endUserTerms }: Body): void {
  if (!isObject(endUserTerms)) return
  if (!rules.endUserTermsVersions.includes(endUserTerms.version as string)) {
    throw new Refused(rules.termsVersionNotFound)
  }
}

function refuseTaken(
  server: ServerContext,
  body: Body,
  besides: string | undefined,
  occasion: Occasion,
): void {
  const { rules, store } = server
  const customers = store.customers.values()
  const holder = rules.holderOfPlatformCustomerId(customers, body.platformCustomerId, besides, occasion)
  if (!holder) return
  if (rules.conflictOverwrites) keepUpdated(server, holder, body)
  if (besides !== undefined && rules.conflictingUpdateIsKept)
    keepUpdated(server, customerNamed(server, besides), { ...body, platformCustomerId: undefined })
  throw new Refused(rules.platformCustomerIdTaken)
}

function keepUpdated({ rules, store }: ServerContext, customer: Customer, change: Body): void {
  store.customers.set(customer.id, rules.updatedCustomer(customer, change))
}

/** Operations of customers, by the names of their bindings and the credentials they take. */
export const customersOperations = {
  platform: { createCustomer, updateCustomer, getCustomer, getCustomerUploadJob },
  agent: {},
  open: {},
}
