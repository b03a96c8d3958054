/** Verify external account ownership with a wallet signature (contract: Endpoints 1): after `expiresAt`. */
import { Blocked, check, expect, instantOf, type CheckContext } from '../../fixtures/index.ts'
import { verified } from './earlier-attempt.ts'
import { arrangeReadableChallenge, readStatus } from './readable-challenge.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { WALLET_KINDS, needOf } from './wallet-kinds.ts'
import { expectSignatureRejected, expectVerified } from './expectations.ts'

check(
  'OWN-07',
  'after expiresAt a valid signature is rejected',
  { waits: true },
  async ({ arrange, platform, poll, wallets, clock, lifetime }) => {
    const wallet = wallets.evm()
    const challenge = await arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
      expiresInSeconds: lifetime.seconds(),
    })
    await clock.past(challenge.expiresAt)

    const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expectSignatureRejected(response)
  },
)

for (const { chain, open } of WALLET_KINDS) {
  check(
    'OWN-08',
    `after expiresAt a valid signature moves the account to UNVERIFIED on ${chain}`,
    { waits: true, needs: needOf(chain) },
    async ({ arrange, platform, poll, wallets, clock, lifetime }) => {
      const wallet = open(wallets)
      const challenge = await arrangeReadableChallenge(
        { arrange, platform, poll },
        { chain, address: wallet.address, expiresInSeconds: lifetime.seconds() },
      )
      await clock.past(challenge.expiresAt)

      await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
        signature: wallet.sign(challenge.messageToSign),
      })

      await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('UNVERIFIED')
    },
  )
}

/**
 * Long enough for slow requests. If they take longer, the check is blocked, since the challenge has expired by then.
 */
const LIFETIME_SECONDS = 8
const LEFT_MS = 3_000

/**
 * Waits until the challenge is about to expire; a state may choose its lifetime.
 *
 * @throws Blocked when that takes longer than the longest wait
 */
async function pauseUntilLate({ clock, maxWaitMs, pause }: CheckContext, expiresAt: string): Promise<void> {
  const wait = instantOf(expiresAt) - LEFT_MS - clock.atLeast()
  if (wait <= Math.max(maxWaitMs, LIFETIME_SECONDS * 1000)) return pause(Math.max(0, wait))
  throw new Blocked(
    'deployment-file',
    `the challenge expires at ${expiresAt}, which is later than limits.maxWaitSeconds allows`,
    'Let the state wallet-challenge keep expiresInSeconds, or raise limits.maxWaitSeconds.',
  )
}

check('OWN-64', 'until expiresAt a valid signature is accepted', { waits: true }, async (context) => {
  const { arrange, platform, poll, wallets } = context
  const wallet = wallets.evm()
  const { externalAccountId, messageToSign, expiresAt } = await arrange('wallet-challenge', {
    chain: 'EVM',
    address: wallet.address,
    expiresInSeconds: LIFETIME_SECONDS,
  })
  await pauseUntilLate(context, expiresAt)

  const response = await verifyUntilFound({ platform, poll }, externalAccountId, {
    signature: wallet.sign(messageToSign),
  })

  expectVerified(response)
})

check(
  'OWN-69',
  'a verified account stays ACTIVE after expiresAt of its completed challenge',
  { waits: true },
  async ({ arrange, platform, poll, wallets, clock, lifetime }) => {
    const wallet = wallets.evm()
    const { externalAccountId, messageToSign, expiresAt } = await arrangeReadableChallenge(
      { arrange, platform, poll },
      { chain: 'EVM', address: wallet.address, expiresInSeconds: lifetime.seconds(3) },
    )
    const signature = wallet.sign(messageToSign)
    verified(await verifyUntilFound({ platform, poll }, externalAccountId, { signature }))
    await expect(() => platform.externalAccount(externalAccountId)).toReachStatus('ACTIVE')

    await clock.past(expiresAt)

    const status = await poll(
      () => readStatus({ platform, poll }, externalAccountId),
      (seen) => seen === 'UNVERIFIED',
    )
    expect(status, 'status').not.toBe('UNVERIFIED')
  },
)
