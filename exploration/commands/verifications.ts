/** Verifications and beneficial owners (contract: What the service does, row KYC/KYB Verifications; Errors, 404 codes). */
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { expectRead } from '../../suites/expectations.ts'
import {
  expectCustomerRejected,
  expectVerificationNotFound,
} from '../../suites/verifications/expectations.ts'
import { judge, judgeCreated, judgeSettled } from '../judge.ts'
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
    next: fc.constantFrom('read', 'unknown', 'caller', 'invalid-credentials-read'),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { next, who }) {
    const { context } = world
    const { verifications } = context.platform
    const { customerId, verification } = await context.arrange('verifiable-customer', {})
    const id = judgeCreated('KYC-01', await verifications.create(verification))
    if (next === 'caller') {
      const response = await verifications.create(ofNonexistentCustomer(verification, customerId, world))
      judge('KYC-03', response, expectCustomerRejected)
      return
    }
    if (next === 'invalid-credentials-read') {
      await requireCredentials(who, world, 'KYC-08', (caller) => caller.verifications.get(id))
      return
    }
    await judgeSettled(
      world,
      'KYC-02',
      () => verifications.get(id),
      (read) => expectRead(read, id),
    )
    if (next === 'read') return
    const response = await verifications.get(nonexistentId(id, context))
    judge('KYC-04', response, (read) => expectVerificationNotFound(read, id))
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
    const id = judgeCreated('KYC-05', created)
    if (of === 'caller') {
      const response = await verifications.createBeneficialOwner(
        ofNonexistentCustomer(beneficialOwner, customerId, world),
      )
      judge('KYC-07', response, expectCustomerRejected)
      return
    }
    await judgeSettled(
      world,
      'KYC-06',
      () => verifications.beneficialOwner(id),
      (read) => expectRead(read, id),
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
    await requireCredentials(who, world, 'KYC-08', ({ verifications }) => verifications.create(verification))
  },
})

export const verificationSteps: readonly AnyStepKind[] = [
  verifyCustomer,
  createOwner,
  verifyWithInvalidCredentials,
]
