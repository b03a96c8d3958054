/** Verifying customers and their beneficial owners (contract: What the service does, row KYC/KYB Verifications). */
import {
  check,
  expect,
  identifierOfNobody,
  valueAt,
  whenFound,
  type Answer,
  type Stage,
} from '../../fixtures/index.ts'
import { shownId } from '../customers/created-customer.ts'
import { createdOwner, triggeredVerification } from './triggered-verification.ts'
import { REJECTED } from '../rejections.ts'

check('KYC-01', 'the verification of a customer is triggered', async ({ arrange, platform }) => {
  const { verification } = await arrange('verifiable-customer', {})

  const answer = await platform.verifications.create(verification)

  expect(answer).toSucceed()
  expect(shownId(answer), 'its identifier').toMatch(/./)
})

check('KYC-02', 'a verification is read by its identifier', async (stage) => {
  const { verificationId } = await triggeredVerification(stage)

  const read = await stage.poll(
    () => stage.platform.verifications.get(verificationId),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read)).toBe(verificationId)
})

check('KYC-03', 'a customer that there is none of is not verified', async (stage) => {
  const { customerId, bodyFor } = await triggeredVerification(stage)
  const nobody = identifierOfNobody(customerId, stage)

  const answer = await stage.platform.verifications.create(bodyFor(nobody))

  expect(answer).toBeError(...REJECTED)
})

check('KYC-04', 'a verification that there is none of is not found', async (stage) => {
  const { verificationId } = await triggeredVerification(stage)
  const { verifications } = stage.platform
  const known = await stage.poll(
    () => verifications.get(verificationId),
    ({ status }) => status === 200,
  )
  expect(known).toSucceed()

  const answer = await verifications.get(identifierOfNobody(verificationId, stage))

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('VERIFICATION_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

check('KYC-05', 'a beneficial owner is created', async ({ arrange, platform }) => {
  const { beneficialOwner } = await arrange('business-customer', {})

  const answer = await platform.verifications.createBeneficialOwner(beneficialOwner)

  expect(answer).toSucceed()
  expect(shownId(answer), 'its identifier').toMatch(/./)
})

check('KYC-06', 'a beneficial owner is read by its identifier', async (stage) => {
  const { beneficialOwnerId } = await createdOwner(stage)

  const read = await stage.poll(
    () => stage.platform.verifications.beneficialOwner(beneficialOwnerId),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read)).toBe(beneficialOwnerId)
})

check('KYC-07', 'a customer that there is none of has no beneficial owners', async (stage) => {
  const { customerId, bodyFor } = await createdOwner(stage)
  const nobody = identifierOfNobody(customerId, stage)

  const answer = await stage.platform.verifications.createBeneficialOwner(bodyFor(nobody))

  expect(answer).toBeError(...REJECTED)
})

const RESOURCES: readonly {
  readonly name: string
  readonly creation: 'createVerification' | 'createBeneficialOwner'
  readonly reading: 'getVerification' | 'getBeneficialOwner'
  readonly created: (stage: Stage) => Promise<{ readonly id: string; readonly customerId: string }>
  readonly read: (verifications: Stage['platform']['verifications'], id: string) => Promise<Answer>
}[] = [
  {
    name: 'verification',
    creation: 'createVerification',
    reading: 'getVerification',
    created: async (stage) => {
      const { verificationId: id, customerId } = await triggeredVerification(stage)
      return { id, customerId }
    },
    read: (verifications, id) => verifications.get(id),
  },
  {
    name: 'beneficial owner',
    creation: 'createBeneficialOwner',
    reading: 'getBeneficialOwner',
    created: async (stage) => {
      const { beneficialOwnerId: id, customerId } = await createdOwner(stage)
      return { id, customerId }
    },
    read: (verifications, id) => verifications.beneficialOwner(id),
  },
]

for (const { name, creation, reading, created, read } of RESOURCES) {
  check('KYC-14', `every ${name} has its own identifier`, { operations: [creation] }, async (stage) => {
    const first = await created(stage)

    const second = await created(stage)

    expect(second.id, 'identifier of the second one').not.toBe(first.id)
  })

  check('KYC-15', `a ${name} names no other customer`, { operations: [creation, reading] }, async (stage) => {
    const { verifications } = stage.platform
    const [first, second] = [await created(stage), await created(stage)]

    const ofFirst = await whenFound(stage, () => read(verifications, first.id))
    const ofSecond = await whenFound(stage, () => read(verifications, second.id))

    expect(second.customerId, 'the second customer').not.toBe(first.customerId)
    expect(ofFirst).toHaveStatus(200)
    expect(ofFirst.text, `the first ${name}`).not.toContain(second.customerId)
    expect([first.customerId, null, undefined]).toContain(valueAt(ofFirst.body, 'customerId'))
    expect(ofSecond).toHaveStatus(200)
    expect(ofSecond.text, `the second ${name}`).not.toContain(first.customerId)
    expect([second.customerId, null, undefined]).toContain(valueAt(ofSecond.body, 'customerId'))
  })
}
