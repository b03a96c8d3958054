import type { StateParams, StateValues } from '../../spec/index.ts'
import { Blocked, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { usableQuoteIn, type UsableQuote } from '../agent-management/executable-quote.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'
import { requesterOf, type Requester } from '../agent-operations/requester.ts'
import { isAccepted } from '../expectations.ts'
import { awaits, instructionsOf, NOT_AUTHORIZED } from './expectations.ts'
import { quoteCodeOf, authorizeAndRead } from './authorize-quote.ts'
import { sendLoggedIn } from './logged-in.ts'
import { realTimeFunding } from './real-time-funding.ts'
import { arrangeScaCustomer, type ScaCustomer } from './sca-customer.ts'

/** A quote that must be authorized. */
export interface ChallengedQuote {
  readonly customer: ScaCustomer
  readonly quoteId: string
  readonly created: CheckedResponse
  /** The code that the customer received for it. */
  readonly code: () => Promise<string>
  readonly requester: Requester
  /** The quote as it is read now, once it can be read. */
  readonly read: () => Promise<CheckedResponse>
  /** The response to one request for the quote. */
  readonly readOnce: () => Promise<CheckedResponse>
}

/** A quote from an account of a customer. */
export interface AccountQuote extends UsableQuote {
  readonly requester: Requester
}

type Requesting = Pick<CheckContext, 'agent' | 'platform' | 'offers' | 'hasCapability' | 'random' | 'arrange'>

/** Asks for a quote from a real-time funding source; where there are none, from an account. */
export const requestFunding = (
  context: Requesting,
  customer: StateValues['agent'],
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  sendLoggedIn(context, customer, () =>
    requesterOf(context, customer).createQuote(
      context.hasCapability('funding.realtime')
        ? realTimeFunding(customer, changes)
        : quoteRequest(customer, changes),
      context.random.uuid(),
    ),
  )

/**
 * The same for a customer in a region that requires SCA.
 *
 * @throws Blocked when a quote from an account awaits no authorization: the contract leaves open whether it does
 */
export async function requestInRegion(
  context: Requesting,
  customer: ScaCustomer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> {
  const response = await requestFunding(context, customer, changes)
  if (!context.hasCapability('funding.realtime')) challengedId(response)
  return response
}

/** The same as the platform. */
export const requestPlatformFunding = (
  context: Pick<CheckContext, 'platform' | 'random' | 'arrange'>,
  customer: StateValues['agent'],
): Promise<CheckedResponse> =>
  sendLoggedIn(context, customer, () =>
    context.platform.transfers.createQuote(realTimeFunding(customer), context.random.uuid()),
  )

/**
 * A quote from an account of the customer.
 *
 * @throws Blocked when the deployment gives no usable quote
 */
export async function createAccountQuote(
  context: CheckContext,
  customer: ScaCustomer,
): Promise<AccountQuote> {
  const requester = requesterOf(context, customer)
  const created = await sendLoggedIn(context, customer, () =>
    requester.createQuote(quoteRequest(customer), context.random.uuid()),
  )
  return { ...usableQuoteIn(created), requester }
}

/**
 * A quote in a region that requires SCA.
 *
 * @throws Blocked when it does not await authorization
 */
export async function createChallengedQuote(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<ChallengedQuote> {
  const customer = await arrangeScaCustomer(context, params)
  const created = await requestInRegion(context, customer)
  const quoteId = challengedId(created)
  const requester = requesterOf(context, customer)
  const readOnce = () => requester.quote(quoteId)
  const read = () => context.poll(readOnce, ({ status }) => status === 200)
  const challenge = valueAt(created.body, 'scaChallenge.id')
  const code = () => quoteCodeOf(context, customer, quoteId, challenge)
  return { customer, quoteId, created, code, requester, read, readOnce }
}

/**
 * The id of a quote that awaits authorization.
 *
 * @throws Blocked when it does not
 */
export function challengedId(created: CheckedResponse): string {
  const quoteId = valueAt(created.body, 'id')
  if (typeof quoteId === 'string' && valueAt(created.body, 'status') === 'PENDING_AUTHORIZATION')
    return quoteId
  withinLimits(created)
  throw new Blocked(
    'implementation',
    `the quote that this check needs returned ${created.status} and does not await authorization (exchange ${created.exchange})`,
    'See the reason in the requests of this check. SCA-01 judges real-time funding. If no quotes await authorization, list sca.quotes under notOffered.',
  )
}

/** Authorizes a quote if it awaits that; the contract does not say whether a quote from an account does. */
export async function authorizeIfRequired(
  context: CheckContext,
  customer: ScaCustomer,
  { requester, quoteId }: Pick<AccountQuote, 'requester' | 'quoteId'>,
): Promise<void> {
  const read = () => requester.quote(quoteId)
  if (awaits(await context.poll(read, ({ status }) => status === 200))) {
    await authorizeAndRead(context, { customer, quoteId }, read)
  }
}

/**
 * Executes a quote from an account. Its challenge may follow the execution, which is then completed by the
 * authorization or requested again.
 */
export async function executeOnceAuthorized(
  context: CheckContext,
  customer: ScaCustomer,
  quote: Pick<AccountQuote, 'requester' | 'quoteId'>,
  spent: () => Promise<number>,
): Promise<void> {
  const response = await sendLoggedIn(context, customer, () => quote.requester.executeQuote(quote.quoteId))
  // Until the challenge is visible, a rejected execution looks as if nothing was awaited.
  const { isAwaiting } = await context.poll(
    async () => ({
      isAwaiting: awaits(await quote.requester.quote(quote.quoteId)),
      isPaid: isAccepted(response) && (await spent()) !== 0,
    }),
    (seen) => seen.isAwaiting || seen.isPaid,
  )
  if (!isAwaiting) {
    expect(response).toSucceed()
    return
  }
  await authorizeIfRequired(context, customer, quote)
  const paid = await context.poll(spent, (amount) => amount !== 0)
  if (paid === 0) expect(await quote.requester.executeQuote(quote.quoteId)).toSucceed()
}

/**
 * The quote after an authorization that must have no effect. If it was accepted, reads the quote for as long as its
 * effect may take to become visible.
 */
export const readAfterwards = (
  { poll }: Pick<CheckContext, 'poll'>,
  { read, readOnce }: ChallengedQuote,
  response: CheckedResponse,
): Promise<CheckedResponse> =>
  isAccepted(response)
    ? poll(
        readOnce,
        ({ status, body }) => status === 200 && !NOT_AUTHORIZED.test(String(valueAt(body, 'status'))),
      )
    : read()

/** The payment instructions of a quote, which may become visible a little after its creation. */
export const pollInstructions = async (
  context: Pick<CheckContext, 'agent' | 'platform' | 'offers' | 'poll'>,
  customer: Pick<StateValues['agent'], 'accessToken'>,
  created: CheckedResponse,
): Promise<unknown> =>
  hasInstructions(created)
    ? instructionsOf(created)
    : instructionsOf(
        await context.poll(
          () => requesterOf(context, customer).quote(String(valueAt(created.body, 'id'))),
          hasInstructions,
        ),
      )

const hasInstructions = (quote: CheckedResponse): boolean => JSON.stringify(instructionsOf(quote)) !== '[]'

/** Fixed codes, so that a replay sends the same request. */
const CODES = ['135790', '246801'] as const

interface WrongCode {
  /** Completes "with …". */
  readonly name: string
  readonly codeFor: (context: CheckContext, right: string) => Promise<string>
}

/**
 * Codes that are wrong for a customer. If a sandbox sends the same code to every customer, another one replaces it.
 *
 * @param challenge the code that another customer received
 */
export const wrongCodes = (challenge: (context: CheckContext) => Promise<string>): readonly WrongCode[] => [
  { name: 'a wrong code', codeFor: (_, right) => Promise.resolve(otherCode(right)) },
  { name: 'a prefix of the right code', codeFor: (_, right) => Promise.resolve(right.slice(0, -1)) },
  {
    name: 'the code of another customer',
    codeFor: async (context, right) => {
      const code = await challenge(context)
      return code === right ? otherCode(right) : code
    },
  },
]

/** A code that differs from the given one. */
export const otherCode = (code: string): string => (code === CODES[0] ? CODES[1] : CODES[0])
