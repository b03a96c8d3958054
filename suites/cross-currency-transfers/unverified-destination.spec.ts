/** Transfers to an account whose ownership is not verified yet (contract: States, External account status; Errors). */
import { check, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import {
  executeUntilFound,
  requestAsAgentUntilFound,
  requestUntilFound,
  usableQuote,
} from './platform-quote.ts'

const SMALL = 10_000
const LARGE = 50_000_000

const UNVERIFIED = 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'

/** Requests a quote from a new customer to its account in PENDING_OWNERSHIP_VERIFICATION. */
async function arrangeUnverifiedDestination(context: CheckContext) {
  const payer = await context.arrange('agent', {})
  const { externalAccountId } = await context.arrange('external-account-in-status', {
    status: 'PENDING_OWNERSHIP_VERIFICATION',
    customerId: payer.customerId,
  })
  const destination = { destinationType: 'ACCOUNT', accountId: externalAccountId }
  return async (lockedCurrencyAmount: number) => {
    const quoted = await requestUntilFound(context, payer, { destination, lockedCurrencyAmount })
    return authorizedQuote(context, quoted, payer, context.platform.transfers)
  }
}

/** The response to a transfer: the rejection of its quote, otherwise the response to its execution. */
const requestTransfer = (context: CheckContext, quoted: CheckedResponse): Promise<CheckedResponse> =>
  quoted.status < 300
    ? executeUntilFound(context, String(valueAt(quoted.body, 'id')))
    : Promise.resolve(quoted)

check(
  'QTE-58',
  'a small transfer to an account whose ownership is not verified yet is executed',
  async (context) => {
    const request = await arrangeUnverifiedDestination(context)

    const response = await requestTransfer(context, await request(SMALL))

    expect(response).toSucceed()
  },
)

check(
  'QTE-59',
  'a large transfer to an account whose ownership is not verified yet is rejected',
  async (context) => {
    const request = await arrangeUnverifiedDestination(context)
    usableQuote(await request(SMALL))

    const response = await requestTransfer(context, await request(LARGE))

    withinLimits(response, UNVERIFIED)
    expect(response).toHaveStatus(400)
    expect(response).toHaveCode(UNVERIFIED)
  },
)

check(
  'QTE-79',
  "an agent's large transfer to an account whose ownership is not verified yet is rejected",
  async (context) => {
    const payer = await context.arrange('agent', {})
    const { externalAccountId } = await context.arrange('external-account-in-status', {
      status: 'PENDING_OWNERSHIP_VERIFICATION',
      customerId: payer.customerId,
    })
    const destination = { destinationType: 'ACCOUNT', accountId: externalAccountId }
    const request = (lockedCurrencyAmount: number) =>
      requestAsAgentUntilFound(context, payer, { destination, lockedCurrencyAmount })
    usableQuote(await request(SMALL))

    const quoted = await request(LARGE)
    const response =
      quoted.status < 300
        ? await context.agent(payer.accessToken).executeQuote(String(valueAt(quoted.body, 'id')))
        : quoted

    withinLimits(response, UNVERIFIED)
    expect(response).toHaveStatus(400)
    expect(response).toHaveCode(UNVERIFIED)
  },
)
