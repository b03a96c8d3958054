/** A new challenge is started to retry (contract: States, External account status; Endpoints 1). */
import { check, expect, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import { arrangeVerifiedAccount, failed, unlessInvalid, verified } from './earlier-attempt.ts'
import { arrangeReadableChallenge } from './readable-challenge.ts'
import { startChallengeUntilFound } from './started-challenge.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { failNewLiveness, offered } from './liveness-outcome.ts'
import { expectChallenge, expectVerified, startedChallenge } from './expectations.ts'

check('EXT-01', 'a challenge is started', async ({ arrange, platform, poll, clock, wallets }) => {
  const wallet = wallets.evm()
  const earlier = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
  failed(
    await verifyUntilFound({ platform, poll }, earlier.externalAccountId, {
      signature: wallets.evm().sign(earlier.messageToSign),
    }),
  )

  const requested = clock.mark()

  const response = await startChallengeUntilFound({ platform, poll }, earlier.externalAccountId)

  expectChallenge(startedChallenge(response), requested())
})

check(
  'EXT-02',
  'after a failed attempt a new challenge is completed',
  async ({ arrange, platform, poll, wallets }) => {
    const wallet = wallets.evm()
    const { externalAccountId, messageToSign } = await arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
    })
    failed(
      await verifyUntilFound({ platform, poll }, externalAccountId, {
        signature: wallets.evm().sign(messageToSign),
      }),
    )
    const challenge = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))

    const response = await verifyUntilFound({ platform, poll }, externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expect(response).toHaveStatus(200)
  },
)

/**
 * Completes a new challenge with an invalid signature; undefined if the server started none: the contract does not say
 * that a verified account gets one.
 */
async function failNewChallenge(
  context: Pick<CheckContext, 'platform' | 'poll'>,
  externalAccountId: string,
  started: CheckedResponse,
  signWrongly: (message: string) => string,
): Promise<CheckedResponse | undefined> {
  if (started.status >= 400) return undefined
  const signature = signWrongly(startedChallenge(started).messageToSign)
  return failed(await verifyUntilFound(context, externalAccountId, { signature }))
}

check(
  'OWN-22',
  'an invalid signature for a new challenge moves a verified account to UNVERIFIED',
  { operations: ['startOwnershipChallenge'] },
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId } = await arrangeVerifiedAccount({ arrange, platform, poll }, wallets.evm())
    const started = await startChallengeUntilFound({ platform, poll }, externalAccountId)

    const failedAttempt = await failNewChallenge({ platform, poll }, externalAccountId, started, (message) =>
      wallets.evm().sign(message),
    )

    await expect(() => platform.externalAccount(externalAccountId)).toReachStatus(
      failedAttempt === undefined ? 'ACTIVE' : 'UNVERIFIED',
    )
  },
)

check(
  'OWN-66',
  'after a failed attempt, the valid signature for a new challenge makes the account ACTIVE',
  async ({ arrange, platform, poll, wallets }) => {
    const wallet = wallets.evm()
    const { externalAccountId, messageToSign } = await arrangeReadableChallenge(
      { arrange, platform, poll },
      { chain: 'EVM', address: wallet.address },
    )
    const verify = (signature: string) =>
      verifyUntilFound({ platform, poll }, externalAccountId, { signature })
    failed(await verify(wallets.evm().sign(messageToSign)))
    const challenge = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))

    verified(await verify(wallet.sign(challenge.messageToSign)))

    await expect(() => platform.externalAccount(externalAccountId)).toReachStatus('ACTIVE')
  },
)

check(
  'OWN-73',
  'after a failed LIVENESS challenge, a valid signature makes the account ACTIVE',
  async (context) => {
    const wallet = context.wallets.evm()
    const { externalAccountId } = await arrangeReadableChallenge(context, {
      chain: 'EVM',
      address: wallet.address,
    })
    await failNewLiveness(context, externalAccountId)
    const challenge = startedChallenge(offered(await startChallengeUntilFound(context, externalAccountId)))

    const response = await verifyUntilFound(context, externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expectVerified(unlessInvalid(response))
    await expect(() => context.platform.externalAccount(externalAccountId)).toReachStatus('ACTIVE')
  },
)

check(
  'OWN-67',
  'a second failed attempt moves the account to UNVERIFIED too',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId, messageToSign } = await arrangeReadableChallenge(
      { arrange, platform, poll },
      { chain: 'EVM', address: wallets.evm().address },
    )
    const fail = async (message: string) =>
      failed(
        await verifyUntilFound({ platform, poll }, externalAccountId, {
          signature: wallets.evm().sign(message),
        }),
      )
    await fail(messageToSign)
    const challenge = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))

    await fail(challenge.messageToSign)

    await expect(() => platform.externalAccount(externalAccountId)).toReachStatus('UNVERIFIED')
  },
)
