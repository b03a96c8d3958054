/** Authorizing a quote with the code that its customer received (contract: Other endpoints that are referenced). */
import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { awaits } from './expectations.ts'
import { sendLoggedIn } from './logged-in.ts'
import { scaCodeOf, type Receiver } from './sca-customer.ts'

/** A quote, and the customer who authorizes it. */
export interface OfCustomer {
  readonly customer: Receiver
  readonly quoteId: string
}

/** The number of challenges that may follow each other before a quote is authorized; more are a loop. */
const MOST_CHALLENGES = 5

const challengeOf = ({ body }: CheckedResponse): unknown => valueAt(body, 'scaChallenge.id')

/**
 * Whether a quote, as read repeatedly, is authorized or has a challenge after the given one. Two reads must show that
 * challenge: a deployment may show a new id in every read, and stale reads are not a further challenge.
 */
export function isAuthorizedOrChallengedAfter(completed: unknown): (quote: CheckedResponse) => boolean {
  let last: unknown
  return (quote) => {
    if (quote.status !== 200) return false
    const challenge = challengeOf(quote)
    const isShownAgain = challenge !== undefined && challenge === last
    last = challenge
    return !awaits(quote) || (isShownAgain && challenge !== completed)
  }
}

/**
 * The code that the customer received for a quote.
 *
 * @param challenge the id of the challenge that the quote shows
 */
export const quoteCodeOf = (
  context: Pick<CheckContext, 'arrange'>,
  customer: Receiver,
  quoteId: string,
  challenge: unknown,
): Promise<string> =>
  scaCodeOf(context, customer, {
    quoteId,
    ...(typeof challenge === 'string' && { challengeId: challenge }),
  })

/**
 * Authorizes the quote with the right code. Completes further challenges if they follow. Returns the first response,
 * and the quote as read afterwards.
 */
export async function authorizeQuote(
  context: Pick<CheckContext, 'platform' | 'poll' | 'arrange'>,
  { customer, quoteId }: OfCustomer,
  read: () => Promise<CheckedResponse>,
): Promise<{ readonly response: CheckedResponse; readonly seen: CheckedResponse }> {
  const { platform, poll } = context
  const readFound = () => poll(read, ({ status }) => status === 200)
  let challenge = challengeOf(await readFound())
  const authorize = async () =>
    platform.sca.authorize(quoteId, { code: await quoteCodeOf(context, customer, quoteId, challenge) })
  const response = await sendLoggedIn(context, customer, authorize)
  for (let completed = 1; ; completed++) {
    const seen = await poll(read, isAuthorizedOrChallengedAfter(challenge))
    const before = challenge
    challenge = challengeOf(seen)
    if (!awaits(seen) || challenge === before || completed === MOST_CHALLENGES) return { response, seen }
    await authorize()
  }
}

/**
 * Authorizes the quote with the right code, and returns the quote as read afterwards.
 *
 * @throws Blocked when the code is rejected
 */
export async function authorizeAndRead(
  context: Pick<CheckContext, 'platform' | 'poll' | 'arrange'>,
  quote: OfCustomer,
  read: () => Promise<CheckedResponse>,
): Promise<CheckedResponse> {
  const { response, seen } = await authorizeQuote(context, quote, read)
  if (seen.status === 200 && !awaits(seen)) return seen
  throw new Blocked(
    'implementation',
    `the right code returned ${response.status}, and the quote still awaits authorization (exchange ${response.exchange})`,
    'See the reason in the requests of this check. SCA-04 judges this step.',
  )
}
