/** Only the platform may decide (contract: Authentication; What the service does, Agent behaviour). */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import { agentCredentials, invalidCredentials, type InvalidCredentials } from '../invalid-credentials.ts'
import { createPendingAction, type PendingAction } from './pending-action.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { expectPaid } from './expectations.ts'

interface CredentialsCase {
  readonly title: string
  /** Value of the Authorization header. */
  readonly presenting: (context: CheckContext, pending: PendingAction) => string | undefined
  readonly statuses: readonly number[]
}

const caseOf = (title: string, { authorization, statuses }: InvalidCredentials): CredentialsCase => ({
  title,
  presenting: authorization,
  statuses,
})

const invalid: readonly CredentialsCase[] = [
  caseOf('without credentials', invalidCredentials.none),
  caseOf('with unknown credentials', invalidCredentials.unknown),
  caseOf('with a wrong client secret', invalidCredentials.wrongSecret),
  caseOf('with the client secret under another client identifier', invalidCredentials.wrongId),
  caseOf('with the client identifier alone', invalidCredentials.emptySecret),
  caseOf('with credentials that are not base64', invalidCredentials.notBase64),
  caseOf('with the client secret as a bearer token', invalidCredentials.secretAsToken),
]

const ofTheAgent: readonly CredentialsCase[] = Object.values(agentCredentials).map(
  ({ name, authorization, statuses }) => ({
    title: `with ${name}`,
    presenting: (_, { holder }) => authorization(holder),
    statuses,
  }),
)

const rejected = [
  { id: 'APR-27', cases: invalid },
  { id: 'APR-28', cases: ofTheAgent },
] as const

for (const { id, cases } of rejected) {
  for (const { title, presenting, statuses } of cases) {
    check(id, `nothing is approved ${title}`, async (context) => {
      const pending = await createPendingAction(context)
      const spent = await watchSpending(context, pending.holder.sourceAccountId)
      const outsider = context.platform.presenting(presenting(context, pending))

      const response = await outsider.approve(pending.transactionId)

      expect(response).toHaveStatus(...statuses)
      await executeAnotherQuote(context)
      expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
      expectPaid(await spent(), 0)
    })
  }
}

// A few of them: platform credentials are read in one place, and operations differ only in whether they read them.
for (const { title, presenting, statuses } of [...invalid.slice(0, 3), ...ofTheAgent]) {
  check('APR-29', `nothing is rejected ${title}`, async (context) => {
    const pending = await createPendingAction(context)
    const outsider = context.platform.presenting(presenting(context, pending))

    const response = await outsider.reject(pending.transactionId, 'Unknown supplier')

    expect(response).toHaveStatus(...statuses)
    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  })
}
