/** Test money (contract: What the service does, row Sandbox). */
import { check, expect } from '../../fixtures/index.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { ORDINARY_AMOUNT } from '../agent-operations/quote-request.ts'
import { AMOUNT, fundAccount, funding, shaped } from './funded.ts'
import { createFundableQuote, isExecuted, requirePaymentsExecute } from './paid-quote.ts'

check('SBX-01', 'an internal account is funded', async ({ arrange, platform, poll, maxWaitMs }) => {
  const { sourceAccountId } = await arrange('agent', { balance: ORDINARY_AMOUNT })
  const before = await readBalance(arrange, sourceAccountId)

  const response = shaped(await platform.sandbox.fund(sourceAccountId, funding()))

  expect(response).toSucceed()

  const after = await poll(
    () => readBalance(arrange, sourceAccountId),
    (balance) => balance >= before + AMOUNT,
    maxWaitMs,
  )
  expect(after - before, 'what the account has more').toBe(AMOUNT)
})

check('SBX-23', 'an internal account in another currency is funded', async (context) => {
  const { arrange, platform, poll, maxWaitMs } = context
  const { receivingCurrency: sendingCurrency } = await arrange('agent', {})
  const { sourceAccountId } = await arrange('agent', { sendingCurrency, balance: ORDINARY_AMOUNT })
  const before = await readBalance(arrange, sourceAccountId)

  const response = shaped(await platform.sandbox.fund(sourceAccountId, funding()))

  expect(response).toSucceed()
  const after = await poll(
    () => readBalance(arrange, sourceAccountId),
    (balance) => balance >= before + AMOUNT,
    maxWaitMs,
  )
  expect(after - before, 'what the account has more').toBe(AMOUNT)
})

check('SBX-21', 'two concurrent payments of test money both arrive', async (context) => {
  const accountId = await fundAccount(context)
  const before = await readBalance(context.arrange, accountId)
  const fund = () => context.platform.sandbox.fund(accountId, funding())

  const responses = await context.concurrently(fund, fund)

  const due = AMOUNT * responses.filter(({ status }) => status < 300).length
  const after = await context.poll(
    () => readBalance(context.arrange, accountId),
    (balance) => balance >= before + due,
    context.maxWaitMs,
  )
  expect(after - before, 'what the account has more').toBe(due)
})

check('SBX-02', 'a nonexistent internal account is not funded', async (context) => {
  await fundAccount(context)

  const response = await context.platform.sandbox.fund(`InternalAccount:${context.random.uuid()}`, funding())

  expect(response).toBeError(404)
  expect(response).toHaveCode('ACCOUNT_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

for (const { of, amount } of [
  { of: 'a fraction', amount: 1000.5 },
  { of: 'a word', amount: 'much' },
]) {
  check('SBX-03', `an amount that is ${of} funds nothing`, { waits: true }, async (context) => {
    const accountId = await fundAccount(context)
    const before = await readBalance(context.arrange, accountId)

    const response = await context.platform.sandbox.fund(accountId, { ...funding(), amount })

    expect(response).toBeError(400)
    const after = await context.poll(
      () => readBalance(context.arrange, accountId),
      (balance) => balance !== before,
    )
    expect(after, 'balance').toBe(before)
  })
}

check('SBX-05', 'a quote that waits for real-time funding is paid', async (context) => {
  const { payment } = await createFundableQuote(context)

  const response = shaped(await context.platform.sandbox.send(payment))

  expect(response).toSucceed()
})

check('SBX-06', 'a nonexistent quote is not paid', async (context) => {
  const { payment } = await createFundableQuote(context)
  const quoteId = `Quote:${context.random.uuid()}`

  const response = await context.platform.sandbox.send({ ...payment, quoteId })

  expect(response).toBeError(400, 404, 409)
})

check(
  'SBX-22',
  'a quote that is paid after it has expired is not executed',
  { waits: true },
  async (context) => {
    const { payment, expiresAt, read } = await createFundableQuote(context, {
      quoteExpiresInSeconds: context.lifetime.seconds(),
    })
    await requirePaymentsExecute(context)
    await context.clock.past(expiresAt)

    const response = await context.platform.sandbox.send(payment)

    expect(response.status, 'status').toBeLessThan(500)
    expect(isExecuted(await context.poll(read, isExecuted)), 'whether it is executed').toBe(false)
  },
)
