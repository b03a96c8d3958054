/** A challenge past its expiry (contract: Resources, ScaChallenge, expiresAt). */
import { Blocked, check, expect, valueAt } from '../../fixtures/index.ts'
import { challengedQuote, instructionsOf, NOT_AUTHORIZED, type ChallengedQuote } from './challenged-quote.ts'
import { REJECTED } from '../rejections.ts'

/** @throws Blocked when the challenge does not say when it expires */
function expiryOf({ created }: ChallengedQuote): string {
  const expiresAt = valueAt(created.body, 'scaChallenge.expiresAt')
  if (typeof expiresAt === 'string') return expiresAt
  throw new Blocked(
    'implementation',
    `the challenge does not say when it expires (exchange ${created.exchange})`,
    'Tell it in scaChallenge.expiresAt.',
  )
}

check('SCA-08', 'the right code comes too late', { waits: true }, async (stage) => {
  const quote = await challengedQuote(stage, { scaExpiresInSeconds: stage.lifetime.seconds() })
  await stage.clock.past(expiryOf(quote))

  const answer = await stage.platform.sca.authorize(quote.quoteId, { code: quote.customer.scaCode })

  expect(answer).toBeError(...REJECTED)
  const seen = await quote.read()
  expect(String(valueAt(seen.body, 'status'))).toMatch(NOT_AUTHORIZED)
  expect(instructionsOf(seen)).toEqual([])
})
