import { Blocked, type Stage } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'

type Challenge = StateValues['wallet-challenge']

/**
 * A challenge of another account, with a message of its own.
 *
 * @throws Blocked when both have the same message: a signature over the one is then a valid one over the other
 */
export async function otherChallenge(
  arrange: Stage['arrange'],
  { chain, address }: StateParams['wallet-challenge'],
  first: Challenge,
): Promise<Challenge> {
  const other = await arrange('wallet-challenge', { chain, address })
  if (other.messageToSign !== first.messageToSign) return other
  throw new Blocked(
    'implementation',
    'two accounts have challenges with the same messageToSign, so a signature for one cannot be told from one for the other',
    'Let each challenge have a message of its own, for example with a nonce.',
  )
}
