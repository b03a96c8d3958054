/** Verifying customers and their beneficial owners (contract: What the service does, row KYC/KYB Verifications). */
import {
  check,
  expect,
  nonexistentId,
  valueAt,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { expectCreated, expectRead } from '../expectations.ts'
import { expectCustomerRejected, expectVerificationNotFound } from './expectations.ts'
import { createOwner, triggerVerification } from './triggered-verification.ts'

check('KYC-01', 'the verification of a customer is triggered', async ({ arrange, platform }) => {
  const { verification } = await arrange('verifiable-customer', {})

  const response = await platform.verifications.create(verification)

  expectCreated(response)
})

check('KYC-02', 'a verification is read by its identifier', async (context) => {
  const { verificationId } = await triggerVerification(context)

  const read = await context.poll(
    () => context.platform.verifications.get(verificationId),
    ({ status }) => status === 200,
  )

  expectRead(read, verificationId)
})

check('KYC-03', 'a nonexistent customer is not verified', async (context) => {
  const { customerId, bodyFor } = await triggerVerification(context)
  const unknownCustomer = nonexistentId(customerId, context)

  const response = await context.platform.verifications.create(bodyFor(unknownCustomer))

  expectCustomerRejected(response)
})

check('KYC-04', 'a nonexistent verification is not found', async (context) => {
  const { verificationId } = await triggerVerification(context)
  const { verifications } = context.platform
  const known = await context.poll(
    () => verifications.get(verificationId),
    ({ status }) => status === 200,
  )
  expect(known).toSucceed()

  const response = await verifications.get(nonexistentId(verificationId, context))

  expectVerificationNotFound(response, verificationId)
})

check('KYC-05', 'a beneficial owner is created', async ({ arrange, platform }) => {
  const { beneficialOwner } = await arrange('business-customer', {})

  const response = await platform.verifications.createBeneficialOwner(beneficialOwner)

  expectCreated(response)
})

check('KYC-06', 'a beneficial owner is read by its identifier', async (context) => {
  const { beneficialOwnerId } = await createOwner(context)

  const read = await context.poll(
    () => context.platform.verifications.beneficialOwner(beneficialOwnerId),
    ({ status }) => status === 200,
  )

  expectRead(read, beneficialOwnerId)
})

check('KYC-07', 'a nonexistent customer has no beneficial owners', async (context) => {
  const { customerId, bodyFor } = await createOwner(context)
  const unknownCustomer = nonexistentId(customerId, context)

  const response = await context.platform.verifications.createBeneficialOwner(bodyFor(unknownCustomer))

  expectCustomerRejected(response)
})

const RESOURCES: readonly {
  readonly name: string
  readonly creation: 'createVerification' | 'createBeneficialOwner'
  readonly reading: 'getVerification' | 'getBeneficialOwner'
  readonly created: (context: CheckContext) => Promise<{ readonly id: string; readonly customerId: string }>
  readonly read: (
    verifications: CheckContext['platform']['verifications'],
    id: string,
  ) => Promise<CheckedResponse>
}[] = [
  {
    name: 'verification',
    creation: 'createVerification',
    reading: 'getVerification',
    created: async (context) => {
      const { verificationId: id, customerId } = await triggerVerification(context)
      return { id, customerId }
    },
    read: (verifications, id) => verifications.get(id),
  },
  {
    name: 'beneficial owner',
    creation: 'createBeneficialOwner',
    reading: 'getBeneficialOwner',
    created: async (context) => {
      const { beneficialOwnerId: id, customerId } = await createOwner(context)
      return { id, customerId }
    },
    read: (verifications, id) => verifications.beneficialOwner(id),
  },
]

for (const { name, creation, reading, created, read } of RESOURCES) {
  check('KYC-14', `every ${name} has its own identifier`, { operations: [creation] }, async (context) => {
    const first = await created(context)

    const second = await created(context)

    expect(second.id, 'identifier of the second one').not.toBe(first.id)
  })

  check(
    'KYC-15',
    `a ${name} names no other customer`,
    { operations: [creation, reading] },
    async (context) => {
      const { verifications } = context.platform
      const [first, second] = [await created(context), await created(context)]

      const ofFirst = await retryUntilFound(context, () => read(verifications, first.id))
      const ofSecond = await retryUntilFound(context, () => read(verifications, second.id))

      expect(second.customerId, 'the second customer').not.toBe(first.customerId)
      expect(ofFirst).toHaveStatus(200)
      expect(ofFirst.text, `the first ${name}`).not.toContain(second.customerId)
      expect([first.customerId, null, undefined], 'customerId').toContain(valueAt(ofFirst.body, 'customerId'))
      expect(ofSecond).toHaveStatus(200)
      expect(ofSecond.text, `the second ${name}`).not.toContain(first.customerId)
      expect([second.customerId, null, undefined], 'customerId').toContain(
        valueAt(ofSecond.body, 'customerId'),
      )
    },
  )
}
