/** Test money (contract: What the service does, row Sandbox). */
import { check, expect } from '../../fixtures/index.ts'
import { balanceOf } from '../agent-operations/balance.ts'
import { ORDINARY_AMOUNT } from '../agent-operations/quote-request.ts'
import { AMOUNT, fundableQuote, fundedAccount, funding, shaped } from './funded.ts'

check('SBX-01', 'an internal account is funded', async ({ arrange, platform, poll, maxWaitMs }) => {
  const { sourceAccountId } = await arrange('agent', { balance: ORDINARY_AMOUNT })
  const before = await balanceOf(arrange, sourceAccountId)

  const answer = shaped(await platform.sandbox.fund(sourceAccountId, funding()))

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

  const answer = await stage.platform.sandbox.fund(`InternalAccount:${stage.random.uuid()}`, funding())

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('ACCOUNT_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

for (const { of, amount } of [
  { of: 'a fraction', amount: 1000.5 },
  { of: 'a word', amount: 'much' },
]) {
  check('SBX-03', `an amount that is ${of} funds nothing`, async (stage) => {
    const accountId = await fundedAccount(stage)
    const before = await balanceOf(stage.arrange, accountId)

    const answer = await stage.platform.sandbox.fund(accountId, { ...funding(), amount })

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

  expect(answer).toBeError(400, 404, 409)
})
