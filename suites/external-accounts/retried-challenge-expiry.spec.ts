/** After expiry a new challenge is started (contract: Endpoints 1, purpose). */
import { check, expect } from '../../fixtures/index.ts'
import { startedChallenge } from './started-challenge.ts'

check(
  'EXT-03',
  'after expiry a new challenge is completed',
  { waits: true },
  async ({ arrange, platform, clock, lifetime, wallets }) => {
    const wallet = wallets.evm()
    const { externalAccountId, expiresAt } = await arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
      expiresInSeconds: lifetime.seconds(),
    })
    await clock.past(expiresAt)
    const challenge = startedChallenge(
      await platform.externalAccounts.startChallenge(externalAccountId, 'WALLET_SIGNATURE'),
    )

    const answer = await platform.verifyOwnership(externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expect(answer).toHaveStatus(200)
  },
)
