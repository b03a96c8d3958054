import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckContext, CheckedResponse } from '../../fixtures/index.ts'
import { createPoll } from '../../fixtures/poll.ts'
import { authorizeQuote } from '../../suites/strong-customer-authentication/authorize-quote.ts'
import type { ScaCustomer } from '../../suites/strong-customer-authentication/sca-customer.ts'
import { virtualTime } from './virtual-time.ts'

const LAG_MS = 1_500
const customer = { scaCode: '123456' } as ScaCustomer

/** A quote that needs so many authorizations, each visible after a delay. */
function quoteOf(challenges: number, challengeIdOf: (completed: number) => string) {
  const time = virtualTime()
  const authorized: number[] = []
  const read = async (): Promise<CheckedResponse> => {
    const completed = authorized.filter((at) => at + LAG_MS <= time.now()).length
    const body =
      completed >= challenges
        ? { status: 'PENDING' }
        : { status: 'PENDING_AUTHORIZATION', scaChallenge: { id: challengeIdOf(completed) } }
    return { status: 200, body } as CheckedResponse
  }
  const authorize = async () => {
    authorized.push(time.now())
    return { status: 200, body: {} } as CheckedResponse
  }
  const context = { platform: { sca: { authorize } }, poll: createPoll(time) } as unknown as CheckContext
  return {
    authorized,
    authorize: async () => {
      const outcome = authorizeQuote(context, { customer, quoteId: 'Quote:1' }, read)
      await time.drain()
      return (await outcome).seen.body as { readonly status: string }
    },
  }
}

describe('a quote whose authorization is visible late', () => {
  it('is authorized once, although each read shows a new challenge id', async () => {
    let reads = 0
    const { authorize, authorized } = quoteOf(1, () => `challenge ${reads++}`)

    assert.equal((await authorize()).status, 'PENDING')
    assert.equal(authorized.length, 1)
  })

  for (const challenges of [1, 2, 3]) {
    it(`gets ${challenges} codes for ${challenges} challenges`, async () => {
      const { authorize, authorized } = quoteOf(challenges, (completed) => `challenge ${completed}`)

      assert.equal((await authorize()).status, 'PENDING')
      assert.equal(authorized.length, challenges)
    })
  }
})
