import type { PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { newBeneficialOwner } from '../provider-states/verifications.ts'
import type { Customer } from '../resources/payments.ts'
import type { Verification } from '../resources/verifications.ts'

const createVerification: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const { id: customerId, information } = customerInBody(server, call.body())
  const missing = rules.mandatoryUserInfo.filter((field) => information[field] === undefined)
  if (missing.length > 0) throw new Refused(rules.mandatoryUserInfoMissing(missing))
  const verification: Verification = {
    id: rules.newId('Verification'),
    customerId,
    status: 'IN_PROGRESS',
  }
  store.verifications.set(verification.id, verification)
  return { status: 201, body: verification }
}

const getVerification: PlatformOperation = ({ rules, store }, call) => {
  const verification = rules.verificationNamed(store.verifications, call.parameter('verificationId'))
  if (!verification) throw new Refused(rules.verificationNotFound)
  return { status: 200, body: verification }
}

const createBeneficialOwner: PlatformOperation = (server, call) => {
  const body = call.body()
  const customer = customerInBody(server, body)
  if (typeof body.fullName !== 'string') throw invalidField(server, 'fullName')
  return { status: 201, body: newBeneficialOwner(server, customer, body.fullName) }
}

const getBeneficialOwner: PlatformOperation = ({ rules, store }, call) => {
  const owner = rules.beneficialOwnerNamed(store.beneficialOwners, call.parameter('beneficialOwnerId'))
  if (!owner) throw new Refused(rules.beneficialOwnerNotFound)
  return { status: 200, body: owner }
}

function customerInBody(
  { rules, store }: ServerContext,
  { customerId }: Readonly<Record<string, unknown>>,
): Customer {
  const customer = rules.customerInBody(store.customers, customerId)
  if (!customer) throw new Refused(rules.customerInBodyNotFound)
  return customer
}

/** Operations of KYC/KYB verifications, by the names of their bindings and the credentials they take. */
export const verificationsOperations = {
  platform: { createVerification, getVerification, createBeneficialOwner, getBeneficialOwner },
  agent: {},
  open: {},
}
