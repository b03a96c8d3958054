/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { expectDeleted, expectNotFound, isDeleted, isUnlisted, type FoundItem } from '../expectations.ts'

const NOT_FOUND = ['TOKEN_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND']

export const expectTokenNotFound = (response: CheckedResponse, existing: string): void =>
  expectNotFound(response, existing, NOT_FOUND)

export const expectTokenDeleted = (before: CheckedResponse, read: CheckedResponse): void =>
  expectDeleted(before, read, NOT_FOUND)

export const isTokenDeleted = (before: CheckedResponse, read: CheckedResponse): boolean =>
  isDeleted(before, read, NOT_FOUND)

export function expectTokenUnlisted(found: FoundItem, before?: FoundItem['item']): void {
  expect(found.page).toSucceed()
  expect(isUnlisted(found, before), 'whether the list omits or marks the token').toBe(true)
}
