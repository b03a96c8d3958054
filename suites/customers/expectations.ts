/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { expectNotFound, idIn } from '../expectations.ts'

/** Statuses of a rejection for its fields. CNV-09 warns of 422. */
export const FIELD_REJECTIONS: readonly number[] = [400, 422]

export function expectCustomerCreated(response: CheckedResponse): void {
  expect(response).toSucceed()
  expect(idIn(response), 'its identifier').toMatch(/^Customer:/)
}

/** The customer shows the platform's identifier, or none. */
export const expectOwnIdentifier = (response: CheckedResponse, platformCustomerId: unknown): void =>
  expect([platformCustomerId, null, undefined], 'platformCustomerId').toContain(
    valueAt(response.body, 'platformCustomerId'),
  )

export function expectUpdated(response: CheckedResponse, customerId: string): void {
  expect(response).toSucceed()
  expect([customerId, null, undefined], 'id').toContain(valueAt(response.body, 'id'))
}

export function expectConflict(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode('CONFLICT')
}

/** At most one of concurrent creations succeeds. */
export function expectOneCreation(responses: readonly CheckedResponse[]): void {
  const statuses = responses.map(({ status }) => status)
  expect(
    statuses.filter((status) => status < 300).length,
    `successes (statuses ${statuses.join(', ')})`,
  ).toBeLessThan(2)
}

/** A creation with the identifier of an active customer is rejected. */
export const expectNamesakeRejected = (response: CheckedResponse): void =>
  expect(response, 'creation with its own platformCustomerId').toBeError(403, 409, ...FIELD_REJECTIONS)

/** A malformed creation is rejected. */
export const expectMalformedRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...FIELD_REJECTIONS)

export function expectCustomerNotFound(response: CheckedResponse): void {
  expect(response).toBeError(404)
  expect(response).toHaveCode('USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
}

export const expectUploadNotFound = (response: CheckedResponse, existing: string): void =>
  expectNotFound(response, existing, ['BULK_UPLOAD_JOB_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND'])
