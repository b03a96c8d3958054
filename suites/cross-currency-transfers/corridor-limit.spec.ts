/** The configured maximum of a single transaction (contract: Limits; Errors, 400 codes). */
import type { StateValues } from '../../spec/index.ts'
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { executeIfQuoted, usableQuote } from './platform-quote.ts'

const createQuoteFor = (
  { platform, random }: CheckContext,
  { customerId, sourceAccountId, destinationAccountId }: StateValues['corridor-limit'],
  lockedCurrencyAmount: number,
  lockedCurrencySide = 'SENDING',
) =>
  platform.transfers.createQuote(
    {
      source: { sourceType: 'ACCOUNT', accountId: sourceAccountId, customerId },
      destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
      lockedCurrencySide,
      lockedCurrencyAmount,
    },
    random.uuid(),
  )

/** Codes of a rejection for another reason, which the deployment may test before the maximum of the corridor. */
const OTHER_REASONS: readonly unknown[] = ['AMOUNT_OUT_OF_RANGE', 'INSUFFICIENT_FUNDS']

/**
 * The response to a transfer: the rejection of its quote, otherwise the response to the execution.
 *
 * @throws Blocked when the account has too little money, or the amount exceeds another limit
 */
async function executeTransfer(context: CheckContext, quoted: CheckedResponse): Promise<CheckedResponse> {
  const response = await executeIfQuoted(context, quoted)
  const code = valueAt(response.body, 'code')
  if (!OTHER_REASONS.includes(code)) return response
  throw new Blocked(
    'deployment-file',
    `the transfer of more than the maximum was rejected with ${String(code)} (exchange ${response.exchange})`,
    'Arrange corridor-limit with funds of at least three times the maximum, which is below every other limit.',
  )
}

check('QTE-42', 'an amount up to the maximum is quoted', async (context) => {
  const corridor = await context.arrange('corridor-limit', {})

  const response = await createQuoteFor(context, corridor, corridor.maximumAmount)

  expect(response).toSucceed()
})

check('QTE-43', 'more than the maximum is rejected', async (context) => {
  const corridor = await context.arrange('corridor-limit', {})
  usableQuote(await createQuoteFor(context, corridor, corridor.maximumAmount))

  const quoted = await createQuoteFor(context, corridor, 2 * corridor.maximumAmount)
  const response = await executeTransfer(context, quoted)

  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('TRANSACTION_SIZE_LIMIT_EXCEEDED')
})

check('QTE-46', 'one unit more than the maximum is rejected', async (context) => {
  const corridor = await context.arrange('corridor-limit', {})
  usableQuote(await createQuoteFor(context, corridor, corridor.maximumAmount))

  const quoted = await createQuoteFor(context, corridor, corridor.maximumAmount + 1)
  const response = await executeTransfer(context, quoted)

  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('TRANSACTION_SIZE_LIMIT_EXCEEDED')
})

check('QTE-47', 'with RECEIVING locked, more than the maximum is rejected', async (context) => {
  const corridor = await context.arrange('corridor-limit', {})
  const largest = createdQuote(await createQuoteFor(context, corridor, corridor.maximumAmount))

  const quoted = await createQuoteFor(context, corridor, 2 * largest.totalReceivingAmount, 'RECEIVING')
  const response = await executeTransfer(context, quoted)

  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('TRANSACTION_SIZE_LIMIT_EXCEEDED')
})
