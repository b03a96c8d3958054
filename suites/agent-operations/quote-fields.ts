/**
 * Fields of quote requests whose names the contract does not show (contract: Endpoints 3, payment reference and purpose
 * of payment; Limits). If the deployment accepts every value under a name, the field probably has another name.
 */
import { Blocked, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { QuoteRequest } from './quote-request.ts'

/** Requests a quote of a new customer with some fields changed. */
export type RequestWith = (context: CheckContext, changes: QuoteRequest) => Promise<CheckedResponse>

/** Whether the deployment accepts an object under this name. No text field accepts one. */
export const acceptsObject = (request: RequestWith, context: CheckContext, field: string) => async () =>
  (await request(context, { [field]: { text: 'INV-42' } })).status < 300

/** A rail may restrict the characters of a payment reference: a check uses the first that is accepted. */
export const REFERENCES = [
  { of: 'one byte', characters: ['R'] },
  { of: 'several bytes', characters: ['é', 'R'] },
]

/**
 * The first character that the deployment accepts in a short payment reference.
 *
 * @throws Blocked when it accepts none of them
 */
export async function findAcceptedCharacter(
  request: RequestWith,
  context: CheckContext,
  characters: readonly string[],
): Promise<string> {
  for (const character of characters) {
    const response = await request(context, { remittanceInformation: character.repeat(12) })
    if (response.status < 300) return character
  }
  throw new Blocked(
    'deployment-file',
    'a payment reference of 12 characters was rejected, so the limit of 80 is not judged',
    'Set names.paymentReference, or arrange agents in a corridor that takes a payment reference.',
  )
}
