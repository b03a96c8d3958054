/** Expectations of the fields of an action, for checks and for exploration (contract: agent action; Quote; Transaction). Pure. */
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { disagreements } from '../disagreements.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { contradictions, differences } from './agreement.ts'
import { instantAt } from './created-quote.ts'
import { amountsBeforeSettlement, currencyCode, sentAmountProblems } from './transferred-amounts.ts'

type Agent = StateValues['agent']

/** Who submits an action. An undefined value is not compared. */
export interface Parties {
  readonly agentId: string | undefined
  readonly customerId: string
  readonly platformCustomerId: string
}

/** The values to compare, without the undefined ones. */
const known = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** An action names the agent that submitted it and the agent's customer. */
export const expectOwner = (
  actions: readonly unknown[],
  { agentId, customerId, platformCustomerId }: Parties,
): void => {
  const owner = known({ agentId, customerId, platformCustomerId })
  expect(actions.flatMap((action) => disagreements(action, owner))).toEqual([])
}

/** An action and its embedded resources name the same parties. */
export const expectSameParties = (
  actions: readonly unknown[],
  { agentId, customerId, platformCustomerId }: Parties,
): void => {
  const parties = known({
    agentId,
    customerId,
    platformCustomerId,
    'transaction.agentId': agentId,
    'transaction.customerId': customerId,
    'transaction.platformCustomerId': platformCustomerId,
    'quote.source.customerId': customerId,
  })
  const wrong = actions.flatMap((action) => [
    ...disagreements(action, parties),
    ...contradictions(action, [
      ['transaction.quoteId', 'quote.id'],
      ['quote.transactionId', 'transaction.id'],
    ]),
  ])
  expect(wrong).toEqual([])
}

/** A transaction is between the accounts of its quote. */
export const expectAccountsOfQuote = (actions: readonly unknown[]): void =>
  expect(
    actions.flatMap((action) =>
      contradictions(action, [
        ['transaction.source.accountId', 'quote.source.accountId'],
        ['transaction.destination.accountId', 'quote.destination.accountId'],
      ]),
    ),
  ).toEqual([])

type Order = readonly (readonly [earlier: string, later: string])[]

/** A resource is updated after its creation (contract: agent action; Transaction). */
export const UPDATES: Order = [
  ['createdAt', 'updatedAt'],
  ['transaction.createdAt', 'transaction.updatedAt'],
]

/** A settlement follows its start; the contract gives only the names of these times. */
export const SETTLEMENTS: Order = [
  ['transaction.createdAt', 'transaction.settledAt'],
  ['transaction.refund.initiatedAt', 'transaction.refund.settledAt'],
]

/** Two timestamps may differ in whether they have fractions of a second. */
const TOLERANCE_MS = 1_000

/** Timestamps of an action in the wrong order; missing ones are ignored. */
const disorder = (action: unknown, order: Order): readonly string[] =>
  order
    .map(([earlier, later]) => ({
      earlier,
      later,
      by: (instantAt(action, earlier) ?? 0) - (instantAt(action, later) ?? Number.POSITIVE_INFINITY),
    }))
    .filter(({ by }) => by > TOLERANCE_MS)
    .map(({ earlier, later, by }) => `${later} is ${by} ms before ${earlier}`)

export const expectOrder = (actions: readonly unknown[], order: Order): void =>
  expect(actions.flatMap((action) => disorder(action, order))).toEqual([])

/** An action that was not rejected has no rejection reason. */
export const expectNoRejectionReason = (actions: readonly unknown[]): void =>
  expect(
    actions.map((action) => valueAt(action, 'rejectionReason') ?? '').filter((reason) => reason !== ''),
    'rejection reasons',
  ).toEqual([])

/** The quote of a rejected or failed action is not completed. */
export const expectQuoteNotCompleted = (action: unknown): void =>
  expect(valueAt(action, 'quote.status') ?? 'not shown', 'quote.status').not.toBe('COMPLETED')

/** The transaction of a rejected or failed action shows no settlement. */
export const expectNoSettlement = (action: unknown): void =>
  expect(valueAt(action, 'transaction.settledAt') ?? null, 'transaction.settledAt').toBe(null)

/** An executed transaction has no failure reason. */
export const expectNoFailureReason = (action: unknown): void =>
  expect(valueAt(action, 'transaction.failureReason') ?? '', 'transaction.failureReason').toBe('')

const isPresent = (value: unknown) => value !== undefined && value !== null

