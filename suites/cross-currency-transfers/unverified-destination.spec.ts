/** Transfers to an account whose ownership is to be verified (contract: States, External account status; Errors). */
import { check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { executeKnown, requestKnown, usableQuote } from './platform-quote.ts'

const SMALL = 10_000
const LARGE = 50_000_000

/** Requests a quote from a new customer to its account in PENDING_OWNERSHIP_VERIFICATION. */
async function toUnverified(stage: Stage) {
  const payer = await stage.arrange('agent', {})
  const { externalAccountId } = await stage.arrange('external-account-in-status', {
    status: 'PENDING_OWNERSHIP_VERIFICATION',
    customerId: payer.customerId,
  })
  const destination = { destinationType: 'ACCOUNT', accountId: externalAccountId }
  return (lockedCurrencyAmount: number) => requestKnown(stage, payer, { destination, lockedCurrencyAmount })
}

/** The response to a transfer: the rejection of its quote, or else the response to its execution. */
const responseToTransfer = (stage: Stage, quoted: Answer): Promise<Answer> =>
  quoted.status < 300 ? executeKnown(stage, String(valueAt(quoted.body, 'id'))) : Promise.resolve(quoted)

check(
  'QTE-58',
  'a small transfer to an account whose ownership is to be verified is executed',
  async (stage) => {
    const request = await toUnverified(stage)

    const response = await responseToTransfer(stage, await request(SMALL))

    expect(response).toSucceed()
  },
)

check(
  'QTE-59',
  'a large transfer to an account whose ownership is to be verified is rejected',
  async (stage) => {
    const request = await toUnverified(stage)
    usableQuote(await request(SMALL))

    const response = await responseToTransfer(stage, await request(LARGE))

    expect(response).toHaveStatus(400)
    expect(response).toHaveCode('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED')
  },
)
