/** The fields of an action that describe the submission (contract: Agent action; Quote; Transaction). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { expectSubmission } from '../agent-operations/action-expectations.ts'
import { executeAction } from './decided-action.ts'
import { createPendingAction } from './pending-action.ts'
import { expectEmbeddedQuote } from './expectations.ts'

check('APR-37', 'a pending action embeds its quote', async (context) => {
  const pending = await createPendingAction(context)

  const action = await pending.action()

  expectEmbeddedQuote(action.body, pending.quoteId)
})

check('APR-38', 'an executed action embeds its transaction', async (context) => {
  const executed = await executeAction(context)

  const action = await context.poll(
    executed.action,
    ({ body }) => typeof valueAt(body, 'transaction.id') === 'string',
  )

  expect(valueAt(action.body, 'transaction.id'), 'transaction.id').toEqual(expect.any(String))
})

const moments = [
  { when: 'while it is pending', arranged: createPendingAction },
  { when: 'once it is executed', arranged: executeAction },
]

for (const { when, arranged } of moments) {
  check('APR-39', `${when}, an action agrees with what was submitted`, async (context) => {
    const submission = await arranged(context)

    const action = await submission.action()

    expect(action).toMatchFields({ id: submission.actionId })
    expectSubmission(action.body, submission)
  })
}
