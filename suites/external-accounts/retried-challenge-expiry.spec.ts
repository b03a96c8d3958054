/** After expiry a new challenge is started (contract: Endpoints 1, purpose). */
import { check, expect } from '../../fixtures/index.ts'
import { startChallengeOnceKnown } from './started-challenge.ts'
import { verifyOnceKnown } from './once-known.ts'
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
    const challenge = startedChallenge(await startChallengeOnceKnown({ platform, poll }, externalAccountId))

    const response = await verifyOnceKnown({ platform, poll }, externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expect(response).toHaveStatus(200)
  },
)
