/** After expiry a new challenge is started (contract: Endpoints 1, purpose). */
import { check, expect } from '../../fixtures/index.ts'
import { startChallengeUntilFound } from './started-challenge.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { startedChallenge } from './expectations.ts'

check(
  'EXT-03',
  'after expiry a new challenge is completed',
  { waits: true },
  async ({ arrange, platform, poll, clock, lifetime, wallets }) => {
    const wallet = wallets.evm()
    const { externalAccountId, expiresAt } = await arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
      expiresInSeconds: lifetime.seconds(),
    })
    await clock.past(expiresAt)
    const challenge = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))

    const response = await verifyUntilFound({ platform, poll }, externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expect(response).toHaveStatus(200)
  },
)
