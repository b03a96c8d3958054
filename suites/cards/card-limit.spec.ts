/** Who may hold how many cards (contract: Limits, Live cards; Errors, 400 and 409 codes). */
import { check, expect } from '../../fixtures/index.ts'
import { freedSlot, isSuccess, issuing, refusedIssuing } from './freed-slot.ts'
import { readableCard, stateNow, stateTold } from './held-card.ts'
import { otherThan } from './unknown.ts'

check('CRD-19', 'without approved KYC no card is issued', async (stage) => {
  const cardholder = await stage.arrange('card-kyc', {})

  const answer = await stage.platform.cards.create(issuing(cardholder))

  await refusedIssuing(stage, answer, 'CARDHOLDER_KYC_NOT_APPROVED')
  expect(answer).toBeError(400)
  expect(answer).toHaveCode('CARDHOLDER_KYC_NOT_APPROVED')
})

check('CRD-20', 'beyond the limit no card is issued', async (stage) => {
  const held = await stage.arrange('card-limit', {})

  const answer = await stage.platform.cards.create(issuing(held))

  await refusedIssuing(stage, answer, 'CARD_LIMIT_REACHED')
  expect(answer).toBeError(409)
  expect(answer).toHaveCode('CARD_LIMIT_REACHED')
})

check('CRD-21', 'once the card is closed another one is issued', async (stage) => {
  const held = await freedSlot(stage)

  const answer = await stage.poll(() => stage.platform.cards.create(issuing(held)), isSuccess)

  expect(answer).toSucceed()
})

check('CRD-22', 'for one free slot one card is issued, asked for twice at once', async (stage) => {
  const held = await freedSlot(stage)
  const twice = () =>
    Promise.all([stage.platform.cards.create(issuing(held)), stage.platform.cards.create(issuing(held))])

  const answers = await stage.poll(twice, (both) => both.some(isSuccess))

  expect(answers.filter(isSuccess), 'cards issued').toHaveLength(1)
})

check('CRD-23', 'the card that is held stays as it is when another one is refused', async (stage) => {
  const held = await stage.arrange('card-limit', {})
  const before = stateTold(await readableCard(stage, held.cardId))

  await stage.platform.cards.create(issuing(held))

  expect(before, 'state of a card that is held').not.toBeUndefined()
  expect(await stateNow(stage, held.cardId), 'state of the card').toBe(before)
})

check('CRD-24', 'to an unknown cardholder no card is issued', async ({ arrange, platform, random }) => {
  const holder = await arrange('card', { state: 'CLOSED' })
  const cardholderId = otherThan(holder.cardholderId, random.uuid())

  const answer = await platform.cards.create(issuing({ ...holder, cardholderId }))

  expect(answer).toBeError(400, 404, 409)
})
