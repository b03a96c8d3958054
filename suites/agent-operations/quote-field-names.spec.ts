/** Names of fields that the contract does not show (contract: Endpoints 3, payment reference and purpose of payment). */
import { check, expect, suspectName } from '../../fixtures/index.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { acceptsObject, findAcceptedCharacter, REFERENCES, type RequestWith } from './quote-fields.ts'
import { quoteRequest } from './quote-request.ts'
import { REJECTED } from '../rejections.ts'

/** Asks a new agent for a quote. */
const requestWith: RequestWith = async ({ arrange, agent, random }, changes) => {
  const arranged = await arrange('agent', {})
  return agent(arranged.accessToken).createQuote(quoteRequest(arranged, changes), random.uuid())
}

for (const { of, characters } of REFERENCES) {
  check('QUO-53', `a payment reference of 80 characters of ${of} is accepted`, async (context) => {
    const character = await findAcceptedCharacter(requestWith, context, characters)

    const response = await requestWith(context, { remittanceInformation: character.repeat(80) })

    withinLimits(response)
    expect(response).toSucceed()
  })

  check('QUO-54', `a payment reference of 81 characters of ${of} is rejected`, async (context) => {
    const character = await findAcceptedCharacter(requestWith, context, characters)

    const response = await requestWith(context, { remittanceInformation: character.repeat(81) })

    await suspectName(
      'paymentReference',
      context.names,
      acceptsObject(requestWith, context, 'remittanceInformation'),
      () => expect(response).toBeError(...REJECTED),
    )
  })
}

check(
  'QUO-54',
  'a payment reference of 81 characters is rejected with immediatelyExecute',
  async (context) => {
    const remittanceInformation = 'x'.repeat(80)
    const atOnce = { immediatelyExecute: true }
    createdQuote(await requestWith(context, { ...atOnce, remittanceInformation }))

    const response = await requestWith(context, {
      ...atOnce,
      remittanceInformation: `${remittanceInformation}x`,
    })

    await suspectName(
      'paymentReference',
      context.names,
      acceptsObject(requestWith, context, 'remittanceInformation'),
      () => expect(response).toBeError(...REJECTED),
    )
  },
)

check('QUO-56', 'a purpose of payment that is not listed is rejected', async (context) => {
  createdQuote(await requestWith(context, { purposeOfPayment: 'GIFT' }))

  const response = await requestWith(context, { purposeOfPayment: 'PARTY' })

  await suspectName(
    'purposeOfPayment',
    context.names,
    acceptsObject(requestWith, context, 'purposeOfPayment'),
    () => expect(response).toBeError(...REJECTED),
  )
})
