/** Only the platform may decide (contract: Authentication; What the service does, Agent behaviour). */
import { bearer, check, expect, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import { expectCredentialsRejected } from '../expectations.ts'
import { agentCredentials, invalidCredentials, type InvalidCredentials } from '../invalid-credentials.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { createPendingAction, type PendingAction } from './pending-action.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { expectPaid } from './expectations.ts'

interface Outsider {
  /** Completes "with …". */
  readonly name: string
  /** Value of the Authorization header. */
  readonly presenting: (context: CheckContext, pending: PendingAction) => string | undefined
  readonly statuses: readonly number[]
}

const outsiderWith = ({ name, authorization, statuses }: InvalidCredentials): Outsider => ({
  name,
  presenting: authorization,
  statuses,
})

const { none, unknown, wrongSecret, wrongId, emptySecret, notBase64, secretAsToken } = invalidCredentials

const OUTSIDERS = [none, unknown, wrongSecret, wrongId, emptySecret, notBase64, secretAsToken].map(
  outsiderWith,
)

const THE_AGENT = Object.values(agentCredentials).map(({ name, authorization, statuses }): Outsider => ({
  name,
  presenting: (_, { holder }) => authorization(holder),
  statuses,
}))

/** Each decides about the same action, one after another. */
async function expectRejections(
  context: CheckContext,
  pending: PendingAction,
  outsiders: readonly Outsider[],
  decide: (outsider: CheckContext['platform']) => Promise<CheckedResponse>,
): Promise<void> {
  for (const outsider of outsiders) {
    const response = await decide(context.platform.presenting(outsider.presenting(context, pending)))
    expectCredentialsRejected(response, outsider)
  }
}

const APPROVALS = [
  { id: 'APR-27', title: 'nothing is approved with invalid credentials', outsiders: OUTSIDERS },
  { id: 'APR-28', title: 'nothing is approved with the credentials of an agent', outsiders: THE_AGENT },
] as const

for (const { id, title, outsiders } of APPROVALS) {
  check(id, title, async (context) => {
    const pending = await createPendingAction(context)
    const spent = await watchSpending(context, pending.holder.sourceAccountId)

    await expectRejections(context, pending, outsiders, (outsider) => outsider.approve(pending.transactionId))

    await executeAnotherQuote(context)
    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
    expectPaid(await spent(), 0)
  })
}

// A few of them: platform credentials are read in one place, and operations differ only in whether they read them.
const REJECTIONS = [
  { title: 'nothing is rejected with invalid credentials', outsiders: OUTSIDERS.slice(0, 3) },
  { title: 'nothing is rejected with the credentials of an agent', outsiders: THE_AGENT },
]

for (const { title, outsiders } of REJECTIONS) {
  check('APR-29', title, async (context) => {
    const pending = await createPendingAction(context)

    await expectRejections(context, pending, outsiders, (outsider) =>
      outsider.reject(pending.transactionId, 'Unknown supplier'),
    )

    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  })
}

const decisions: readonly {
  readonly title: string
  readonly decide: (outsider: CheckContext['platform'], transactionId: string) => Promise<CheckedResponse>
}[] = [
  { title: 'approves nothing', decide: (outsider, id) => outsider.approve(id) },
  { title: 'rejects nothing', decide: (outsider, id) => outsider.reject(id, 'Unknown supplier') },
]

for (const { title, decide } of decisions) {
  check('APR-69', `an agent of another customer ${title}`, async (context) => {
    const pending = await createPendingAction(context)
    const { accessToken } = await context.arrange('agent', {})

    const response = await decide(context.platform.presenting(bearer(accessToken)), pending.transactionId)

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
    await executeAnotherQuote(context)
    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  })
}
