/** A challenge past its expiry (contract: Resources, ScaChallenge, expiresAt). */
import { Blocked, check, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { createChallengedQuote, readAfterwards, type ChallengedQuote } from './challenged-quote.ts'
import { expectRejectedUnlessAccepted } from '../expectations.ts'
import { sendLoggedIn } from './logged-in.ts'
import { expectNotAuthorized, expectWithheld } from './expectations.ts'

/** @throws Blocked when the challenge has no expiry */
function expiryOf({ created }: ChallengedQuote): string {
  const expiresAt = valueAt(created.body, 'scaChallenge.expiresAt')
  if (typeof expiresAt === 'string') return expiresAt
  throw new Blocked(
    'implementation',
    `the challenge does not say when it expires (exchange ${created.exchange})`,
    'Return it in scaChallenge.expiresAt.',
  )
}

/** @throws Blocked when a new challenge has replaced the expired one: the same code may be right for it */
function requireSameChallenge({ created }: ChallengedQuote, { body, exchange }: CheckedResponse): void {
  const now = valueAt(body, 'scaChallenge.id')
  if (typeof now !== 'string' || now === valueAt(created.body, 'scaChallenge.id')) return
  throw new Blocked(
    'environment',
    `after its challenge expired, the quote has a new challenge (exchange ${exchange}); the contract does not show whether a code confirms several challenges`,
    'No change is needed if another challenge follows an expired one.',
  )
}

check(
  'SCA-08',
  'the right code is rejected after the challenge expires',
  { waits: true },
  async (context) => {
    const quote = await createChallengedQuote(context, { scaExpiresInSeconds: context.lifetime.seconds() })
    const code = await quote.code()
    await context.clock.past(expiryOf(quote))
    requireSameChallenge(quote, await quote.read())

    const response = await sendLoggedIn(context, quote.customer, () =>
      context.platform.sca.authorize(quote.quoteId, { code }),
    )

    expectRejectedUnlessAccepted(response)
    const seen = await readAfterwards(context, quote, response)
    expectNotAuthorized(seen)
    expectWithheld(seen)
  },
)
