/** Verify external account ownership with a wallet signature (contract: Endpoints 1, Authentication): credentials. */
import {
  bearer,
  check,
  expect,
  type CheckContext,
  type CheckedResponse,
  Blocked,
} from '../../fixtures/index.ts'
import { invalidCredentials, type InvalidCredentials } from '../invalid-credentials.ts'
import { rejected, withoutChallenge } from './earlier-attempt.ts'
import { movesFrom, arrangeReadableChallenge, readStatus } from './readable-challenge.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { expectUnauthorizedCode } from './expectations.ts'

/**
 * The access token of an agent, after a request that accepted it (Authentication).
 *
 * @throws Blocked when no request accepts it: then its rejection elsewhere proves nothing
 */
async function requireWorkingToken({
  arrange,
  agent,
}: Pick<CheckContext, 'arrange' | 'agent'>): Promise<string> {
  const { accessToken } = await arrange('agent', {})
  const response = await agent(accessToken).actions()
  if (response.status === 200) return accessToken
  throw new Blocked(
    'implementation',
    `the agent's own list returned ${response.status}, so its token is not valid (exchange ${response.exchange})`,
    'See in the requests of this check why the agent cannot list its actions.',
  )
}

const { none, unknown, wrongSecret, emptySecret, longerSecret, wrongId } = invalidCredentials
const { schemeAlone, notBase64, noColon, otherScheme, noScheme } = invalidCredentials

const REJECTED = [
  { id: 'OWN-36', title: 'without credentials', credentials: [none] },
  {
    id: 'OWN-37',
    title: 'with wrong credentials',
    credentials: [unknown, wrongSecret, emptySecret, longerSecret, wrongId],
  },
  {
    id: 'OWN-38',
    title: 'with malformed credentials',
    credentials: [schemeAlone, notBase64, noColon, otherScheme, noScheme],
  },
] as const

/** Sends the request with each of the credentials, one after another. */
async function expectRejections(
  context: Pick<CheckContext, 'platform' | 'random'>,
  credentials: readonly InvalidCredentials[],
  verify: (outsider: CheckContext['platform']) => Promise<CheckedResponse>,
): Promise<void> {
  for (const { name, authorization, statuses } of credentials) {
    const response = await verify(context.platform.presenting(authorization(context)))
    expect(response, `with ${name}`).toBeError(...statuses)
  }
}

for (const { id, title, credentials } of REJECTED) {
  check(
    id,
    `a valid signature is not judged ${title}`,
    async ({ arrange, platform, poll, random, wallets }) => {
      const wallet = wallets.evm()
      const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
      const signature = wallet.sign(challenge.messageToSign)

      await expectRejections({ platform, random }, credentials, (outsider) =>
        verifyUntilFound({ platform: outsider, poll }, challenge.externalAccountId, { signature }),
      )
    },
  )
}

check(
  'OWN-39',
  "an agent's access token verifies no ownership, even with a valid signature",
  async ({ arrange, platform, poll, agent, wallets }) => {
    const wallet = wallets.evm()
    const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })
    const accessToken = await requireWorkingToken({ arrange, agent })

    const response = await verifyUntilFound(
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

for (const { name, authorization } of [none, unknown]) {
  check(
    'OWN-40',
    `with ${name} the code is UNAUTHORIZED`,
    async ({ arrange, platform, poll, random, wallets }) => {
      const wallet = wallets.evm()
      const challenge = await arrange('wallet-challenge', { chain: 'EVM', address: wallet.address })

      const response = rejected(
        await verifyUntilFound(
          { platform: platform.presenting(authorization({ platform, random })), poll },
          challenge.externalAccountId,
          { signature: wallet.sign(challenge.messageToSign) },
        ),
      )

      expectUnauthorizedCode(response)
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
          await verifyUntilFound({ platform: intruder, poll }, challenge.externalAccountId, {
            signature: wallet.sign(changed(challenge.messageToSign)),
          }),
        )

        const response = await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
          signature: wallet.sign(challenge.messageToSign),
        })

        expect(response).toHaveStatus(200)
        // If a used challenge stayed outstanding, the success above would not prove that it was outstanding.
        withoutChallenge(
          await verifyUntilFound({ platform, poll }, challenge.externalAccountId, {
            signature: wallet.sign(challenge.messageToSign),
          }),
        )
      },
    )

    check(
      'OWN-42',
      `with ${name} a signature that is ${attempt} does not change the account`,
      async ({ arrange, platform, poll, random, wallets }) => {
        const wallet = wallets.evm()
        const challenge = await arrangeReadableChallenge(
          { arrange, platform, poll },
          { chain: 'EVM', address: wallet.address },
        )
        const intruder = platform.presenting(authorization({ platform, random }))

        rejected(
          await verifyUntilFound({ platform: intruder, poll }, challenge.externalAccountId, {
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
