/** Cards that are issued, read and listed (contract: What the service does, Cards). */
import { basic, check, expect, findListed, valueAt } from '../../fixtures/index.ts'
import { issued, issuing } from './freed-slot.ts'
import { cardIn, stateNow } from './held-card.ts'
import { otherThan } from './unknown.ts'

check('CRD-01', 'a card is issued and has an identifier', async ({ arrange, platform }) => {
  const holder = await arrange('card', { state: 'CLOSED' })

  const answer = await platform.cards.create(issuing(holder))

  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id'), 'identifier of the card').toEqual(expect.any(String))
})

check('CRD-02', 'a card is read', async ({ arrange, platform, poll }) => {
  const { cardId } = await arrange('card', { state: 'FROZEN' })

  const answer = await poll(
    () => platform.cards.get(cardId),
    ({ status }) => status === 200,
  )

  expect(answer).toHaveStatus(200)
  expect(answer).toHold({ id: cardId })
})

check('CRD-03', 'a card that was issued is read', async ({ arrange, platform, poll }) => {
  const holder = await arrange('card', { state: 'CLOSED' })
  const cardId = issued(await platform.cards.create(issuing(holder)))

  const answer = await poll(
    () => platform.cards.get(cardId),
    ({ status }) => status === 200,
  )

  expect(answer).toHaveStatus(200)
  expect(answer).toHold({ id: cardId })
})

for (const state of ['ACTIVE', 'CLOSED'] as const) {
  check('CRD-04', `a card that is ${state} is listed`, async ({ arrange, platform, poll }) => {
    const { cardId } = await arrange('card', { state })

    const { item, page } = await poll(
      () =>
        findListed(
          (cursor) => platform.cards.list(cursor),
          ({ id }) => id === cardId,
        ),
      (found) => found.item !== undefined,
    )

    expect(page).toHaveStatus(200)
    expect(item?.id, 'card in the list').toBe(cardId)
  })
}

check('CRD-17', 'a closed card is funded from no other account', async (stage) => {
  const { cardId } = await cardIn(stage, 'CLOSED')
  const other = await cardIn(stage, 'ACTIVE')
  const { cards } = stage.platform
  const before = await cards.get(cardId)

  const answer = await cards.update(cardId, { internalAccountId: other.internalAccountId })

  expect(answer.status, 'status of the answer').toBeLessThan(500)
  const after = await cards.get(cardId)
  expect(await stateNow(stage, cardId), 'state of the card').toBe('CLOSED')
  expect(valueAt(after.body, 'internalAccountId'), 'account of the card').toEqual(
    valueAt(before.body, 'internalAccountId'),
  )
})

check('CRD-18', 'funding a closed card from another account is a conflict', async (stage) => {
  const { cardId } = await cardIn(stage, 'CLOSED')
  const other = await cardIn(stage, 'ACTIVE')

  const answer = await stage.platform.cards.update(cardId, { internalAccountId: other.internalAccountId })

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('CARD_NOT_MUTABLE')
})

check('CRD-25', 'an unknown card is not read', async ({ arrange, platform, random }) => {
  const { cardId } = await arrange('card', { state: 'ACTIVE' })

  const answer = await platform.cards.get(otherThan(cardId, random.uuid()))

  expect(answer).toBeError(404)
})

check('CRD-25', 'an unknown card is not moved', async ({ arrange, platform, random }) => {
  const { cardId } = await arrange('card', { state: 'ACTIVE' })

  const answer = await platform.cards.move(otherThan(cardId, random.uuid()), 'FROZEN')

  expect(answer).toBeError(404)
})

const strangers = [
  { title: 'without credentials', authorization: () => undefined },
  { title: 'with credentials of nobody', authorization: (uuid: () => string) => basic(uuid(), uuid()) },
] as const

for (const { title, authorization } of strangers) {
  check('CRD-26', `${title} a card is not read`, async (stage) => {
    const { cardId } = await cardIn(stage, 'ACTIVE')
    const stranger = stage.platform.presenting(authorization(() => stage.random.uuid()))

    const answer = await stranger.cards.get(cardId)

    expect(answer).toBeError(401)
  })

  check('CRD-26', `${title} a card is not moved`, async (stage) => {
    const { cardId } = await cardIn(stage, 'ACTIVE')
    const stranger = stage.platform.presenting(authorization(() => stage.random.uuid()))

    const answer = await stranger.cards.move(cardId, 'FROZEN')

    expect(answer).toBeError(401)
    expect(await stateNow(stage, cardId), 'state of the card').toBe('ACTIVE')
  })
}
