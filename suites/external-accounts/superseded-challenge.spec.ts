/** A newer challenge replaces an earlier one (contract: States, UNVERIFIED; Endpoints 1). */
import { check, expect } from '../../fixtures/index.ts'
import { failed } from './earlier-attempt.ts'
import { foreignMessage } from './messages.ts'
import { waitUntilConsistent, verifyUntilFound } from './verify-until-found.ts'
import { startChallengeUntilFound } from './started-challenge.ts'
import { startedChallenge } from './expectations.ts'

check(
  'OWN-60',
  'a signature over the message of a failed challenge does not complete the next one',
  async ({ arrange, platform, poll, wallets }) => {
    const wallet = wallets.evm()
    const earlier = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
    const { externalAccountId } = earlier
    failed(
      await verifyUntilFound({ platform, poll }, externalAccountId, {
        signature: wallets.evm().sign(earlier.messageToSign),
      }),
    )
    const newer = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))
    await waitUntilConsistent({ poll })

    const response = await verifyUntilFound({ platform, poll }, externalAccountId, {
      signature: wallet.sign(foreignMessage({ ...newer, externalAccountId }, earlier)),
    })

    expect(response).toHaveStatus(400)
  },
)

check(
  'OWN-61',
  'a signature over the message of a challenge does not complete a newer one',
  async ({ arrange, platform, poll, wallets }) => {
    const wallet = wallets.evm()
    const earlier = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
    const { externalAccountId } = earlier
    const newer = startedChallenge(await startChallengeUntilFound({ platform, poll }, externalAccountId))
    await waitUntilConsistent({ poll })

    const response = await verifyUntilFound({ platform, poll }, externalAccountId, {
      signature: wallet.sign(foreignMessage({ ...newer, externalAccountId }, earlier)),
    })

    expect(response).toHaveStatus(400)
  },
)
