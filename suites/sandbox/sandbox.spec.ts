/** Test money (contract: What the service does, row Sandbox). */
import { Blocked, check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { balanceOf } from '../agent-operations/balance.ts'
import { ORDINARY_AMOUNT, quoteRequest } from '../agent-operations/quote-request.ts'

const AMOUNT = 25_000

check('SBX-01', 'an internal account is funded', async ({ arrange, platform, poll, maxWaitMs }) => {
  const { sourceAccountId } = await arrange('agent', { balance: ORDINARY_AMOUNT })
  const before = await balanceOf(arrange, sourceAccountId)

  const answer = shaped(await platform.sandbox.fund(sourceAccountId, { amount: AMOUNT }))

  expect(answer).toSucceed()

  const after = await poll(
    () => balanceOf(arrange, sourceAccountId),
    (balance) => balance >= before + AMOUNT,
    maxWaitMs,
  )
  expect(after - before, 'what the account has more').toBe(AMOUNT)
})

check('SBX-02', 'an internal account that there is none of is not funded', async (stage) => {
  await fundedAccount(stage)

  const answer = await stage.platform.sandbox.fund(`InternalAccount:${stage.random.uuid()}`, {
    amount: AMOUNT,
  })

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('ACCOUNT_NOT_FOUND', 'NOT_FOUND')
})

for (const { of, amount } of [
  { of: 'a fraction', amount: 1000.5 },
  { of: 'a word', amount: 'much' },
]) {
  check('SBX-03', `an amount that is ${of} funds nothing`, async (stage) => {
    const accountId = await fundedAccount(stage)
    const before = await balanceOf(stage.arrange, accountId)

    const answer = await stage.platform.sandbox.fund(accountId, { amount })

    expect(answer).toBeError(400)
    expect(await balanceOf(stage.arrange, accountId)).toBe(before)
  })
}

check('SBX-05', 'a quote that waits for real-time funding is paid', async (stage) => {
  const payment = await fundableQuote(stage)

  const answer = shaped(await stage.platform.sandbox.send(payment))

  expect(answer).toSucceed()
})

check('SBX-06', 'a quote that there is none of is not paid', async (stage) => {
  const payment = await fundableQuote(stage)
  const quoteId = `Quote:${stage.random.uuid()}`

  const answer = await stage.platform.sandbox.send({ ...payment, quoteId })

  expect(answer).toBeError(400, 404)
})

/**
 * The answer to a body of ours.
 *
 * @throws Blocked when it is refused as invalid: the contract shows no bodies of the sandbox
 */
function shaped(answer: Answer): Answer {
  if (answer.status !== 400) return answer
  throw new Blocked(
    'deployment-file',
    `the body that ${answer.operation ?? 'the sandbox'} has by default was refused (exchange ${answer.exchange})`,
    'Bind the operation to null if it takes another body.',
  )
}

/**
 * An account that test money was put into, and has arrived.
 *
 * @throws Blocked when it does not
 */
async function fundedAccount({ arrange, platform, poll, maxWaitMs }: Stage): Promise<string> {
  const { sourceAccountId } = await arrange('agent', { balance: ORDINARY_AMOUNT })
  const before = await balanceOf(arrange, sourceAccountId)
  const answer = await platform.sandbox.fund(sourceAccountId, { amount: AMOUNT })
  const { status, exchange } = shaped(answer)
  const isThere = (balance: number) => balance >= before + AMOUNT
  const arrived =
    status < 300 && isThere(await poll(() => balanceOf(arrange, sourceAccountId), isThere, maxWaitMs))
  if (arrived) return sourceAccountId
  throw new Blocked(
    'implementation',
    `funding an account was answered with ${status}, and the money did not arrive (exchange ${exchange})`,
    'See why; SBX-01 judges it.',
  )
}

/**
 * The payment of a quote that waits for real-time funding.
 *
 * @throws Blocked when there is no such quote
 */
async function fundableQuote({ arrange, agent, random }: Stage): Promise<Readonly<Record<string, unknown>>> {
  const holder = await arrange('agent', {})
  const source = {
    sourceType: 'REALTIME_FUNDING',
    currency: holder.sendingCurrency,
    customerId: holder.customerId,
  }
  const quote = await agent(holder.accessToken).createQuote(quoteRequest(holder, { source }), random.uuid())
  const quoteId = valueAt(quote.body, 'id')
  if (quote.status < 300 && typeof quoteId === 'string')
    return { quoteId, currencyCode: holder.sendingCurrency }
  throw new Blocked(
    'deployment-file',
    `a quote with real-time funding was answered with ${quote.status} (exchange ${quote.exchange}); its shape is not shown`,
    'Bind operations.sendInSandbox to null if the deployment has no such quotes.',
  )
}
