/** Verify external account ownership with a wallet signature (contract: Endpoints 1): a valid one. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { createDefaultWallet, pollDefault } from './default-wallet.ts'
import { arrangeVerifiedAccount, failed, unlessInvalid, verified } from './earlier-attempt.ts'
import { arrangeReadableChallenge, readStatus, requireUnverified } from './readable-challenge.ts'
import { SEGWIT_TYPES, WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import {
  expectActive,
  expectSignatureRejected,
  expectVerified,
  expectVerifiedAccount,
} from './expectations.ts'

check('OWN-01', 'a valid EIP-191 signature is accepted', async ({ arrange, platform, poll, wallets }) => {
  const wallet = wallets.evm()
  const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })

  const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
    signature: wallet.sign(challenge.messageToSign),
  })

  expectVerified(response)
})

const BITCOIN_ADDRESSES = [
  { id: 'OWN-02', type: 'P2PKH' },
  { id: 'OWN-03', type: 'P2SH-P2WPKH' },
  { id: 'OWN-04', type: 'P2WPKH' },
] as const

for (const { id, type } of BITCOIN_ADDRESSES) {
  check(
    id,
    `a valid BIP-137 signature is accepted for a ${type} address`,
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = wallets.bitcoin(type)
      const challenge = await arrange('wallet-challenge', { chain: 'BITCOIN', address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign, 'bip137'),
        signatureScheme: 'bip137',
      })

      expectVerified(response)
    },
  )

  check(
    'OWN-05',
    `a valid Electrum signature is accepted for a ${type} address`,
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = wallets.bitcoin(type)
      const challenge = await arrange('wallet-challenge', { chain: 'BITCOIN', address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign, 'electrum'),
        signatureScheme: 'electrum',
      })

      expectVerified(response)
    },
  )
}

check('OWN-06', 'a valid Ed25519 signature is accepted', async ({ arrange, platform, poll, wallets }) => {
  const wallet = wallets.solana()
  const challenge = await arrange('wallet-challenge', { chain: 'SOLANA', address: wallet.address })

  const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
    signature: wallet.sign(challenge.messageToSign),
  })

  expectVerified(response)
})

for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-09',
    `the response names the same account on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = verified(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        }),
      )

      expectVerifiedAccount(response, challenge.externalAccountId)
    },
  )

  check(
    'OWN-10',
    `the response shows the account as ACTIVE on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = verified(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        }),
      )

      expectActive(response)
    },
  )

  check(
    'OWN-11',
    `the account is read as ACTIVE afterwards on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address },
      )

      verified(
        await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        }),
      )

      await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('ACTIVE')
    },
  )
}

for (const type of SEGWIT_TYPES) {
  check(
    'OWN-12',
    `without signatureScheme bip137 applies to a ${type} address`,
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = wallets.bitcoin(type)
      const challenge = await arrange('wallet-challenge', { chain: 'BITCOIN', address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign, 'bip137'),
      })

      expectVerified(response)
    },
  )

  check(
    'OWN-14',
    `as electrum a BIP-137 signature is rejected for a ${type} address`,
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = wallets.bitcoin(type)
      const challenge = await arrange('wallet-challenge', { chain: 'BITCOIN', address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign, 'bip137'),
        signatureScheme: 'electrum',
      })

      expectSignatureRejected(response)
    },
  )

  check(
    'OWN-15',
    `as bip137 an Electrum signature is rejected for a ${type} address`,
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = wallets.bitcoin(type)
      const challenge = await arrange('wallet-challenge', { chain: 'BITCOIN', address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign, 'electrum'),
        signatureScheme: 'bip137',
      })

      expectSignatureRejected(response)
    },
  )
}

const OFF_BITCOIN = WALLET_KINDS.filter(({ chain }) => chain !== 'BITCOIN').flatMap((kind) =>
  (['bip137', 'electrum'] as const).map((signatureScheme) => ({ ...kind, signatureScheme })),
)

for (const { chain, open, signatureScheme } of OFF_BITCOIN) {
  check(
    'OWN-13',
    `signatureScheme ${signatureScheme} is ignored on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })

      const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign),
        signatureScheme,
      })

      expectVerified(response)
    },
  )
}

/** The fields that verification leaves as they were (contract: Endpoints 1; States, External account status). */
const KEPT = [
  'id',
  'customerId',
  'platformAccountId',
  'ownershipType',
  'currency',
  'defaultUmaDepositAccount',
  'accountInfo.accountType',
]

