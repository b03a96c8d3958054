/** A platform with its maximum of live cards is no violation; a slot that stays taken is one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutOfTime } from '../../fixtures/errors.ts'
import type { CheckContext, CheckedResponse } from '../../fixtures/index.ts'
import { fillFreedSlot } from '../../suites/cards/freed-slot.ts'

const ISSUED = { status: 201, body: { id: 'Card:1' } } as CheckedResponse
const FULL = { status: 409, body: { code: 'CARD_LIMIT_REACHED' } } as CheckedResponse
const REJECTED = { status: 400, body: { code: 'INVALID_INPUT' } } as CheckedResponse

/** Fills a slot: the requests for it are answered in this order, those for another cardholder with `other`. */
async function fill(answers: readonly CheckedResponse[], other: CheckedResponse) {
  const left = [...answers]
  const closed: string[] = []
  const cards = {
    create: async () => other,
    move: async (id: string) => {
      closed.push(id)
      return ISSUED
    },
  }
  const context = {
    platform: { cards },
    arrange: async () => ({ cardholderId: 'c', internalAccountId: 'i' }),
    poll: (ask: () => Promise<unknown>) => ask(),
  } as unknown as CheckContext
  const [response] = await fillFreedSlot(context, async () => [left.shift()!])
  return { status: response?.status, closed }
}

describe('the freed slot of a cardholder', () => {
  it('is filled at once', async () => {
    assert.deepEqual(await fill([ISSUED], FULL), { status: 201, closed: [] })
  })

  it('proves nothing where another cardholder gets no card either', async () => {
    await assert.rejects(fill([FULL], FULL), OutOfTime)
  })

  it('is asked for again where another cardholder gets a card, which is closed', async () => {
    assert.deepEqual(await fill([FULL, ISSUED], ISSUED), { status: 201, closed: ['Card:1'] })
    assert.deepEqual(await fill([FULL, FULL], ISSUED), { status: 409, closed: ['Card:1'] })
  })

  it('stays rejected for another reason', async () => {
    assert.deepEqual(await fill([REJECTED], FULL), { status: 400, closed: [] })
  })
})
