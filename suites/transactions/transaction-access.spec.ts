/** Who gets a transaction, and which (contract: Authentication; Errors, 404 codes). */
import { basic, bearer, check, expect, type Stage } from '../../fixtures/index.ts'
import { workingToken } from '../external-accounts/working-token.ts'
import { seenTransaction } from './executed-transaction.ts'

check('TRX-02', 'a transaction that does not exist is not found', async ({ platform, random }) => {
  const answer = await platform.transaction(`Transaction:${random.uuid()}`)

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('TRANSACTION_NOT_FOUND', 'REQUEST_NOT_FOUND', 'NOT_FOUND')
})

const strangers: readonly {
  readonly title: string
  readonly authorization: (stage: Stage) => Promise<string | undefined>
  /** An agent's token is good elsewhere, so that it may be told that there is no such transaction. */
  readonly statuses: readonly number[]
}[] = [
  { title: 'without credentials', authorization: async () => undefined, statuses: [401] },
  {
    title: 'with credentials of nobody',
    authorization: async ({ random }) => basic(random.uuid(), random.uuid()),
    statuses: [401],
  },
  {
    title: "with the token of another customer's agent",
    authorization: async (stage) => bearer(await workingToken(stage)),
    statuses: [401, 403, 404],
  },
]

for (const { title, authorization, statuses } of strangers) {
  check('TRX-03', `${title} no transaction is answered`, async (stage) => {
    const { transactionId } = await stage.arrange('transaction', { outcome: 'SETTLED' })
    await seenTransaction(stage, transactionId)
    const stranger = stage.platform.presenting(await authorization(stage))

    const answer = await stranger.transaction(transactionId)

    expect(answer).toHaveStatus(...statuses)
  })
}