/** The currencies of a transaction are those of the agent's accounts. */
export const expectCurrenciesOf = (
  action: unknown,
  { sendingCurrency, receivingCurrency }: Pick<Agent, 'sendingCurrency' | 'receivingCurrency'>,
): void => {
  const sent = ['quote.sendingCurrency', 'transaction.sentAmount.currency', 'transaction.source.currency']
  const received = [
    'quote.receivingCurrency',
    'transaction.receivedAmount.currency',
    'transaction.destination.currency',
  ]
  const codes = (paths: readonly string[]) => [
    ...new Set(paths.map((path) => currencyCode(action, path)).filter(isPresent)),
  ]
  expect([[], [sendingCurrency]]).toContainEqual(codes(sent))
  expect([[], [receivingCurrency]]).toContainEqual(codes(received))
}

const TERMS = [
  'id',
  'createdAt',
  'expiresAt',
  'totalSendingAmount',
  'totalReceivingAmount',
  'exchangeRate',
  'feesIncluded',
  'platformFeesIncluded',
  'source.accountId',
  'destination.accountId',
  'sendingCurrency.code',
  'receivingCurrency.code',
] as const

/** The quote in an action equals the quote that was created. */
export const expectSameTerms = (action: unknown, quote: unknown): void =>
  expect(differences(valueAt(action, 'quote'), quote, TERMS, ['in the action', 'in the quote'])).toEqual([])

/** Fields that never change, so reads of an action at different times can be compared. */
export const STABLE_FIELDS = [
  'agentId',
  'customerId',
  'platformCustomerId',
  'type',
  'createdAt',
  'quote.id',
  'quote.totalSendingAmount',
  'quote.totalReceivingAmount',
  'quote.exchangeRate',
  'transaction.id',
  'transaction.createdAt',
  'transaction.quoteId',
] as const

const FIELDS_KEPT_BY_A_DECISION = [
  ...STABLE_FIELDS,
  'id',
  'quote.createdAt',
  'quote.expiresAt',
  'quote.feesIncluded',
] as const

/** An action whose status changes keeps its other fields. */
export const expectKeptFields = (before: unknown, after: unknown): void =>
  expect(differences(before, after, FIELDS_KEPT_BY_A_DECISION, ['before', 'after the decision'])).toEqual([])

/** updatedAt does not go back. */
export const expectUpdatedLater = (before: unknown, after: unknown): void => {
  const [earlier, later] = [before, after].map((action) => instantAt(action, 'updatedAt') ?? 0)
  expect(later).toBeGreaterThanOrEqual((earlier ?? 0) - TOLERANCE_MS)
}

/** A quote that an agent submitted for execution. */
export interface SubmittedQuote {
  readonly holder: Parties & Pick<Agent, 'sourceAccountId' | 'destinationAccountId'>
  readonly quoteId: string
  readonly totalSendingAmount: number
  /** undefined: no response has it. */
  readonly transactionId: string | undefined
}

/** An action agrees with what was submitted. */
export const expectSubmission = (
  action: unknown,
  { holder, quoteId, totalSendingAmount, transactionId }: SubmittedQuote,
): void => {
  const { agentId, customerId, platformCustomerId } = holder
  const submission = known({
    agentId,
    customerId,
    platformCustomerId,
    'quote.id': quoteId,
    'quote.transactionId': transactionId,
    'quote.totalSendingAmount': totalSendingAmount,
    'quote.source.accountId': holder.sourceAccountId,
    'quote.source.customerId': customerId,
    'quote.destination.accountId': holder.destinationAccountId,
    'transaction.id': transactionId,
    'transaction.quoteId': quoteId,
    'transaction.agentId': agentId,
    'transaction.customerId': customerId,
    'transaction.platformCustomerId': platformCustomerId,
  })
  expect(disagreements(action, submission)).toEqual([])
}

/** An action of another agent is not readable, and the rejection shows nothing of it. */
export function expectNotReadable(response: CheckedResponse, secret: string): void {
  expect(response).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  expect(response.text).not.toContain(secret)
}

/** The sent amount is totalSendingAmount of the quote, with its fees or without. */
export const expectSentAmount = (action: unknown, totalSendingAmount: number): void =>
  expect(sentAmountProblems(action, totalSendingAmount)).toEqual([])

/** The received amount is totalReceivingAmount of the quote. */
export const expectReceivedAmount = (action: unknown, totalReceivingAmount: unknown): void =>
  expect([
    undefined,
    null,
    totalReceivingAmount,
    ...amountsBeforeSettlement(valueAt(action, 'transaction')),
  ]).toContain(valueAt(action, 'transaction.receivedAmount.amount'))
