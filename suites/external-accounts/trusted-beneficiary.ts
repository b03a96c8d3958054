import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

/** A beneficiary of a customer, and the one-time code that the customer would be sent. */
export interface Beneficiary {
  readonly externalAccountId: string
  readonly code: string
}

/** A trusted beneficiary. */
export const trustedBeneficiary = ({ arrange }: Pick<Stage, 'arrange'>): Promise<Beneficiary> =>
  beneficiary({ arrange }, true)

/** A beneficiary that is not trusted, and may be. */
export const untrustedBeneficiary = ({ arrange }: Pick<Stage, 'arrange'>): Promise<Beneficiary> =>
  beneficiary({ arrange }, false)

async function beneficiary({ arrange }: Pick<Stage, 'arrange'>, trusted: boolean): Promise<Beneficiary> {
  const { externalAccountId, scaCode } = await arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
    trusted,
  })
  if (scaCode !== undefined) return { externalAccountId, code: scaCode }
  throw new Blocked(
    'deployment-file',
    `external-account with trusted: ${trusted} gave no scaCode`,
    'Answer with scaCode, the one-time code by which the customer confirms.',
  )
}

/** A code that is not the one. */
export const anotherCode = ({ code }: Beneficiary): string => (code === '000000' ? '111111' : '000000')

/** Where an answer may tell the challenge: the contract shows none of it. */
const PLACES = ['challengeId', 'id', 'challenge.id', 'scaChallenge.id']

/**
 * The challenge that a request to trust, or to untrust, was answered with.
 *
 * @throws Blocked when there is none
 */
export function challengeOf(answer: Answer): string {
  const id = PLACES.map((place) => valueAt(answer.body, place)).find((value) => typeof value === 'string')
  if (answer.status >= 200 && answer.status < 300 && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `the request was answered with ${answer.status} and no challenge to confirm (exchange ${answer.exchange})`,
    'Answer with the challengeId that is confirmed; the contract does not show its name.',
  )
}

/**
 * The answer of a step that succeeded.
 *
 * @throws Blocked when it did not
 */
export function succeeded(answer: Answer, step: string, judgedBy: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Blocked(
    'implementation',
    `${step} was answered with ${answer.status} (exchange ${answer.exchange})`,
    `See why it was; ${judgedBy} judges it.`,
  )
}

/** A challenge to untrust the beneficiary. */
export const untrusting = async (
  { platform }: Pick<Stage, 'platform'>,
  { externalAccountId }: Beneficiary,
): Promise<string> => challengeOf(await platform.externalAccounts.untrust(externalAccountId))

/** A beneficiary that was trusted, and is not any more. */
export async function untrusted(stage: Pick<Stage, 'arrange' | 'platform'>): Promise<Beneficiary> {
  const trusted = await trustedBeneficiary(stage)
  const challengeId = await untrusting(stage, trusted)
  const { externalAccountId, code } = trusted
  succeeded(
    await stage.platform.externalAccounts.confirmUntrust(externalAccountId, { challengeId, code }),
    'confirming with the code',
    'TRU-03',
  )
  return trusted
}

/** The deletion, tried again for as long as a change may take to be seen. */
export const deletion = (
  { platform, poll }: Pick<Stage, 'platform' | 'poll'>,
  { externalAccountId }: Beneficiary,
  holds: (answer: Answer) => boolean,
): Promise<Answer> => poll(() => platform.externalAccounts.delete(externalAccountId), holds)
