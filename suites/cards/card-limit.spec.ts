/** Limits on the number of cards (contract: Limits, Live cards; Errors, 400 and 409 codes). */
import { check, expect, nonexistentId } from '../../fixtures/index.ts'
import { isAccepted } from '../expectations.ts'
import {
  arrangeFreedSlot,
  fillFreedSlot,
  issuing,
  requireFreeSlot,
  requireRejectedIssuing,
  stateOfIssued,
} from './freed-slot.ts'
import {
  expectCardholderRejected,
  expectLimitReached,
  expectUnknownCardholder,
  shownState,
} from './expectations.ts'
import { keptFields, move, readCard, readState, requireMoved, requireShownState } from './arranged-card.ts'

check('CRD-19', 'without approved KYC no card is issued', async (context) => {
  const cardholder = await context.arrange('card-kyc', {})

  const response = await context.platform.cards.create(issuing(cardholder))

  await requireRejectedIssuing(context, requireFreeSlot(response), 'CARDHOLDER_KYC_NOT_APPROVED')
  expectCardholderRejected(response)
})

check('CRD-20', 'no card above the limit is issued', async (context) => {
  const held = await context.arrange('card-limit', {})

  const response = await context.platform.cards.create(issuing(held))

  await requireRejectedIssuing(context, response, 'CARD_LIMIT_REACHED')
  expectLimitReached(response)
})

check('CRD-21', 'after the card is closed another one is issued', async (context) => {
  const held = await arrangeFreedSlot(context)

  const [response] = await fillFreedSlot(context, async () => [
    await context.platform.cards.create(issuing(held)),
  ])

  expect(response).toSucceed()
})

check('CRD-21', 'after a frozen card is closed another one is issued', async (context) => {
  const held = await arrangeFreedSlot(context, 'FROZEN')

  const [response] = await fillFreedSlot(context, async () => [
    await context.platform.cards.create(issuing(held)),
  ])

  expect(response).toSucceed()
})

check('CRD-22', 'two concurrent requests for one free slot issue one card', async (context) => {
  const held = await arrangeFreedSlot(context)
  const issue = () => context.platform.cards.create(issuing(held))

  const responses = await fillFreedSlot(context, () => context.concurrently(issue, issue))

  expect(responses[0]).toSucceed()
  expect(responses.filter(isAccepted), 'cards issued').toHaveLength(1)
})

check('CRD-23', 'the existing card stays unchanged when another one is rejected', async (context) => {
  const held = await context.arrange('card-limit', {})
  const before = await readCard(context, held.cardId)
  const state = requireShownState(before)

  await context.platform.cards.create(issuing(held))

  const after = await readCard(context, held.cardId)
  expect(shownState(after), 'state of the card').toBe(state)
  expect(keptFields(after), 'other fields').toEqual(keptFields(before))
})

check('CRD-36', 'with a frozen card the cardholder gets no second active card', async (context) => {
  const held = await context.arrange('card-limit', {})
  await requireMoved(context, held.cardId, 'FROZEN')

  const another = await context.platform.cards.create(issuing(held))
  const unfrozen = await move(context, held.cardId, 'ACTIVE')

  await requireRejectedIssuing(context, another, 'CARD_LIMIT_REACHED')
  expect(unfrozen.status, 'status of the unfreezing').toBeLessThan(500)
  const states = await Promise.all([readState(context, held.cardId), stateOfIssued(context, another)])
  expect(states.filter((state) => state === 'ACTIVE').length, 'active cards').toBeLessThan(2)
})

check('CRD-24', 'no card is issued to an unknown cardholder', async ({ arrange, platform, random }) => {
  const holder = await arrange('card', { state: 'CLOSED' })
  const cardholderId = nonexistentId(holder.cardholderId, { random })

  const response = await platform.cards.create(issuing({ ...holder, cardholderId }))

  expectUnknownCardholder(response)
})