check('OWN-72', 'the colon of the account id may be percent-encoded', async (context) => {
  const wallet = context.wallets.evm()
  const { externalAccountId, messageToSign } = await context.arrange('wallet-challenge', {
    chain: 'EVM',
    address: wallet.address,
  })
  const body = { signature: wallet.sign(messageToSign) }

  const response = await context.poll(
    () => context.platform.verifyOwnership(externalAccountId, body, 'WITH_ENCODED_COLON'),
    ({ status }) => status !== 404 && status !== 409,
  )

  expectVerified(unlessInvalid(response))
})

/** The contract does not say whether an unverified account may be the default. */
const KEPT_AFTER_FAILURE = KEPT.filter((field) => field !== 'defaultUmaDepositAccount')

check('OWN-65', 'a verification changes only the status of the account', async ({ wallets, ...context }) => {
  const wallet = wallets.evm()
  const challenge = await arrangeReadableChallenge(context, { chain: 'EVM', address: wallet.address })
  const { externalAccountId } = challenge
  const before = await context.platform.externalAccount(externalAccountId)

  verified(
    await verifyUntilFound(context, externalAccountId, { signature: wallet.sign(challenge.messageToSign) }),
  )

  const after = await context.poll(
    () => context.platform.externalAccount(externalAccountId),
    ({ body }) => valueAt(body, 'status') === 'ACTIVE',
  )
  expect(after).toMatchFields({ id: externalAccountId })
  expect(differences(before.body, after.body, KEPT, ['before', 'after the verification'])).toEqual([])
})

check(
  'OWN-65',
  'a verified account stays the default',
  { operations: ['createCustomerExternalAccount', 'startOwnershipChallenge'] },
  async (context) => {
    const wallet = context.wallets.evm()
    const account = await createDefaultWallet(context, wallet.address)
    const signature = wallet.sign(account.messageToSign)

    verified(await verifyUntilFound(context, account.id, { signature }))

    expect(await pollDefault(context, account.id), 'whether the account is the default').toBe(true)
  },
)

check('OWN-71', 'a failed verification changes only the status of the account', async (context) => {
  const wallet = context.wallets.evm()
  const challenge = await arrangeReadableChallenge(context, { chain: 'EVM', address: wallet.address })
  const { externalAccountId } = challenge
  const before = await context.platform.externalAccount(externalAccountId)
  const signature = context.wallets.evm().sign(challenge.messageToSign)

  failed(await verifyUntilFound(context, externalAccountId, { signature }))

  const after = await context.poll(
    () => context.platform.externalAccount(externalAccountId),
    ({ body }) => valueAt(body, 'status') === 'UNVERIFIED',
  )
  expect(after).toMatchFields({ id: externalAccountId })
  expect(differences(before.body, after.body, KEPT_AFTER_FAILURE, ['before', 'after the attempt'])).toEqual(
    [],
  )
})

check(
  'OWN-68',
  "a verification leaves the wallet's other account unverified",
  async ({ arrange, platform, poll, wallets }) => {
    const wallet = wallets.evm()
    const params = { chain: 'EVM', address: wallet.address } as const
    const other = await arrangeReadableChallenge({ arrange, platform, poll }, params)
    requireUnverified(other.status)

    await arrangeVerifiedAccount({ arrange, platform, poll }, wallet)

    const status = await poll(
      () => readStatus({ platform, poll }, other.externalAccountId),
      (seen) => seen === 'ACTIVE',
    )
    expect(status, 'status').not.toBe('ACTIVE')
  },
)
