/** Verify external account ownership with a wallet signature (contract: Endpoints 1). */
import { check, expect } from '../../fixtures/index.ts'

check('OWN-01', 'a valid EIP-191 signature is answered with the same account, ACTIVE', async ({ arrange, platform, wallets }) => {
  const wallet = wallets.evm()
  const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })

  const answer = await platform.verifyOwnership(challenge.externalAccountId, { signature: wallet.sign(challenge.messageToSign) })

  expect(answer).toHaveStatus(200)
  expect(answer).toHold({ id: challenge.externalAccountId, status: 'ACTIVE' })
  await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('ACTIVE')
})
