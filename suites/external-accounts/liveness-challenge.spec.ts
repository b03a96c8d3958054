/** LIVENESS challenges, whose outcome is seen by polling (contract: States, External account status row 3; Events). */
import { check, expect } from '../../fixtures/index.ts'
import { withoutChallenge } from './earlier-attempt.ts'
import { AWAITING, completing, retried, statusesOfBoth, statusOnceVerified } from './liveness-outcome.ts'
import { startingChallenge } from './started-challenge.ts'
import { statusOf } from './readable-challenge.ts'
import { verifyWithoutChallenge } from './once-known.ts'

check('LIV-01', 'a challenge that passed is seen by polling', async (stage) => {
  const externalAccountId = await completing(stage, 'PASSED')

  expect(AWAITING).not.toContain(await statusOnceVerified(stage, externalAccountId))
})

check('LIV-02', 'a challenge that failed does not leave the account ACTIVE', async (stage) => {
  const statuses = await statusesOfBoth(stage)

  expect(statuses.FAILED).not.toBe('ACTIVE')
})

check('LIV-03', 'a challenge that passed is told from one that failed', async (stage) => {
  const statuses = await statusesOfBoth(stage)

  expect(statuses.PASSED).not.toBe(statuses.FAILED)
})

check('LIV-04', 'after a signature the outcome of the challenge still comes', async (stage) => {
  const { externalAccountId } = await stage.arrange('liveness-challenge', {})
  withoutChallenge(
    await verifyWithoutChallenge(stage, externalAccountId, {
      signature: stage.wallets.evm().sign('Any message'),
    }),
  )
  await stage.arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })

  expect(AWAITING).not.toContain(await statusOnceVerified(stage, externalAccountId))
})

check('LIV-05', 'after a challenge that failed a new one passes', async (stage) => {
  const { arrange, poll, maxWaitMs } = stage
  const { externalAccountId } = await arrange('liveness-challenge', {})
  const before = await statusOf(stage, externalAccountId)
  await arrange('liveness-outcome', { externalAccountId, outcome: 'FAILED' })
  const after = await poll(
    () => statusOf(stage, externalAccountId),
    (status) => status === 'UNVERIFIED' || status !== before,
    maxWaitMs,
  )

  const started = retried(await startingChallenge(stage, externalAccountId, 'LIVENESS'), after)

  expect(started).toSucceed()
  await arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })
  expect(AWAITING).not.toContain(await statusOnceVerified(stage, externalAccountId))
})
