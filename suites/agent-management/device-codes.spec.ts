/** Device codes (contract: Authentication, row Agent bearer token; Other endpoints that are referenced). */
import { Blocked, check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { disagreements } from '../agent-operations/where-given.ts'
import { requireUnderstood, showsDefaultPermissions } from './acting-agent.ts'
import { codeIn, createdAgent, deviceCodeOf, redeemedToken, redemption, tokenIn } from './managed-agent.ts'
import { REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

check('AGM-51', 'a device code is redeemed for an access token', async (stage) => {
  const { code, agentId } = await stage.arrange('device-code', {})

  const answer = await redemption(stage, code)

  expect(answer).toSucceed()
  expect(tokenIn(answer)).toEqual(expect.any(String))
  expect(disagreements(answer.body, { agentId })).toEqual([])
})

check('AGM-52', 'the token of a redemption is good for the operations of agents', async (stage) => {
  const { code } = await stage.arrange('device-code', {})
  const agent = stage.agent(await redeemedToken(stage, code))

  const list = await agent.actions()

  expect(list).toHaveStatus(200)
  expect(list).toHold({ data: [], hasMore: false })
})

const UNKNOWN = [
  { what: 'a device code of nobody', of: () => 'ABCD-0000' },
  { what: 'a UUID', of: ({ random }: Stage) => random.uuid() },
]

for (const { what, of } of UNKNOWN) {
  check('AGM-55', `${what} is not redeemed`, async (stage) => {
    const { code } = await stage.arrange('device-code', {})

    const answer = await stage.platform.agents.redeem(of(stage))

    expect(answer).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
    expect(await redemption(stage, code)).toSucceed()
  })
}

// Not a part of it, which would stand in the evidence.
check('AGM-55', 'a device code with something behind it is not redeemed', async (stage) => {
  const { code } = await stage.arrange('device-code', {})

  const answer = await stage.platform.agents.redeem(`${code}-0000`)

  expect(answer).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  expect(await redemption(stage, code)).toSucceed()
})

check('AGM-57', 'a device code is no access token', async (stage) => {
  const { code } = await stage.arrange('device-code', {})

  const list = await stage.agent(code).actions()

  expect(list).toBeError(401)
  expect(await redemption(stage, code)).toSucceed()
})

check('AGM-58', 'a new device code of an agent gives a token that acts as it', async (stage) => {
  const { agentId, elder, answer: changed } = await createdAgent(stage)
  const generated = await stage.platform.agents.regenerateCode(agentId)
  expect(generated).toSucceed()
  const redeemed = await redemption(stage, newCodeIn(generated))
  expect(redeemed).toSucceed()

  const answer = await stage.agent(newTokenIn(redeemed)).createQuote(quoteRequest(elder), stage.random.uuid())

  await requireUnderstood(stage, answer.status < 400, {
    agentId,
    changed,
    isShownIn: showsDefaultPermissions,
  })
  expect(disagreements(redeemed.body, { agentId })).toEqual([])
  expect(answer).toSucceed()
})

/** @throws Blocked when the response has no code where one is looked for */
const newCodeIn = (generated: Answer): string => codeIn(generated) ?? notFound(generated, 'code')

/** @throws Blocked when the response has no token where one is looked for */
const newTokenIn = (redeemed: Answer): string => tokenIn(redeemed) ?? notFound(redeemed, 'accessToken')

function notFound({ operation, exchange }: Answer, name: string): never {
  throw new Blocked(
    'implementation',
    `the response to ${operation} has no ${name} (exchange ${exchange})`,
    `Return it as ${name}; the contract does not show the rest of the response.`,
  )
}

check('AGM-60', 'the status of a device code says whether it was redeemed', async (stage) => {
  const { code, agentId } = await stage.arrange('device-code', {})
  const status = () => stage.platform.agents.codeStatus(code)

  const before = await status()
  await redeemedToken(stage, code)
  const after = await stage.poll(status, ({ body }) => valueAt(body, 'redeemed') !== false)

  expect(before).toHaveStatus(200)
  expect(disagreements(before.body, { agentId, redeemed: false })).toEqual([])
  expect(after).toHaveStatus(200)
  expect(disagreements(after.body, { agentId, redeemed: true })).toEqual([])
})

check('AGM-61', 'a device code of nobody has no status', async (stage) => {
  const { code } = await stage.arrange('device-code', {})
  answered(await stage.platform.agents.codeStatus(code))

  const status = await stage.platform.agents.codeStatus('ABCD-0000')

  expect(status).toBeError(...REJECTED)
})

check('AGM-62', 'to ask for the status of a device code does not redeem it', async (stage) => {
  const { code } = await stage.arrange('device-code', {})
  answered(await stage.platform.agents.codeStatus(code))

  const answer = await redemption(stage, code)

  expect(answer).toSucceed()
  expect(tokenIn(answer)).toEqual(expect.any(String))
  // The run needs to have seen a status that changes.
  await stage.platform.agents.codeStatus(code)
})

/** @throws Blocked when the status of a code that exists is not given */
function answered({ status, exchange }: { readonly status: number; readonly exchange: string }): void {
  if (status === 200) return
  throw new Blocked(
    'implementation',
    `the status of a device code was answered with ${status} (exchange ${exchange})`,
    'See why; AGM-60 judges it.',
  )
}

check('AGM-63', 'two agents are given two tokens', async (stage) => {
  const [one, other] = [await createdAgent(stage), await createdAgent(stage)]
  const token = await redeemedToken(stage, await deviceCodeOf(stage, one))

  const another = await redeemedToken(stage, await deviceCodeOf(stage, other))

  expect(another).not.toBe(token)
})
