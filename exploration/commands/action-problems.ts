/** Rules for the fields of an action (contract: Resources, agent action, Quote and Transaction). */
import { valueAt } from '../../spec/value-at.ts'
import { instantOf } from '../../fixtures/instant.ts'
import type { RequirementId } from '../../spec/index.ts'
import { formatValue, type Problem } from '../violation.ts'
import type { ModelAgent, ModelQuote } from '../model.ts'

const isTold = (value: unknown) => value !== undefined && value !== null

/** Values that occur twice in an action, and those from the request and its agent. Missing values pass. */
export const actionProblems = (
  action: unknown,
  { holder }: ModelAgent,
  quote: ModelQuote | undefined,
  earlier?: unknown,
): readonly Problem[] => [
  ...expectedFields(action, holder, quote, earlier).flatMap((field) => differences(action, field)),
  ...statusProblems(action),
  ...orderProblems(action),
  ...endProblems(action),
  ...(earlier === undefined ? [] : timeProblems(action, earlier)),
]

/** A field of an action, and the value that it must have where both are there. */
type ExpectedField = readonly [requirement: RequirementId, path: string, expected: unknown]

function differences(action: unknown, [requirement, path, expected]: ExpectedField): readonly Problem[] {
  const actual = valueAt(action, path)
  return isTold(actual) && isTold(expected) && actual !== expected
    ? [
        {
          requirement,
          message: `${path} of an action is ${formatValue(actual)}, not ${formatValue(expected)}`,
        },
      ]
    : []
}

const expectedFields = (
  action: unknown,
  holder: ModelAgent['holder'],
  quote: ModelQuote | undefined,
  earlier: unknown,
): readonly ExpectedField[] => [
  ['ACT-27', 'agentId', holder.agentId || undefined],
  ['ACT-27', 'customerId', holder.customerId],
  ['ACT-27', 'platformCustomerId', holder.platformCustomerId],
  ['AGA-06', 'transaction.agentId', holder.agentId || undefined],
  ['AGA-06', 'transaction.customerId', valueAt(action, 'customerId')],
  ['AGA-06', 'transaction.platformCustomerId', valueAt(action, 'platformCustomerId')],
  ['AGA-06', 'transaction.quoteId', valueAt(action, 'quote.id')],
  ['AGA-06', 'quote.transactionId', valueAt(action, 'transaction.id')],
  ['AGA-06', 'quote.source.customerId', valueAt(action, 'customerId')],
  ['AGA-07', 'transaction.source.accountId', valueAt(action, 'quote.source.accountId')],
  ['AGA-07', 'transaction.destination.accountId', valueAt(action, 'quote.destination.accountId')],
  ...(quote ? fieldsOfQuote(quote, holder) : []),
  ...KEPT_FIELDS.map((path) => ['AGA-29', path, valueAt(earlier, path)] as const),
]

const fieldsOfQuote = (
  { terms, request }: ModelQuote,
  holder: ModelAgent['holder'],
): readonly ExpectedField[] => [
  ['APR-39', 'quote.id', terms.id],
  ['AGA-23', 'quote.totalSendingAmount', terms.totalSendingAmount],
  ['AGA-23', 'quote.totalReceivingAmount', terms.totalReceivingAmount],
  ['AGA-23', 'quote.exchangeRate', terms.exchangeRate],
  ['AGA-23', 'quote.feesIncluded', terms.feesIncluded],
  ['APR-39', 'transaction.source.accountId', valueAt(request, 'source.accountId')],
  ['APR-39', 'transaction.destination.accountId', valueAt(request, 'destination.accountId')],
  ['AGA-22', 'quote.sendingCurrency.code', holder.sendingCurrency],
  ['AGA-22', 'quote.receivingCurrency.code', holder.receivingCurrency],
  ['AGA-22', 'transaction.sentAmount.currency.code', holder.sendingCurrency],
  ['AGA-22', 'transaction.receivedAmount.currency.code', holder.receivingCurrency],
]

/** Never change, whatever becomes of the action. */
const KEPT_FIELDS = [
  'agentId',
  'customerId',
  'platformCustomerId',
  'type',
  'quote.id',
  'transaction.id',
] as const

function statusProblems(action: unknown): readonly Problem[] {
  const problems: Problem[] = []
  const status = valueAt(action, 'status')
  const reason = valueAt(action, 'rejectionReason')
  if ((status === 'PENDING_APPROVAL' || status === 'APPROVED') && isTold(reason) && reason !== '')
    problems.push({
      requirement: 'AGA-09',
      message: `an action that is ${formatValue(status)} has a rejectionReason`,
    })
  const quoteStatus = valueAt(action, 'quote.status')
  if (quoteStatus === 'COMPLETED' && (status === 'REJECTED' || status === 'FAILED'))
    problems.push({
      requirement: status === 'REJECTED' ? 'AGA-24' : 'AGA-27',
      message: `the quote of an action that is ${status} is COMPLETED`,
    })
  return problems
}

function timeProblems(action: unknown, earlier: unknown): readonly Problem[] {
  const problems: Problem[] = []
  const [before, now] = [instantAt(earlier, 'updatedAt'), instantAt(action, 'updatedAt')]
  if (before !== undefined && now !== undefined && now < before - SECOND_MS)
    problems.push({ requirement: 'AGA-30', message: 'updatedAt of an action went back' })
  const [made, actual] = [instantAt(earlier, 'createdAt'), instantAt(action, 'createdAt')]
  if (made !== undefined && actual !== undefined && Math.abs(actual - made) > SECOND_MS)
    problems.push({ requirement: 'AGA-29', message: 'createdAt of an action has changed' })
  return problems
}

/** Two timestamps may differ in whether they have fractions of a second. */
const SECOND_MS = 1_000

const orderProblems = (action: unknown): readonly Problem[] =>
  ['', 'transaction.'].flatMap((prefix) => {
    const [created, updated] = [
      instantAt(action, `${prefix}createdAt`),
      instantAt(action, `${prefix}updatedAt`),
    ]
    return created !== undefined && updated !== undefined && updated < created - SECOND_MS
      ? [{ requirement: 'AGA-08' as const, message: `${prefix}updatedAt of an action is before createdAt` }]
      : []
  })

/** Fields about the end of a transaction (contract: Transaction, failureReason, settledAt and refund). */
function endProblems(action: unknown): readonly Problem[] {
  const problems: Problem[] = []
  const status = valueAt(action, 'status')
  const reason = valueAt(action, 'transaction.failureReason')
  if (status === 'FAILED' && isTold(reason) && typeof reason !== 'string')
    problems.push({ requirement: 'AGA-03', message: 'the failureReason of a failed transaction is no text' })
  if (status === 'APPROVED' && isTold(reason) && isTold(valueAt(action, 'transaction.settledAt')))
    problems.push({
      requirement: 'AGA-25',
      message: `a settled transaction has the failureReason ${formatValue(reason)}`,
    })
  if ((status === 'FAILED' || status === 'REJECTED') && isTold(valueAt(action, 'transaction.settledAt')))
    problems.push({
      requirement: 'AGA-25',
      message: `the transaction of an action that is ${status} is settled`,
    })
  const [initiated, settled] = [
    instantAt(action, 'transaction.refund.initiatedAt'),
    instantAt(action, 'transaction.refund.settledAt'),
  ]
  if (initiated !== undefined && settled !== undefined && settled < initiated - SECOND_MS)
    problems.push({ requirement: 'AGA-12', message: 'a refund was settled before it was initiated' })
  return problems
}

function instantAt(body: unknown, path: string): number | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' ? instantOf(value) : undefined
}
