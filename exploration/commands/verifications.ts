/** Verifications and beneficial owners (contract: What the service does, row KYC/KYB Verifications; Errors, 404 codes). */
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { valueAt } from '../../spec/value-at.ts'
import { madeAt, ofTheService, shown, withRefusal } from '../violation.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const area = 'verifications'

/** A body for a nonexistent customer. */
const ofNonexistentCustomer = (body: unknown, customerId: string, { context }: World): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(customerId, nonexistentId(customerId, context)))

const verifyCustomer = stepKind({
  name: 'verify-customer',
  area,
  operations: ['createVerification', 'getVerification'],
  weight: 4,
  params: fc.record({
    next: fc.constantFrom('read', 'unknown', 'caller', 'invalidCredentialsName-reads'),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { next, who }) {
    const { context } = world
    const { verifications } = context.platform
    const { customerId, verification } = await context.arrange('verifiable-customer', {})
    const id = madeAt(await verifications.create(verification), 'id', 'KYC-01', 'triggering a verification')
    if (next === 'caller') {
      const response = await verifications.create(ofNonexistentCustomer(verification, customerId, world))
      withRefusal(response, [400, 404], 'KYC-03', 'verifying an unknown customer')
      return
    }
    if (next === 'invalidCredentialsName-reads')
      return requireCredentials(who, world, 'getVerification', 'KYC-08', (caller) =>
        caller.verifications.get(id),
      )
    await world.settled(
      () => verifications.get(id),
      (response) => {
        ofTheService(response)
        return response.status === 200 && valueAt(response.body, 'id') === id
          ? []
          : [
              {
                requirement: 'KYC-02',
                message: `reading a verification returned ${shown(response)}`,
              },
            ]
      },
      ({ exchange }) => exchange,
    )
    if (next === 'read') return
    const response = await verifications.get(nonexistentId(id, context))
    withRefusal(response, [404], 'KYC-04', 'an unknown verification', ['VERIFICATION_NOT_FOUND', 'NOT_FOUND'])
  },
})

const createOwner = stepKind({
  name: 'create-beneficial-owner',
  area,
  operations: ['createBeneficialOwner', 'getBeneficialOwner'],
  weight: 4,
  params: fc.record({ of: fc.constantFrom('customer', 'caller') }),
  may: () => true,
  async take(_model, world, { of }) {
    const { verifications } = world.context.platform
    const { customerId, beneficialOwner } = await world.context.arrange('business-customer', {})
    const created = await verifications.createBeneficialOwner(beneficialOwner)
    const id = madeAt(created, 'id', 'KYC-05', 'creating a beneficial owner')
    if (of === 'caller') {
      const response = await verifications.createBeneficialOwner(
        ofNonexistentCustomer(beneficialOwner, customerId, world),
      )
      withRefusal(response, [400, 404], 'KYC-07', 'a beneficial owner of an unknown customer')
      return
    }
    await world.settled(
      () => verifications.beneficialOwner(id),
      (response) => {
        ofTheService(response)
        return response.status === 200 && valueAt(response.body, 'id') === id
          ? []
          : [
              {
                requirement: 'KYC-06',
                message: `reading a beneficial owner returned ${shown(response)}`,
              },
            ]
      },
      ({ exchange }) => exchange,
    )
  },
})

const verifyWithInvalidCredentials = stepKind({
  name: 'verify-customer-with-invalid-credentials',
  area,
  operations: ['createVerification'],
  params: fc.record({ who: invalidCredentialsName }),
  may: () => true,
  async take(_model, world, { who }) {
    const { verification } = await world.context.arrange('verifiable-customer', {})
    await requireCredentials(who, world, 'createVerification', 'KYC-08', ({ verifications }) =>
      verifications.create(verification),
    )
  },
})

export const verificationSteps: readonly AnyStepKind[] = [
  verifyCustomer,
  createOwner,
  verifyWithInvalidCredentials,
]
