/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { expectDeleted, expectNotFound, isDeleted, type FoundItem } from '../expectations.ts'

const NOT_FOUND = ['TOKEN_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND']

export const expectTokenNotFound = (response: CheckedResponse, existing: string): void =>
  expectNotFound(response, existing, NOT_FOUND)

export const expectTokenDeleted = (before: CheckedResponse, read: CheckedResponse): void =>
  expectDeleted(before, read, NOT_FOUND)

export const isTokenDeleted = (before: CheckedResponse, read: CheckedResponse): boolean =>
  isDeleted(before, read, NOT_FOUND)

export function expectTokenUnlisted({ item, page }: FoundItem): void {
  expect(page).toSucceed()
  expect(item, 'the token in the list').toBeUndefined()
}
