/** Verify external account ownership with a wallet signature (contract: Endpoints 1, Authentication): credentials. */
import { basic, bearer, check, expect, type CheckContext } from '../../fixtures/index.ts'
import { rejected, withoutChallenge } from './earlier-attempt.ts'
import { presented } from './presented.ts'
import { movesFrom, arrangeReadableChallenge, readStatus } from './readable-challenge.ts'
import { requireWorkingToken } from './working-token.ts'
import { verifyOnceKnown } from './once-known.ts'

type Presenting = Pick<CheckContext, 'platform' | 'random'>

interface Credentials {
  /** Completes "with …". */
  readonly name: string
  /** Value of the Authorization header. */
  readonly authorization: (context: Presenting) => string | undefined
}

const NONE: Credentials = { name: 'no credentials', authorization: () => undefined }
const UNKNOWN: Credentials = {
  name: 'unknown credentials',
  authorization: ({ random }) => basic(random.uuid(), random.uuid()),
}

/** None is close to the true secret unless it holds it whole, so that redaction covers what a deployment echoes. */
const WRONG: readonly Credentials[] = [
  UNKNOWN,
  {
    name: 'another secret',
    authorization: ({ platform, random }) => basic(presented(platform).clientId, random.uuid()),
  },
  {
    name: 'an empty secret',
    authorization: ({ platform }) => basic(presented(platform).clientId, ''),
  },
  {
    name: 'a secret that goes on after the true one',
    authorization: ({ platform }) =>
      basic(presented(platform).clientId, `${presented(platform).clientSecret}x`),
  },
  {
    name: 'another client identifier',
    authorization: ({ platform, random }) => basic(random.uuid(), presented(platform).clientSecret),
  },
]

const MALFORMED: readonly Credentials[] = [
  { name: 'nothing after the scheme', authorization: () => 'Basic' },
  { name: 'what is not base64', authorization: () => 'Basic !!!!' },
  {
    name: 'no colon between identifier and secret',
    authorization: ({ random }) => `Basic ${Buffer.from(random.uuid()).toString('base64')}`,
  },
  {
    name: 'the credentials under another scheme',
    authorization: ({ platform }) => platform.authorization?.replace(/^Basic/, 'Bearer'),
  },
  {
    name: 'the credentials without a scheme',
    authorization: ({ platform }) => platform.authorization?.replace(/^Basic /, ''),
  },
]

const REFUSED = [
  { id: 'OWN-36', statuses: [401], ...NONE } as const,
  ...WRONG.map((credentials) => ({ id: 'OWN-37', statuses: [401], ...credentials }) as const),
  // A header that is no credentials at all may also be rejected as a malformed request.
  ...MALFORMED.map((credentials) => ({ id: 'OWN-38', statuses: [401, 400], ...credentials }) as const),
]

for (const { id, name, authorization, statuses } of REFUSED) {
  check(
    id,
    `with ${name} a valid signature is not judged`,
    async ({ arrange, platform, poll, random, wallets }) => {
      const wallet = wallets.evm()
      const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })

      const response = await verifyOnceKnown(
        { platform: platform.presenting(authorization({ platform, random })), poll },
        challenge.externalAccountId,
        { signature: wallet.sign(challenge.messageToSign) },
      )

      expect(response).toBeError(...statuses)
    },
  )
}

check(
  'OWN-39',
  'with the access token of an agent a valid signature is not judged',
  async ({ arrange, platform, poll, agent, wallets }) => {
    const wallet = wallets.evm()
    const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
    const accessToken = await requireWorkingToken({ arrange, agent })

    const response = await verifyOnceKnown(
      { platform: platform.presenting(bearer(accessToken)), poll },
      challenge.externalAccountId,
      { signature: wallet.sign(challenge.messageToSign) },
    )

    expect(response).toBeError(401, 403, 404)
  },
)

const KINDS_OF_ATTEMPT = [
  { attempt: 'valid', changed: (message: string) => message },
  { attempt: 'invalid', changed: (message: string) => `${message}\n` },
] as const

for (const { name, authorization } of [NONE, UNKNOWN]) {
  check(
    'OWN-40',
    `with ${name} the code is UNAUTHORIZED`,
    async ({ arrange, platform, poll, random, wallets }) => {
      const wallet = wallets.evm()
      const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })

      const response = rejected(
        await verifyOnceKnown(
          { platform: platform.presenting(authorization({ platform, random })), poll },
          challenge.externalAccountId,
          { signature: wallet.sign(challenge.messageToSign) },
        ),
      )

      expect(response).toHaveCode('UNAUTHORIZED')
    },
  )

  for (const { attempt, changed } of KINDS_OF_ATTEMPT) {
    check(
      'OWN-41',
      `with ${name} a signature that is ${attempt} leaves the challenge outstanding`,
      async ({ arrange, platform, poll, random, wallets }) => {
        const wallet = wallets.evm()
        const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
        const intruder = platform.presenting(authorization({ platform, random }))
        rejected(
          await verifyOnceKnown({ platform: intruder, poll }, challenge.externalAccountId, {
            signature: wallet.sign(changed(challenge.messageToSign)),
          }),
        )

        const response = await verifyOnceKnown({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        })

        expect(response).toHaveStatus(200)
        // A challenge that was used is outstanding no more: without that, a second success shows nothing.
        withoutChallenge(
          await verifyOnceKnown({ platform, poll }, challenge.externalAccountId, {
            signature: wallet.sign(challenge.messageToSign),
          }),
        )
      },
    )

    check(
      'OWN-42',
      `with ${name} a signature that is ${attempt} does not move the account`,
      async ({ arrange, platform, poll, random, wallets }) => {
        const wallet = wallets.evm()
        const challenge = await arrangeReadableChallenge(
          { arrange, platform, poll },
          { chain: 'EVM', address: wallet.address },
        )
        const intruder = platform.presenting(authorization({ platform, random }))

        rejected(
          await verifyOnceKnown({ platform: intruder, poll }, challenge.externalAccountId, {
            signature: wallet.sign(changed(challenge.messageToSign)),
          }),
        )

        expect(movesFrom(challenge.status)).not.toContain(
          await readStatus({ platform, poll }, challenge.externalAccountId),
        )
      },
    )
  }
}
