/**
 * Create a transfer quote as an agent (contract: Endpoints 3, introduction; Authentication): permissions and accounts.
 */
import { basic, bearer, check, expect } from '../../fixtures/index.ts'
import { createdQuote } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

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

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
    expect(response.text).not.toContain(owner.customerId)
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

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
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

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
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

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
    expect(response.text).not.toContain(owner.customerId)
  },
)

check('QUO-72', 'without CREATE_QUOTES a quote is rejected', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', { permissions: ['EXECUTE_QUOTES'] })

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
})

check('QUO-73', 'without credentials a quote is rejected', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})

  const response = await agent(arranged.accessToken)
    .presenting(undefined)
    .createQuote(quoteRequest(arranged), random.uuid())

  expect(response).toBeError(401)
})

const wrongTokens: readonly {
  readonly title: string
  readonly header: (token: string, other: string) => string
  readonly statuses?: readonly number[]
}[] = [
  { title: 'an unknown token', header: (_, other) => bearer(other) },
  { title: 'a token with something behind it', header: (token) => bearer(`${token}AAAA`) },
  { title: 'a token cut short', header: (token) => bearer(token.slice(0, -4)) },
  { title: 'a token as a password', header: (token) => basic('agent', token), statuses: [400, 401] },
  { title: 'a scheme without a token', header: () => 'Bearer', statuses: [400, 401] },
]

for (const { title, header, statuses = [401] } of wrongTokens) {
  check('QUO-74', `with ${title} a quote is rejected`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken)
      .presenting(header(arranged.accessToken, random.uuid()))
      .createQuote(quoteRequest(arranged), random.uuid())

    expect(response).toBeError(...statuses)
  })
}

check(
  'QUO-75',
  "with platform credentials an agent's quote is rejected",
  async ({ arrange, agent, platform, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken)
      .presenting(platform.authorization)
      .createQuote(quoteRequest(arranged), random.uuid())

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
  },
)

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

    expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
    expect(response.text).not.toContain(owner.sourceAccountId)
    expect(response.text).not.toContain(owner.customerId)
  },
)
