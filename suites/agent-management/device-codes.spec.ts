/** Device codes (contract: Authentication, row Agent bearer token; Other endpoints that are referenced). */
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { disagreements } from '../disagreements.ts'
import { requirePermitted, requireUnderstood, showsDefaultPermissions, untilServed } from './acting-agent.ts'
import {
  codeIn,
  createAgent,
  installAgent,
  requireDeviceCode,
  redeemToken,
  sendRedemption,
  tokenIn,
} from './managed-agent.ts'
import { REJECTED } from '../rejections.ts'
import { expectCodeRejected, expectCodeStatus, expectList, expectToken } from './expectations.ts'

check('AGM-51', 'a device code is redeemed for an access token', async (context) => {
  const { code, agentId } = await context.arrange('device-code', {})

  const response = await sendRedemption(context, code)

  expectToken(response)
  expect(disagreements(response.body, { agentId })).toEqual([])
})

check('AGM-52', 'the redeemed token is valid for agent operations', async (context) => {
  const { code } = await context.arrange('device-code', {})
  const agent = context.agent(await redeemToken(context, code))

  const list = requirePermitted(await untilServed(context, () => agent.actions()))

  expectList(list)
  expect(list).toMatchFields({ data: [], hasMore: false })
})

const UNKNOWN = [
  { what: 'a device code that does not exist', of: () => 'ABCD-0000' },
  { what: 'a UUID', of: ({ random }: CheckContext) => random.uuid() },
]

for (const { what, of } of UNKNOWN) {
  check('AGM-55', `${what} is not redeemed`, async (context) => {
    const { code } = await context.arrange('device-code', {})

    const response = await context.platform.agents.redeem(of(context))

    expectCodeRejected(response)
    expect(await sendRedemption(context, code)).toSucceed()
  })
}

// Not a prefix of it: the evidence would show that part of the code.
check('AGM-55', 'a device code with a suffix is not redeemed', async (context) => {
  const { code } = await context.arrange('device-code', {})

  const response = await context.platform.agents.redeem(`${code}-0000`)

  expectCodeRejected(response)
  expect(await sendRedemption(context, code)).toSucceed()
})

check('AGM-57', 'a device code is not an access token', async (context) => {
  const { code } = await context.arrange('device-code', {})

  const list = await context.agent(code).actions()

  expect(list).toBeError(401)
  expect(await sendRedemption(context, code)).toSucceed()
})

check('AGM-58', 'a new device code of an agent gives a token that acts as it', async (context) => {
  const { agentId, existingAgent, response: changed } = await createAgent(context)
  const generated = await context.platform.agents.regenerateCode(agentId)
  expect(generated).toSucceed()
  const redeemed = await sendRedemption(context, newCodeIn(generated))
  expect(redeemed).toSucceed()

  const agent = context.agent(newTokenIn(redeemed))
  const response = await untilServed(context, () =>
    agent.createQuote(quoteRequest(existingAgent), context.random.uuid()),
  )

  withinLimits(response)
  await requireUnderstood(context, response.status < 400, {
    agentId,
    changed,
    isShownIn: showsDefaultPermissions(context),
  })
  expect(disagreements(redeemed.body, { agentId })).toEqual([])
  expect(response).toSucceed()
})

/** @throws Blocked when the response has no code */
const newCodeIn = (generated: CheckedResponse): string => codeIn(generated) ?? notFound(generated, 'code')

/** @throws Blocked when the response has no token */
const newTokenIn = (redeemed: CheckedResponse): string =>
  tokenIn(redeemed) ?? notFound(redeemed, 'accessToken')

function notFound({ operation, exchange }: CheckedResponse, name: string): never {
  throw new Blocked(
    'implementation',
    `the response to ${operation} has no ${name} (exchange ${exchange})`,
    `Return it as ${name}; the contract does not show the rest of the response.`,
  )
}

check('AGM-60', 'the status of a device code shows whether it was redeemed', async (context) => {
  const { code, agentId } = await context.arrange('device-code', {})
  const status = () => context.platform.agents.codeStatus(code)

  const before = await status()
  await redeemToken(context, code)
  const after = await context.poll(status, ({ body }) => valueAt(body, 'redeemed') !== false)

  expectCodeStatus(before, { agentId, redeemed: false })
  expectCodeStatus(after, { agentId, redeemed: true })
})

check('AGM-61', 'a device code that does not exist has no status', async (context) => {
  const { code } = await context.arrange('device-code', {})
  requireStatus(await context.platform.agents.codeStatus(code))

  const status = await context.platform.agents.codeStatus('ABCD-0000')

  expect(status).toBeError(...REJECTED)
})

check('AGM-62', 'reading the status of a device code does not redeem it', async (context) => {
  const { code } = await context.arrange('device-code', {})
  requireStatus(await context.platform.agents.codeStatus(code))

  const response = await sendRedemption(context, code)

  expectToken(response)
  // The witness is a status that changes.
  await context.platform.agents.codeStatus(code)
})

/** @throws Blocked when the status of an existing code is not returned */
function requireStatus({ status, exchange }: { readonly status: number; readonly exchange: string }): void {
  if (status === 200) return
  throw new Blocked(
    'implementation',
    `the status of a device code returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. AGM-60 judges this step.',
  )
}

check(
  'AGM-52',
  "an agent's token stays valid when another agent of the customer is installed",
  { operations: ['createAgent'], needs: 'agents.several' },
  async (context) => {
    const holder = await context.arrange('agent', {})
    const readList = () => context.agent(holder.accessToken).actions()
    expect(await untilServed(context, readList)).toSucceed()
    const { agent: other } = await installAgent(context, {}, holder)
    expect(requirePermitted(await untilServed(context, () => other.actions()))).toSucceed()

    const response = await untilServed(context, readList)

    expect(response).toSucceed()
  },
)

check('AGM-63', 'two agents get different tokens', async (context) => {
  const [one, other] = [await createAgent(context), await createAgent(context)]
  const token = await redeemToken(context, await requireDeviceCode(context, one))

  const another = await redeemToken(context, await requireDeviceCode(context, other))

  expect(another).not.toBe(token)
})
