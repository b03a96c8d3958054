/** Verify external account ownership with a wallet signature (contract: Endpoints 1): after `expiresAt`. */
import { check, expect } from '../../fixtures/index.ts'
import { arrangeReadableChallenge } from './readable-challenge.ts'
import { verifyOnceKnown } from './once-known.ts'

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

    const response = await verifyOnceKnown({ platform, poll }, challenge.externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    expect(response).toBeError(400)
  },
)

check(
  'OWN-08',
  'after expiresAt a valid signature moves the account to UNVERIFIED',
  { waits: true },
  async ({ arrange, platform, poll, wallets, clock, lifetime }) => {
    const wallet = wallets.evm()
    const challenge = await arrangeReadableChallenge(
      { arrange, platform, poll },
      { chain: 'EVM', address: wallet.address, expiresInSeconds: lifetime.seconds() },
    )
    await clock.past(challenge.expiresAt)

    await verifyOnceKnown({ platform, poll }, challenge.externalAccountId, {
      signature: wallet.sign(challenge.messageToSign),
    })

    await expect(() => platform.externalAccount(challenge.externalAccountId)).toReachStatus('UNVERIFIED')
  },
)

/** Long enough for slow requests; what takes longer is blocked, since the challenge is over then. */
const LIFETIME_SECONDS = 8
const LATE_MS = 5_000

check(
  'OWN-64',
  'until expiresAt a valid signature is accepted',
  { waits: true },
  async ({ arrange, platform, pause, poll, wallets }) => {
    const wallet = wallets.evm()
    const { externalAccountId, messageToSign } = await arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
      expiresInSeconds: LIFETIME_SECONDS,
    })
    await pause(LATE_MS)

    const response = await verifyOnceKnown({ platform, poll }, externalAccountId, {
      signature: wallet.sign(messageToSign),
    })

    expect(response).toHaveStatus(200)
  },
)
