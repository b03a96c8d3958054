/**
 * Create a transfer quote as an agent (contract: Endpoints 3, introduction; Authentication): permissions and accounts.
 */
import { permissionsWithoutQuoting } from '../agent-management/acting-agent.ts'
import { check, expect } from '../../fixtures/index.ts'
import { invalidAgentCredentials } from '../invalid-credentials.ts'
import { createdQuote } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'
import { expectForeignHidden, expectQuoteNotPermitted } from './quote-expectations.ts'

check(
  'QUO-70',
  "another customer's account is rejected as the source",
  async ({ arrange, agent, random }) => {
    const [arranged, owner] = [await arrange('agent', {}), await arrange('agent', {})]
    createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), random.uuid()))
    const source = {
      sourceType: 'ACCOUNT',
      accountId: owner.sourceAccountId,
      customerId: arranged.customerId,
    }

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { source }),
      random.uuid(),
    )

    expectForeignHidden(response, owner.customerId)
  },
)

check(
  'QUO-70',
  "another customer's account is rejected as the source when that customer is named",
  async ({ arrange, agent, random }) => {
    const [arranged, owner] = [await arrange('agent', {}), await arrange('agent', {})]
    createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), random.uuid()))
    const source = { sourceType: 'ACCOUNT', accountId: owner.sourceAccountId, customerId: owner.customerId }

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { source }),
      random.uuid(),
    )

    expectForeignHidden(response)
  },
)

check(
  'QUO-70',
  'the arranged account of another customer is rejected as the source',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    createdQuote(await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid()))
    const source = {
      sourceType: 'ACCOUNT',
      accountId: arranged.foreignAccountId,
      customerId: arranged.customerId,
    }

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { source }),
      random.uuid(),
    )

    expectForeignHidden(response)
  },
)

check(
  'QUO-71',
  "another customer's account is rejected as the destination",
  async ({ arrange, agent, random }) => {
    const [arranged, owner] = [await arrange('agent', {}), await arrange('agent', {})]
    createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), random.uuid()))
    const destination = { destinationType: 'ACCOUNT', accountId: owner.destinationAccountId }

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { destination }),
      random.uuid(),
    )

    expectForeignHidden(response, owner.customerId)
  },
)

check(
  'QUO-104',
  "another customer's internal account is rejected as the destination",
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const owner = await arrange('agent', { sendingCurrency: arranged.receivingCurrency })
    createdQuote(await agent(owner.accessToken).createQuote(quoteRequest(owner), random.uuid()))
    const destination = { destinationType: 'ACCOUNT', accountId: owner.sourceAccountId }

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { destination }),
      random.uuid(),
    )

    expectForeignHidden(response, owner.customerId)
  },
)

check('QUO-72', 'without CREATE_QUOTES a quote is rejected', async (context) => {
  const arranged = await context.arrange('agent', { permissions: permissionsWithoutQuoting(context) })

  const response = await context
    .agent(arranged.accessToken)
    .createQuote(quoteRequest(arranged), context.random.uuid())

  expectQuoteNotPermitted(response)
})

const { none, unknown, longer, shorter, asPassword, bareScheme, platform } = invalidAgentCredentials

const REJECTED_CREDENTIALS = [
  { id: 'QUO-73', credentials: [none] },
  { id: 'QUO-74', credentials: [unknown, longer, shorter, asPassword, bareScheme] },
  { id: 'QUO-75', credentials: [platform] },
] as const

for (const { id, name, authorization, statuses } of REJECTED_CREDENTIALS.flatMap(({ id, credentials }) =>
  credentials.map((one) => ({ id, ...one })),
)) {
  check(id, `with ${name} a quote is rejected`, async (context) => {
    const { random } = context
    const arranged = await context.arrange('agent', {})

    const response = await context
      .agent(arranged.accessToken)
      .presenting(authorization(context, arranged))
      .createQuote(quoteRequest(arranged), random.uuid())

    expect(response).toBeError(...statuses)
  })
}

check(
  'QUO-76',
  "a quote of another customer's agent is not returned",
  async ({ arrange, agent, random, poll }) => {
    const [arranged, owner] = [await arrange('agent', {}), await arrange('agent', {})]
    const { id } = createdQuote(
      await agent(owner.accessToken).createQuote(quoteRequest(owner), random.uuid()),
    )
    createdQuote(
      await poll(
        () => agent(owner.accessToken).quote(id),
        ({ status }) => status === 200,
      ),
    )

    const response = await agent(arranged.accessToken).quote(id)

    expectForeignHidden(response, owner.sourceAccountId, owner.customerId)
  },
)
