/** A transfer credits its destination (contract: What the service does; Resources, Quote, totalReceivingAmount). */
import { check, expect } from '../../fixtures/index.ts'
import { executeCreditingQuote } from '../cross-currency-transfers/credited-account.ts'

check('SCT-05', 'a transfer to an internal account credits it with the receiving total', async (context) => {
  const { response, receive, totalReceivingAmount } = await executeCreditingQuote(context, {
    isWithinCurrency: true,
  })

  expect(response).toSucceed()
  expect(await receive(), 'received by the account').toBe(totalReceivingAmount)
})
