/**
 * An agent acts only for its own customer (contract: Endpoints 3, introduction; What the service does, agent
 * behaviour).
 */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { lookupIdIn } from '../cross-currency-transfers/receivers.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { expectNothingOfQuote } from './quote-expectations.ts'
import { quoteRequest, type ArrangedAgent } from './quote-request.ts'
import { ACCEPTED_OR_REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

const senders = [
  {
    of: 'an account of its own customer',
    source: ({ sourceAccountId }: ArrangedAgent, _currency: string, customerId: string) => ({
      sourceType: 'ACCOUNT',
      accountId: sourceAccountId,
      customerId,
    }),
  },
  {
    of: 'real-time funding',
    source: (_agent: ArrangedAgent, currency: string, customerId: string) => ({
      sourceType: 'REALTIME_FUNDING',
      currency,
      customerId,
    }),
  },
]

for (const { of, source } of senders) {
  check('QUO-77', `money from ${of} is not sent for another customer`, async ({ arrange, agent, random }) => {
    const [arranged, other] = [await arrange('agent', {}), await arrange('agent', {})]
    createdQuote(await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid()))

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { source: source(arranged, arranged.sendingCurrency, other.customerId) }),
      random.uuid(),
    )

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED, 401)
    expect([valueAt(response.body, 'source.customerId')]).not.toContain(other.customerId)
    expect(response.text).not.toContain(other.sourceAccountId)
  })
}

check('QUO-79', "the lookup of another customer's account gives no access to it", async (context) => {
  const { arrange, agent, platform, random, poll } = context
  const [arranged, owner] = [await arrange('agent', {}), await arrange('agent', {})]
  const looked = await platform.transfers.externalAccountReceiver(owner.destinationAccountId)
  expect(looked).toSucceed()
  const changes = {
    destination: { destinationType: 'ACCOUNT', accountId: owner.destinationAccountId },
    lookupId: lookupIdIn(looked),
  }
  const accepted = await poll(
    () => agent(owner.accessToken).createQuote(quoteRequest(owner, changes), random.uuid()),
    ({ status }) => status < 300,
  )
  withinLimits(accepted)
  createdQuote(accepted)

  const response = await agent(arranged.accessToken).createQuote(
    quoteRequest(arranged, changes),
    random.uuid(),
  )

  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
  expect(response.text).not.toContain(owner.customerId)
})

check('QUO-69', 'an account of the platform is rejected as the source', async (context) => {
  const { arrange, agent, random } = context
  const arranged = await arrange('agent', {})
  const { accountId } = await arrange('platform-internal-account', {})
  createdQuote(await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid()))
  const source = { sourceType: 'ACCOUNT', accountId, customerId: arranged.customerId }

  const response = await agent(arranged.accessToken).createQuote(
    quoteRequest(arranged, { source }),
    random.uuid(),
  )

  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
})

check('QUO-78', 'an account of the platform is rejected as the destination', async (context) => {
  const { arrange, agent, random } = context
  const arranged = await arrange('agent', {})
  const { accountId } = await arrange('platform-internal-account', {})
  createdQuote(await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid()))
  const destination = { destinationType: 'ACCOUNT', accountId }

  const response = await agent(arranged.accessToken).createQuote(
    quoteRequest(arranged, { destination }),
    random.uuid(),
  )

  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
})

check(
  'QUO-38',
  "under the platform's request identifier an agent gets no other customer's quote",
  async (context) => {
    const { agent, random, platform } = context
    const [arranged, owner] = [await context.arrange('agent', {}), await context.arrange('agent', {})]
    const requestId = random.uuid()
    const { id } = createdQuote(await platform.transfers.createQuote(quoteRequest(owner), requestId))

    const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)

    expectNothingOfQuote(response, id, owner.sourceAccountId, owner.customerId)
  },
)

/** Ids of resources of the customer that are no accounts, and a text that is no id. */
const NO_ACCOUNTS = [
  { of: 'a customer', id: ({ customerId }: ArrangedAgent & { readonly agentId: string }) => customerId },
  { of: 'an agent', id: ({ agentId }: { readonly agentId: string }) => agentId },
  { of: 'nothing', id: () => 'main-account' },
] as const

for (const { of, id } of NO_ACCOUNTS) {
  check('QUO-64', `the id of ${of} is rejected as an account`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const create = (changes: object) =>
      agent(arranged.accessToken).createQuote(quoteRequest(arranged, { ...changes }), random.uuid())
    createdQuote(await create({}))

    const fromThere = await create({
      source: { sourceType: 'ACCOUNT', accountId: id(arranged), customerId: arranged.customerId },
    })
    const toThere = await create({ destination: { destinationType: 'ACCOUNT', accountId: id(arranged) } })

    expect(fromThere).toBeError(...REJECTED_OR_UNAUTHORIZED)
    expect(toThere).toBeError(...REJECTED_OR_UNAUTHORIZED)
  })
}
