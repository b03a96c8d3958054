/**
 * LIVENESS challenges, whose outcome becomes visible by polling (contract: States, External account status row 3;
 * Events).
 */
import { check, expect } from '../../fixtures/index.ts'
import { withoutChallenge } from './earlier-attempt.ts'
import { expectVerified, retried, readStatusOfBothOutcomes } from './liveness-outcome.ts'
import { startChallengeUntilFound } from './started-challenge.ts'
import { readStatus } from './readable-challenge.ts'
import { verifyWithoutChallenge } from './verify-until-found.ts'

check('LIV-01', 'a passed challenge is visible by polling', async (context) => {
  const { externalAccountId } = await context.arrange('liveness-challenge', {})
  const before = await readStatus(context, externalAccountId)

  await context.arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })

  await expectVerified(context, externalAccountId, before)
})

check('LIV-02', 'a failed challenge does not leave the account ACTIVE', async (context) => {
  const statuses = await readStatusOfBothOutcomes(context)

  expect(statuses.FAILED).not.toBe('ACTIVE')
})

check('LIV-03', 'a passed challenge is distinguishable from a failed one', async (context) => {
  const statuses = await readStatusOfBothOutcomes(context)

  expect(statuses.PASSED).not.toBe(statuses.FAILED)
})

check('LIV-04', 'after a signature the challenge still completes', async (context) => {
  const { externalAccountId } = await context.arrange('liveness-challenge', {})
  const before = await readStatus(context, externalAccountId)
  withoutChallenge(
    await verifyWithoutChallenge(context, externalAccountId, {
      signature: context.wallets.evm().sign('Any message'),
    }),
  )
  await context.arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })

  await expectVerified(context, externalAccountId, before)
})

check('LIV-05', 'after a failed challenge a new one passes', async (context) => {
  const { arrange, poll, maxWaitMs } = context
  const { externalAccountId } = await arrange('liveness-challenge', {})
  const before = await readStatus(context, externalAccountId)
  await arrange('liveness-outcome', { externalAccountId, outcome: 'FAILED' })
  const after = await poll(
    () => readStatus(context, externalAccountId),
    (status) => status === 'UNVERIFIED' || status !== before,
    maxWaitMs,
  )

  const started = retried(await startChallengeUntilFound(context, externalAccountId, 'LIVENESS'), after)

  expect(started).toSucceed()
  const again = await readStatus(context, externalAccountId)
  await arrange('liveness-outcome', { externalAccountId, outcome: 'PASSED' })
  await expectVerified(context, externalAccountId, again)
})
