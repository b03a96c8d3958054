/** Verifying customers and their beneficial owners (contract: What the service does, row KYC/KYB Verifications). */
import { check, expect, identifierOfNobody } from '../../fixtures/index.ts'
import { shownId } from '../customers/created-customer.ts'
import { createdOwner, triggeredVerification } from './triggered-verification.ts'

/** The body names the customer: which error that is, is not shown. */
const REJECTIONS = [400, 403, 404, 409, 422] as const

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

  expect(answer).toBeError(...REJECTIONS)
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

  expect(answer).toBeError(...REJECTIONS)
})
