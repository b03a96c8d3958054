import type { PlatformOperation } from '../call.ts'
import { invalidField } from '../invalid-field.ts'
import { newCustomer } from '../provider-states/customer.ts'

const createCustomer: PlatformOperation = (setting, call) => {
  const { platformCustomerId } = call.body()
  if (typeof platformCustomerId !== 'string') throw invalidField(setting, 'platformCustomerId')
  const { id } = newCustomer(setting, { platformCustomerId })
  return { status: 201, body: { id, platformCustomerId } }
}

/** Operations of customers, by the names of their bindings and the credentials they take. */
export const customersOperations = { platform: { createCustomer }, agent: {}, open: {} }
