/** Only the platform may decide (contract: Authentication; What the service does, Agent behaviour). */
import { basic, bearer, check, expect, type CheckContext } from '../../fixtures/index.ts'
import { createPendingAction, type PendingAction } from './pending-action.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

interface CredentialsCase {
  readonly title: string
  /** Value of the Authorization header. */
  readonly presenting: (context: CheckContext, pending: PendingAction) => string | undefined
  /** A header that is no credentials at all may also be rejected as a malformed request. */
  readonly isMalformed?: true
}

/** Client identifier and secret of the platform, as it presents them. */
function credentialsOf({ platform }: CheckContext): readonly [clientId: string, clientSecret: string] {
  const text = Buffer.from(platform.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8')
  const end = text.indexOf(':')
  return [text.slice(0, end), text.slice(end + 1)]
}

const invalid: readonly CredentialsCase[] = [
  { title: 'without credentials', presenting: () => undefined },
  {
    title: 'with credentials that does not exist',
    presenting: (context) => basic(context.random.uuid(), context.random.uuid()),
  },
  {
    title: 'with a wrong client secret',
    presenting: (context) => basic(credentialsOf(context)[0], context.random.uuid()),
  },
  {
    title: 'with the client secret under another client identifier',
    presenting: (context) => basic(context.random.uuid(), credentialsOf(context)[1]),
  },
  {
    title: 'with the client identifier alone',
    presenting: (context) => basic(credentialsOf(context)[0], ''),
  },
  {
    title: 'with credentials that are not base64',
    presenting: () => 'Basic :::',
    isMalformed: true,
  },
  {
    title: 'with the client secret as a bearer token',
    presenting: (context) => bearer(credentialsOf(context)[1]),
  },
]

const ofTheAgent: readonly CredentialsCase[] = [
  { title: "with the agent's token", presenting: (_, { holder }) => bearer(holder.accessToken) },
  {
    title: "with the agent's id and token",
    presenting: (_, { holder }) => basic(holder.agentId, holder.accessToken),
  },
]

const refused = [
  { id: 'APR-27', cases: invalid, statuses: [401] },
  { id: 'APR-28', cases: ofTheAgent, statuses: REJECTED_OR_UNAUTHORIZED },
] as const

for (const { id, cases, statuses } of refused) {
  for (const { title, presenting, isMalformed } of cases) {
    check(id, `${title} nothing is approved`, async (context) => {
      const pending = await createPendingAction(context)
      const spent = await watchSpending(context, pending.holder.sourceAccountId)
      const outsider = context.platform.presenting(presenting(context, pending))

      const response = await outsider.approve(pending.transactionId)

      expect(response).toHaveStatus(...statuses, ...(isMalformed ? [400] : []))
      await executeAnotherQuote(context)
      expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
      expect(await spent(), 'paid by the source account').toBe(0)
    })
  }
}

// A few of them: platform credentials are read in one place, and what differs is whether they are read at all.
for (const { title, presenting, statuses } of [
  ...invalid.slice(0, 3).map((one) => ({ ...one, statuses: [401] })),
  ...ofTheAgent.map((one) => ({ ...one, statuses: REJECTED_OR_UNAUTHORIZED })),
]) {
  check('APR-29', `${title} nothing is rejected`, async (context) => {
    const pending = await createPendingAction(context)
    const outsider = context.platform.presenting(presenting(context, pending))

    const response = await outsider.reject(pending.transactionId, 'Unknown supplier')

    expect(response).toHaveStatus(...statuses)
    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  })
}
