/** Two signatures for one challenge at once (contract: Endpoints 1; States, External account status). */
import { check, expect, type CheckedResponse, retryUntilFound } from '../../fixtures/index.ts'
import { arrangeReadableChallenge } from './readable-challenge.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { verified } from './earlier-attempt.ts'

/** The number of accepted signatures, and the status of the account afterwards (States, External account status). */
function outcomeOf(responses: readonly CheckedResponse[]): {
  readonly accepted: number
  readonly status: 'ACTIVE' | 'UNVERIFIED'
} {
  const accepted = responses.filter(({ status }) => status === 200).length
  return { accepted, status: accepted > 0 ? 'ACTIVE' : 'UNVERIFIED' }
}

/** @throws Blocked when no valid signature was accepted */
const someVerified = (responses: readonly CheckedResponse[]): CheckedResponse =>
  verified(responses.find(({ status }) => status === 200) ?? responses[0]!)

for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-62',
    `a valid and an invalid signature, sent concurrently, have the effect of one of them on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, concurrently, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const { externalAccountId, messageToSign } = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )
      const signatures = [wallet.sign(messageToSign), open(wallets).sign(messageToSign)]

      const responses = await concurrently(
        ...signatures.map(
          (signature) => () =>
            retryUntilFound({ poll }, () => platform.verifyOwnership(externalAccountId, { signature })),
        ),
      )

      const { accepted, status } = outcomeOf(responses)
      expect(accepted).toBeLessThan(2)
      await expect(() => platform.externalAccount(externalAccountId)).toReachStatus(status)
    },
  )

  check(
    'OWN-63',
    `one of two concurrent valid signatures completes the challenge on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, concurrently, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const { externalAccountId, messageToSign } = await arrange('wallet-challenge', {
        chain,
        address: wallet.address,
      })
      const signature = wallet.sign(messageToSign)
      const verify = () =>
        retryUntilFound({ poll }, () => platform.verifyOwnership(externalAccountId, { signature }))

      const responses = await concurrently(verify, verify)

      someVerified(responses)
      expect(outcomeOf(responses).accepted, 'accepted signatures').toBe(1)
    },
  )
}
