import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import type { Customer } from '../resources/payments.ts'
import type { BeneficialOwner } from '../resources/verifications.ts'
import { newCustomer } from './customer.ts'
import type { SetUps } from './states.ts'

export function newBeneficialOwner(
  { rules, store }: ServerContext,
  customer: Customer,
  fullName: string,
): BeneficialOwner {
  const owner = { id: rules.newId('BeneficialOwner'), customerId: customer.id, fullName }
  store.beneficialOwners.set(owner.id, owner)
  return owner
}

export const newBusinessCustomer = (server: ServerContext): Customer =>
  newCustomer(server, { information: { customerType: 'BUSINESS', fullName: 'Example Ltd' } })

function setUpVerifiableCustomer(server: ServerContext): StateValues['verifiable-customer'] {
  const { id: customerId } = newCustomer(server, {
    information: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' },
  })
  return { customerId, verification: { customerId } }
}

function setUpBusinessCustomer(server: ServerContext): StateValues['business-customer'] {
  const { id: customerId } = newBusinessCustomer(server)
  return { customerId, beneficialOwner: { customerId, fullName: 'Ada Example' } }
}

/** Provider states of KYC/KYB verifications. */
export const verificationsStates = {
  'verifiable-customer': setUpVerifiableCustomer,
  'business-customer': setUpBusinessCustomer,
} satisfies Partial<SetUps>
