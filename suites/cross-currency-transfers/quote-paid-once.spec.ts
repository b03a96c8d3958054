/** A quote of the platform is paid once (contract: Resources, Quote; Endpoints 3, request header). */
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { check, expect, ignoredName, type CheckContext } from '../../fixtures/index.ts'
import { BALANCE, expectNoOverdraft, MOST_OF_IT } from '../agent-management/overdraft.ts'
import { pollPayment, waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { executeAnotherQuote } from './an-execution.ts'
import { executeUntilFound, requestQuote, requestUntilFound, usableQuote } from './platform-quote.ts'
import { lookUpReceiver, umaReceiver } from './receivers.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

const PAID = 'paid by the source account'
const AT_CREATION = { immediatelyExecute: true }

check('QTE-73', 'a quote that was executed at creation is not paid again', async (context) => {
  const payer = await context.arrange('agent', {})
  const spent = await watchSpending(context, payer.sourceAccountId)
  const { quoteId, totalSendingAmount } = usableQuote(await requestQuote(context, payer, AT_CREATION))
  await waitUntilPaid(context, spent, totalSendingAmount)

  const again = await executeUntilFound(context, quoteId)

  expect(again).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(totalSendingAmount)
})

check('QTE-74', 'without funds an execution at creation moves no money', async (context) => {
  const payer = await context.arrange('agent', {})
  const { agentId, sourceAccountId } = payer
  await context.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(context, sourceAccountId)

  const response = await requestQuote(context, payer, AT_CREATION)

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(0)
})

check(
  'QTE-85',
  'two quotes that are executed at creation, concurrently, do not overdraw their source',
  async (context) => {
    const payer = await context.arrange('agent', { balance: BALANCE })
    const spent = await watchSpending(context, payer.sourceAccountId)
    const create = () => requestQuote(context, payer, { ...MOST_OF_IT, ...AT_CREATION })

    const responses = await context.concurrently(create, create)

    await expectNoOverdraft(context, spent, responses)
  },
)

/** A quote to a UMA address, and what its source has paid. */
async function createUmaQuote(context: CheckContext) {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
  const created = await requestUntilFound(context, payer, { ...changes, senderCustomerInfo })
  const quote = usableQuote(await authorizedQuote(context, created, payer, context.platform.transfers))
  return { ...quote, spent: await watchSpending(context, payer.sourceAccountId) }
}

check('QTE-75', 'the execution of a quote to a UMA address debits exactly the total', async (context) => {
  const { quoteId, totalSendingAmount, spent } = await createUmaQuote(context)

  const response = await executeUntilFound(context, quoteId)

  expect(response).toSucceed()
  expect(await pollPayment(context, spent, totalSendingAmount), PAID).toBe(totalSendingAmount)
})

check('QTE-76', 'a quote to a UMA address is not paid twice', async (context) => {
  const { quoteId, totalSendingAmount, spent } = await createUmaQuote(context)
  await executeUntilFound(context, quoteId)
  await waitUntilPaid(context, spent, totalSendingAmount)

  const again = await context.platform.transfers.execute(quoteId)

  expect(again).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(totalSendingAmount)
})

/**
 * Sends every request under the same identifier.
 *
 * @throws Blocked when the platform's identifiers have no effect: QTE-13 judges that
 */
async function underOneIdentifier(context: CheckContext) {
  const under = (requestId: string) => ({
    platform: context.platform,
    random: { ...context.random, uuid: () => requestId },
  })
  const [plain, requestId] = [under(context.random.uuid()), context.random.uuid()]
  const payer = await context.arrange('agent', {})
  const first = usableQuote(await requestQuote(plain, payer))
  const again = await requestQuote(plain, payer)
  if (again.status >= 300 || usableQuote(again).quoteId === first.quoteId) return under(requestId)
  throw ignoredName(
    'requestIdHeader',
    context.names,
    `the platform's same request under the same identifier creates another quote (exchange ${again.exchange}); QTE-13 judges that`,
  )
}

check('QTE-77', 'a repeated request that is executed at creation moves money once', async (context) => {
  const repeated = await underOneIdentifier(context)
  const payer = await context.arrange('agent', {})
  const spent = await watchSpending(context, payer.sourceAccountId)
  const { totalSendingAmount } = usableQuote(await requestQuote(repeated, payer, AT_CREATION))
  await waitUntilPaid(context, spent, totalSendingAmount)

  const again = await requestQuote(repeated, payer, AT_CREATION)

  expect(again).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(totalSendingAmount)
})
