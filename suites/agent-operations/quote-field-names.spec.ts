/**
 * Fields whose names the contract does not show (contract: Endpoints 3, payment reference and purpose of payment;
 * Limits). If the deployment accepts every value under a name, the field probably has another name.
 */
import { Blocked, check, expect, suspectName, type CheckContext } from '../../fixtures/index.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { quoteRequest, type QuoteRequest } from './quote-request.ts'
import { REJECTED } from '../rejections.ts'

/** Asks a new agent for a quote. */
async function requestWith({ arrange, agent, random }: CheckContext, changes: QuoteRequest) {
  const arranged = await arrange('agent', {})
  return agent(arranged.accessToken).createQuote(quoteRequest(arranged, changes), random.uuid())
}

/** Whether the deployment accepts an object under this name. No text field accepts one. */
const acceptsObject = (context: CheckContext, field: string) => async () =>
  (await requestWith(context, { [field]: { text: 'INV-42' } })).status < 300

/** A rail may restrict the characters of a payment reference: the check uses the first that is accepted. */
const references = [
  { of: 'one byte', characters: ['R'] },
  { of: 'several bytes', characters: ['é', 'R'] },
]

for (const { of, characters } of references) {
  check('QUO-53', `a payment reference of 80 characters of ${of} is accepted`, async (context) => {
    const character = await findAcceptedCharacter(context, characters)

    const response = await requestWith(context, { remittanceInformation: character.repeat(80) })

    withinLimits(response)
    expect(response).toSucceed()
  })

  check('QUO-54', `a payment reference of 81 characters of ${of} is rejected`, async (context) => {
    const character = await findAcceptedCharacter(context, characters)

    const response = await requestWith(context, { remittanceInformation: character.repeat(81) })

    await suspectName(
      'paymentReference',
      context.names,
      acceptsObject(context, 'remittanceInformation'),
      () => expect(response).toBeError(...REJECTED),
    )
  })
}

check('QUO-56', 'a purpose of payment that is not listed is rejected', async (context) => {
  createdQuote(await requestWith(context, { purposeOfPayment: 'GIFT' }))

  const response = await requestWith(context, { purposeOfPayment: 'PARTY' })

  await suspectName('purposeOfPayment', context.names, acceptsObject(context, 'purposeOfPayment'), () =>
    expect(response).toBeError(...REJECTED),
  )
})

/**
 * The first character that the deployment accepts in a short payment reference.
 *
 * @throws Blocked when it accepts none of them
 */
async function findAcceptedCharacter(context: CheckContext, characters: readonly string[]): Promise<string> {
  for (const character of characters) {
    const response = await requestWith(context, { remittanceInformation: character.repeat(12) })
    if (response.status < 300) return character
  }
  throw new Blocked(
    'deployment-file',
    'a payment reference of 12 characters was rejected, so the limit of 80 is not judged',
    'Set names.paymentReference, or arrange agents in a corridor that takes a payment reference.',
  )
}
