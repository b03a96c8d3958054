/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, isList, listItemsOf, type CheckedResponse } from '../../fixtures/index.ts'
import type { StatesOf } from '../../spec/index.ts'
import { expectNotFound, inShort } from '../expectations.ts'

/** Contract: States, Stablecoin Service enablement. */
export type Enablement = StatesOf['Stablecoin enablement']

/** The states that an enablement may reach without a request: the operator of the service decides. */
export const PERHAPS_BY_NOW: Readonly<Record<Enablement, readonly unknown[]>> = {
  NOT_ENABLED: ['NOT_ENABLED'],
  PENDING_APPROVAL: ['PENDING_APPROVAL'],
  ENABLING: ['ENABLING', 'ENABLED'],
  ENABLED: ['ENABLED'],
  DISABLED: ['DISABLED'],
}

/** The states of a stablecoin whose enablement was requested. */
export const REQUESTED: readonly unknown[] = ['PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED']

const DEEPEST = 5

/** The dotted paths with one of the values: the contract does not name the field of enablement. */
export function placesOf(body: unknown, values: readonly unknown[], path = '', depth = 0): readonly string[] {
  if (values.includes(body)) return [path]
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return []
  return Object.entries(body).flatMap(([key, value]) =>
    placesOf(value, values, path === '' ? key : `${path}.${key}`, depth + 1),
  )
}

const NOT_FOUND = ['STABLECOIN_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND']

export const expectStablecoinNotFound = (response: CheckedResponse, existing: string): void =>
  expectNotFound(response, existing, NOT_FOUND)

export function expectNoOperation(response: CheckedResponse): void {
  expect(response).toBeError(404)
  expect(response).toHaveCode(...NOT_FOUND)
}

/** The operations of a nonexistent stablecoin are an empty list, or not found. */
export const expectNoOperations = (response: CheckedResponse): void =>
  expect(isEmptyList(response) ? 'an empty list' : inShort(response)).toMatch(
    new RegExp(`^(an empty list|404 (${NOT_FOUND.join('|')}))$`),
  )

const isEmptyList = (response: CheckedResponse): boolean =>
  response.status === 200 && isList(response) && listItemsOf(response).length === 0

/** The same token is registered once. */
export function expectRegistered(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode(
    'STABLECOIN_SYMBOL_ALREADY_EXISTS',
    'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    'CONFLICT',
  )
}

export const expectSymbolTaken = (response: CheckedResponse): void =>
  expectTaken(response, 'STABLECOIN_SYMBOL_ALREADY_EXISTS', 'CONFLICT')

/** Either identifier of a token, or its symbol, is registered already. */
export const expectTokenTaken = (response: CheckedResponse): void =>
  expectTaken(
    response,
    'STABLECOIN_SYMBOL_ALREADY_EXISTS',
    'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    'CONFLICT',
  )

/** @param codes of a 409; a 400 may have any code */
function expectTaken(response: CheckedResponse, ...codes: readonly string[]): void {
  expect(response).toHaveStatus(400, 409)
  if (response.status === 409) expect(response).toHaveCode(...codes)
}

export const expectTokenUnknown = (response: CheckedResponse): void =>
  expect(response).toBeError(400, 404, 409)

export function expectNotRequestable(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode('STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE')
}

/** With two links, an operation must select one. */
export function expectSelectionRequired(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED')
}

export function expectLinkRevoked(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode(
    'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
    'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
    'STABLECOIN_NOT_PROVISIONED',
    'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED',
  )
}

export const expectLinkUnknown = (response: CheckedResponse): void =>
  expect(response).toBeError(400, 404, 409)

export const expectAmountRejected = (response: CheckedResponse): void => expect(response).toBeError(400)
