import { Blocked, valueAt, type Answer } from '../../fixtures/index.ts'

/**
 * The challenge that was started.
 *
 * @throws Blocked when there is none: EXT-01 judges that
 */
export function startedChallenge(answer: Answer): {
  readonly messageToSign: string
  readonly expiresAt: string
} {
  const messageToSign = valueAt(answer.body, 'messageToSign')
  const expiresAt = valueAt(answer.body, 'expiresAt')
  if (typeof messageToSign === 'string' && typeof expiresAt === 'string') return { messageToSign, expiresAt }
  throw new Blocked(
    'implementation',
    `starting a challenge was answered with ${answer.status} and no challenge to complete (exchange ${answer.exchange})`,
    'See why it was; EXT-01 judges it. Bind operations.startOwnershipChallenge, or null if there is none.',
  )
}
