import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformOperation, Setting } from '../call.ts'
import { Refused, type FieldError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { newCustomer } from '../provider-states/customer.ts'
import { customerBody } from '../representations.ts'
import type { Customer } from '../resources/payments.ts'
import { newUmaAddress, welcome } from './welcome.ts'

type Body = Readonly<Record<string, unknown>>
type Occasion = 'CREATION' | 'UPDATE'

const createCustomer: PlatformOperation = async (setting, call) => {
  const { rules, store } = setting
  const { platformCustomerId, ...information } = call.body()
  const given = { platformCustomerId: String(platformCustomerId), information }
  const errors = fieldErrorsOf(setting, { platformCustomerId, ...information }, 'CREATION')
  if (errors.length > 0) {
    if (rules.refusedCreationIsKept()) newCustomer(setting, given)
    throw new Refused(rules.invalidFields(rules.customerErrorsTold(errors, 'CREATION')))
  }
  refuseUnknownTerms(setting, information)
  refuseTaken(setting, { platformCustomerId, ...information }, undefined, 'CREATION')
  if (rules.holderOfUmaAddress(store.customers.values(), information.umaAddress)) {
    throw new Refused(rules.umaAddressTaken())
  }
  const delay = rules.customerStoredAfterMs()
  if (delay > 0) await sleep(delay)
  const customer = newCustomer(setting, {
    ...given,
    information: { umaAddress: newUmaAddress(), ...information },
    kycStatus: rules.kycStatusOfNewCustomer(information.customerType),
  })
  welcome(setting, customer)
  return { status: 201, body: customerBody(customer) }
}

const updateCustomer: PlatformOperation = (setting, call) => {
  const { rules, store } = setting
  const change = call.body()
  const customer = customerNamed(setting, call.parameter('customerId'))
  const errors = fieldErrorsOf(setting, change, 'UPDATE')
  if (errors.length > 0) {
    if (rules.refusedUpdateIsKept()) keepUpdated(setting, customer, change)
    throw new Refused(rules.invalidFields(rules.customerErrorsTold(errors, 'UPDATE')))
  }
  refuseTaken(setting, change, customer.id, 'UPDATE')
  for (const one of rules.customersToUpdate(customer, store.customers.values())) {
    keepUpdated(setting, one, change)
  }
  return { status: 200, body: customerBody(customerNamed(setting, customer.id)) }
}

const getCustomer: PlatformOperation = (setting, call) => ({
  status: 200,
  body: customerBody(
    customerNamed(
      { ...setting, store: setting.rules.storeToRead(setting.store) },
      call.parameter('customerId'),
    ),
  ),
})

const getCustomerUploadJob: PlatformOperation = ({ rules, store }, call) => {
  const job = store.customerUploadJobs.get(call.parameter('jobId'))
  if (!job) throw new Refused(rules.customerUploadJobNotFound())
  return { status: 200, body: job }
}

function customerNamed({ rules, store }: Setting, customerId: string): Customer {
  const customer = rules.customerNamed(store.customers, customerId)
  if (!customer) throw new Refused(rules.customerNotFound())
  return customer
}

const fieldErrorsOf = ({ rules }: Setting, body: Body, occasion: Occasion): readonly FieldError[] => [
  ...rules.platformCustomerIdErrors(body, occasion),
  ...rules.customerTypeErrors(body),
  ...rules.fullNameErrors(body),
  ...rules.emailErrors(body),
  ...rules.addressErrors(body),
]

function refuseUnknownTerms({ rules }: Setting, { endUserTerms }: Body): void {
  if (!isObject(endUserTerms)) return
  if (!rules.endUserTermsVersions().includes(endUserTerms.version as string)) {
    throw new Refused(rules.termsVersionNotFound())
  }
}

function refuseTaken(setting: Setting, body: Body, besides: string | undefined, occasion: Occasion): void {
  const { rules, store } = setting
  const customers = store.customers.values()
  const holder = rules.holderOfPlatformCustomerId(customers, body.platformCustomerId, besides, occasion)
  if (!holder) return
  if (rules.conflictOverwrites()) keepUpdated(setting, holder, body)
  throw new Refused(rules.platformCustomerIdTaken())
}

function keepUpdated({ rules, store }: Setting, customer: Customer, change: Body): void {
  store.customers.set(customer.id, rules.updatedCustomer(customer, change))
}

/** Operations of customers, by the names of their bindings and the credentials they take. */
export const customersOperations = {
  platform: { createCustomer, updateCustomer, getCustomer, getCustomerUploadJob },
  agent: {},
  open: {},
}
