/** A signature is over messageToSign exactly as returned (contract: Endpoints 1), and not over a derived text. */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import { failed, usedUp, verified } from './earlier-attempt.ts'
import {
  CHANGES_OF_SPACE,
  CHANGES_OF_TEXT,
  foreignMessage,
  HASHES,
  OTHER_SPACE,
  PARTS,
  UNICODE_FORMS,
} from './messages.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { expectSignatureRejected } from './expectations.ts'

const DERIVED = [
  ...CHANGES_OF_SPACE.map((change) => ({ id: 'OWN-16', ...change }) as const),
  ...CHANGES_OF_TEXT.map((change) => ({ id: 'OWN-17', ...change }) as const),
  ...PARTS.map((change) => ({ id: 'OWN-53', ...change }) as const),
  ...OTHER_SPACE.map((change) => ({ id: 'OWN-54', ...change }) as const),
  ...UNICODE_FORMS.map((change) => ({ id: 'OWN-55', ...change }) as const),
  ...HASHES.map((change) => ({ id: 'OWN-57', ...change }) as const),
]

for (const { chain, open } of WALLET_KINDS) {
  for (const { id, name, changed } of DERIVED) {
    check(
      id,
      `a signature over the message with ${name} is rejected on ${chain}`,
      { needs: needOf(chain) },
      async ({ arrange, platform, poll, wallets }) => {
        const wallet = open(wallets)
        const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

        const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(changed(challenge.messageToSign)),
        })

        expectSignatureRejected(response)
      },
    )
  }

  check(
    'OWN-57',
    `a signature over the bytes of the message's hash is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.signHashOf(challenge.messageToSign),
      })

      expectSignatureRejected(response)
    },
  )
}

const PREFIXED = [
  { chain: 'EVM', prefix: 'EIP-191', open: (wallets: CheckContext['wallets']) => wallets.evm() },
  {
    chain: 'BITCOIN',
    prefix: 'BIP-137',
    open: (wallets: CheckContext['wallets']) => wallets.bitcoin('P2PKH'),
  },
] as const

for (const { chain, prefix, open } of PREFIXED) {
  check(
    'OWN-56',
    `a signature without the prefix of ${prefix} is rejected on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.signWithoutPrefix(challenge.messageToSign),
      })

      expectSignatureRejected(response)
    },
  )
}

/** One wallet with two accounts, each with its own challenge. */
for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-58',
    `of two accounts of one wallet, the signature for one does not verify the other on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      const other = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(foreignMessage(challenge, other)),
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-59',
    `an invalid signature for one account of a wallet leaves its other accounts unchanged on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const control = await arrange('wallet-challenge', { chain, address: wallet.address })
      verified(
        await verifyUntilFound({ platform, poll }, control.externalAccountId, {
          signature: wallet.sign(control.messageToSign),
        }),
      )
      const before = await arrange('wallet-challenge', { chain, address: wallet.address })
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      const after = await arrange('wallet-challenge', { chain, address: wallet.address })
      failed(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: open(wallets).sign(challenge.messageToSign),
        }),
      )
      usedUp(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        }),
      )

      const responses = [
        await verifyUntilFound({ platform, poll }, before.externalAccountId, {
          signature: wallet.sign(before.messageToSign),
        }),
        await verifyUntilFound({ platform, poll }, after.externalAccountId, {
          signature: wallet.sign(after.messageToSign),
        }),
      ]

      expect(responses.map(({ status }) => status)).toEqual([200, 200])
    },
  )
}
