/** Verify external account ownership with a wallet signature (contract: Endpoints 1): an invalid one. */
import { check, expect } from '../../fixtures/index.ts'
import { failed } from './earlier-attempt.ts'
import { foreignMessage } from './messages.ts'
import { arrangeReadableChallenge, readStatus } from './readable-challenge.ts'
import { cutShort, undecodable } from './signatures.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { waitUntilConsistent, verifyUntilFound } from './verify-until-found.ts'
import { expectChallengeFailed, expectRequestRejected, expectSignatureRejected } from './expectations.ts'

for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-18',
    `a signature by another key is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: open(wallets).sign(challenge.messageToSign),
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-19',
    `the signature of the wallet over another account's message is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      const other = await arrange('wallet-challenge', { chain, address: open(wallets).address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(foreignMessage(challenge, other)),
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-19',
    `the signature for another account's challenge is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const otherWallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      const other = await arrange('wallet-challenge', { chain, address: otherWallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: otherWallet.sign(other.messageToSign),
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-20',
    `a signature cut short is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: cutShort(wallet.sign(challenge.messageToSign)),
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-21',
    `a signature that does not decode is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: undecodable(wallet.sign(challenge.messageToSign)),
      })

      expectRequestRejected(response)
    },
  )

  check(
    'OWN-21',
    `a text that is not a signature is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const challenge = await arrange('wallet-challenge', { chain, address: open(wallets).address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: 'these words sign nothing!',
      })

      expectRequestRejected(response)
    },
  )

  check(
    'OWN-22',
    `a signature by another key moves the account to UNVERIFIED on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )

      await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: open(wallets).sign(challenge.messageToSign),
      })

      await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('UNVERIFIED')
    },
  )

  check(
    'OWN-22',
    `a signature over a changed message moves the account to UNVERIFIED on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )

      await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(`${challenge.messageToSign}\n`),
      })

      await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('UNVERIFIED')
    },
  )

  check(
    'OWN-23',
    `after a failed attempt the same challenge cannot be completed on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      failed(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: open(wallets).sign(challenge.messageToSign),
        }),
      )

      await waitUntilConsistent({ poll })

      const response = await platform.verifyOwnership(challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign),
      })

      expectChallengeFailed(response)
    },
  )

  check(
    'OWN-24',
    `after a failed attempt the same challenge does not make the account ACTIVE on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )
      failed(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: open(wallets).sign(challenge.messageToSign),
        }),
      )

      await waitUntilConsistent({ poll })

      await platform.verifyOwnership(challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign),
      })

      const status = await poll(
        () => readStatus({ platform, poll }, challenge.externalAccountId),
        (seen) => seen !== 'ACTIVE',
      )
      expect(status).not.toBe('ACTIVE')
    },
  )
}
