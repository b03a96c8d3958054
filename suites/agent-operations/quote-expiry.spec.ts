/** Create a transfer quote as an agent (contract: Endpoints 3, request header): one identifier, after `expiresAt`. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote, quoteTerms } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'

check(
  'QUO-23',
  'after expiry the same identifier still gets the first quote',
  { waits: true },
  async ({ arrange, agent, random, clock, lifetime }) => {
    const arranged = await arrange('agent', { quoteExpiresInSeconds: lifetime.seconds() })
    const requestId = random.uuid()
    const create = () => agent(arranged.accessToken).createQuote(quoteRequest(arranged), requestId)
    const created = await create()
    const first = createdQuote(created)
    await clock.past(String(valueAt(created.body, 'expiresAt')))

    const again = await create()

    expect(again).toSucceed()
    expect(quoteTerms(again)).toEqual(first)
  },
)
