/** Verify external account ownership with a wallet signature (contract: Endpoints 1): without a challenge or account. */
import { check, expect } from '../../fixtures/index.ts'
import { createWallet } from './default-wallet.ts'
import { readAccount } from './customer-account.ts'
import { pollUntilGone, requireGone } from './deleted-account.ts'
import { arrangeVerifiedAccount, notFound, verified, withoutChallenge } from './earlier-attempt.ts'
import { movesFrom, readStatus } from './readable-challenge.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { verifyUntilFound, verifyWithoutChallenge, waitUntilConsistent } from './verify-until-found.ts'
import { expectAccountNotFound, expectFittingCode, expectNoChallenge } from './expectations.ts'
import { deleteUntrusted } from './trusted-beneficiary.ts'

check(
  'OWN-30',
  'an account without any challenge is not verified',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId } = await arrange('external-account', {
      ownedBy: 'PLATFORM',
      withoutChallenge: true,
    })

    const response = await verifyWithoutChallenge({ platform, poll }, externalAccountId, {
      signature: wallets.evm().sign('Any message'),
    })

    expectNoChallenge(response)
  },
)

for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-31',
    `a challenge is completed once on ${chain}`,
    { needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets }) => {
      const wallet = open(wallets)
      const challenge = await arrange('wallet-challenge', { chain, address: wallet.address })
      const signature = wallet.sign(challenge.messageToSign)
      verified(await verifyUntilFound({ platform, poll }, challenge.externalAccountId, { signature }))

      const response = await poll(
        () => platform.verifyOwnership(challenge.externalAccountId, { signature }),
        ({ status }) => status !== 200,
      )

      expectNoChallenge(response)
    },
  )
}

check(
  'OWN-32',
  'a LIVENESS challenge is not completed by a signature',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId } = await arrange('liveness-challenge', {})

    const response = await verifyWithoutChallenge({ platform, poll }, externalAccountId, {
      signature: wallets.evm().sign('Any message'),
    })

    expectNoChallenge(response)
  },
)

check(
  'OWN-33',
  'a signature does not change an account without any challenge',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId } = await arrange('external-account', {
      ownedBy: 'PLATFORM',
      withoutChallenge: true,
    })
    const before = await readStatus({ platform, poll }, externalAccountId)

    withoutChallenge(
      await verifyWithoutChallenge({ platform, poll }, externalAccountId, {
        signature: wallets.evm().sign('Any message'),
      }),
    )

    expect(movesFrom(before)).not.toContain(await readStatus({ platform, poll }, externalAccountId))
  },
)

check(
  'OWN-33',
  'a signature does not change an account with a LIVENESS challenge',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId } = await arrange('liveness-challenge', {})
    const before = await readStatus({ platform, poll }, externalAccountId)

    withoutChallenge(
      await verifyWithoutChallenge({ platform, poll }, externalAccountId, {
        signature: wallets.evm().sign('Any message'),
      }),
    )

    expect(movesFrom(before)).not.toContain(await readStatus({ platform, poll }, externalAccountId))
  },
)

check(
  'OWN-33',
  'an invalid signature does not change an account that is verified',
  async ({ arrange, platform, poll, wallets }) => {
    const { externalAccountId, messageToSign } = await arrangeVerifiedAccount(
      { arrange, platform, poll },
      wallets.evm(),
    )

    withoutChallenge(
      await platform.verifyOwnership(externalAccountId, { signature: wallets.evm().sign(messageToSign) }),
    )

    await expect(() => platform.externalAccount(externalAccountId)).toReachStatus('ACTIVE')
  },
)

check('OWN-34', 'an unknown account is not found', async ({ platform, random, wallets }) => {
  const response = await platform.verifyOwnership(`ExternalAccount:${random.uuid()}`, {
    signature: wallets.evm().sign('Any message'),
  })

  expectAccountNotFound(response)
})

for (const { which, chosen } of [
  { which: 'first', chosen: 0 },
  { which: 'second', chosen: 1 },
] as const) {
  check(
    'OWN-74',
    `of two wallets of a customer the challenge of the ${which} is outstanding`,
    async (context) => {
      const wallets = [context.wallets.evm(), context.wallets.evm()] as const
      const first = await createWallet(context, wallets[0].address)
      const second = await createWallet(context, wallets[1].address, first.customerId)
      const { id, messageToSign } = [first, second][chosen]!

      const response = await verifyUntilFound(context, id, { signature: wallets[chosen].sign(messageToSign) })

      expect(response.status, 'status').not.toBe(409)
      expect(response.status, 'status').toBeLessThan(500)
    },
  )
}

check('OWN-75', 'a deleted account is not verified', { waits: true }, async (context) => {
  const wallet = context.wallets.evm()
  const { id: externalAccountId, messageToSign } = await createWallet(context, wallet.address)
  const before = await readAccount(context, externalAccountId)
  await deleteUntrusted(context, { externalAccountId })
  requireGone(await pollUntilGone(context, externalAccountId, before))
  await waitUntilConsistent(context)

  const response = await context.platform.verifyOwnership(externalAccountId, {
    signature: wallet.sign(messageToSign),
  })

  const read = await context.platform.externalAccounts.get(externalAccountId)
  // The contract does not show the read of a deleted account: it may only be marked.
  const isMarked = read.status !== 404 && read.status !== 410
  expect(response.status < 300 && !isMarked, 'whether it is verified').toBe(false)
})

check(
  'OWN-35',
  'an unknown account is not found, with the documented code',
  async ({ platform, random, wallets }) => {
    const response = notFound(
      await platform.verifyOwnership(`ExternalAccount:${random.uuid()}`, {
        signature: wallets.evm().sign('Any message'),
      }),
    )

    expectFittingCode(response)
  },
)
