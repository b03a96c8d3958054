import type { StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import type { Customer } from '../resources/payments.ts'
import type { BeneficialOwner } from '../resources/verifications.ts'
import { newCustomer } from './customer.ts'
import type { SetUps } from './states.ts'

export function newBeneficialOwner(
  { rules, store }: Setting,
  customer: Customer,
  fullName: string,
): BeneficialOwner {
  const owner = { id: rules.newId('BeneficialOwner'), customerId: customer.id, fullName }
  store.beneficialOwners.set(owner.id, owner)
  return owner
}

export const newBusinessCustomer = (setting: Setting): Customer =>
  newCustomer(setting, { information: { customerType: 'BUSINESS', fullName: 'Example Ltd' } })

function setUpVerifiableCustomer(setting: Setting): StateValues['verifiable-customer'] {
  const { id: customerId } = newCustomer(setting, {
    information: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' },
  })
  return { customerId, verification: { customerId } }
}

function setUpBusinessCustomer(setting: Setting): StateValues['business-customer'] {
  const { id: customerId } = newBusinessCustomer(setting)
  return { customerId, beneficialOwner: { customerId, fullName: 'Ada Example' } }
}

/** Provider states of KYC/KYB verifications. */
export const verificationsStates = {
  'verifiable-customer': setUpVerifiableCustomer,
  'business-customer': setUpBusinessCustomer,
} satisfies Partial<SetUps>
