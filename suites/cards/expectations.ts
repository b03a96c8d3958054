/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import type { FoundItem } from '../expectations.ts'
import { statesOf, type RequirementId, type StatesOf } from '../../spec/index.ts'

/** Contract: States, Card status. */
export type CardState = StatesOf['Card']

const STATES: readonly unknown[] = statesOf('Card')

/** The state of a card, from `state` or `status`; undefined: none of the three known states. */
export const shownState = ({ body }: CheckedResponse): CardState | undefined => stateIn(body)

/** The state of a card in a list. */
export const listedState = ({ item }: FoundItem): CardState | undefined => stateIn(item)

const stateIn = (card: unknown): CardState | undefined =>
  [valueAt(card, 'state'), valueAt(card, 'status')].find((value) => STATES.includes(value)) as
    | CardState
    | undefined

interface Transition {
  readonly id: RequirementId
  readonly from: CardState
  readonly to: CardState
}

export const ALLOWED_TRANSITIONS: readonly Transition[] = [
  { id: 'CRD-05', from: 'ACTIVE', to: 'FROZEN' },
  { id: 'CRD-06', from: 'FROZEN', to: 'ACTIVE' },
  { id: 'CRD-07', from: 'ACTIVE', to: 'CLOSED' },
  { id: 'CRD-08', from: 'FROZEN', to: 'CLOSED' },
]

const EITHER = ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'] as const

export interface ForbiddenTransition extends Transition {
  readonly codes: readonly string[]
}

export const FORBIDDEN_TRANSITIONS: readonly ForbiddenTransition[] = [
  { id: 'CRD-10', from: 'CLOSED', to: 'CLOSED', codes: ['CARD_ALREADY_CLOSED'] },
  { id: 'CRD-11', from: 'CLOSED', to: 'ACTIVE', codes: EITHER },
  { id: 'CRD-12', from: 'CLOSED', to: 'FROZEN', codes: EITHER },
  { id: 'CRD-13', from: 'ACTIVE', to: 'ACTIVE', codes: ['INVALID_STATE_TRANSITION'] },
  { id: 'CRD-14', from: 'FROZEN', to: 'FROZEN', codes: ['INVALID_STATE_TRANSITION'] },
]

export function expectTransitionRejected(response: CheckedResponse, { codes }: ForbiddenTransition): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode(...codes)
}

/** A state that the contract does not know is rejected. */
export const expectStateRejected = (response: CheckedResponse): void => expect(response).toBeError(400, 409)

export const expectState = (card: CheckedResponse, state: CardState): void =>
  expect(shownState(card), 'state of the card').toBe(state)

/** A closed card is funded from no other account. */
export function expectFundingRejected(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode('CARD_NOT_MUTABLE')
}

export function expectCardholderRejected(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('CARDHOLDER_KYC_NOT_APPROVED')
}

export function expectLimitReached(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode('CARD_LIMIT_REACHED')
}

export const expectUnknownCardholder = (response: CheckedResponse): void =>
  expect(response).toBeError(400, 404, 409)
