import {
  Blocked,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
  retryUntilFound,
} from '../../fixtures/index.ts'
import { expectRejectedUnlessAccepted, isAccepted, requireOpenSession } from '../expectations.ts'
import { receivedCode } from '../received-code.ts'
import { waitUntilConsistent } from './verify-until-found.ts'

type Acting = Pick<CheckContext, 'platform' | 'poll'>

/** A beneficiary of a customer. */
export interface Beneficiary {
  readonly externalAccountId: string
  /** The one-time code that the customer received for a challenge. */
  readonly code: (challengeId: string) => Promise<string>
}

/** A trusted beneficiary. */
export const arrangeTrustedBeneficiary = ({ arrange }: Pick<CheckContext, 'arrange'>): Promise<Beneficiary> =>
  arrangeBeneficiary({ arrange }, true)

/** A beneficiary that is not trusted, and can become trusted. */
export const arrangeUntrustedBeneficiary = ({
  arrange,
}: Pick<CheckContext, 'arrange'>): Promise<Beneficiary> => arrangeBeneficiary({ arrange }, false)

async function arrangeBeneficiary(
  { arrange }: Pick<CheckContext, 'arrange'>,
  trusted: boolean,
): Promise<Beneficiary> {
  const { externalAccountId, customerId, scaCode } = await arrange('external-account', {
    ownedBy: 'CUSTOMER',
    withoutChallenge: true,
    trusted,
  })
  const code = (challengeId: string) =>
    receivedCode({ arrange }, scaCode, {
      externalAccountId,
      challengeId,
      ...(customerId !== undefined && { customerId }),
    })
  return { externalAccountId, code }
}

/**
 * Passes a code of another customer that differs from the right one.
 *
 * @throws Blocked when the codes are equal, as in some sandboxes
 */
export function requireDifferent(code: string, right: string): string {
  if (code !== right) return code
  throw new Blocked(
    'environment',
    'two customers have the same one-time code',
    'No change is needed if the deployment sends every customer the same code.',
  )
}

/** A wrong code. */
export const anotherCode = (right: string): string => (right === '000000' ? '111111' : '000000')

/** Fields of a response that may name the challenge: the contract does not show them. */
const PLACES = ['challengeId', 'id', 'challenge.id', 'scaChallenge.id']

/**
 * The challenge of a request to trust or untrust.
 *
 * @throws Blocked when the response, which the contract does not show, has none
 */
export function challengeOf(response: CheckedResponse): string {
  expect(requireOpenSession(response)).toSucceed()
  const id = PLACES.map((place) => valueAt(response.body, place)).find((value) => typeof value === 'string')
  if (typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the request'} returned ${response.status} without a challenge to confirm (exchange ${response.exchange})`,
    'Return the challengeId to confirm.',
  )
}

/** A challenge to trust the beneficiary. */
export const requestTrust = async (context: Acting, { externalAccountId }: Beneficiary): Promise<string> =>
  challengeOf(
    await retryUntilFound(context, () => context.platform.externalAccounts.trust(externalAccountId)),
  )

/** A challenge to untrust the beneficiary. */
export const requestUntrust = async (context: Acting, { externalAccountId }: Beneficiary): Promise<string> =>
  challengeOf(
    await retryUntilFound(context, () => context.platform.externalAccounts.untrust(externalAccountId)),
  )

/**
 * Confirms that the beneficiary is untrusted: only a challenge that can be confirmed could have untrusted it.
 *
 * @throws Blocked when it cannot be confirmed
 */
export async function requireConfirmedUntrust(
  { platform }: Acting,
  { externalAccountId, code }: Beneficiary,
  challengeId: string,
): Promise<void> {
  const { status, exchange } = requireOpenSession(
    await platform.externalAccounts.confirmUntrust(externalAccountId, {
      challengeId,
      code: await code(challengeId),
    }),
  )
  if (status < 300) return
  throw new Blocked(
    'implementation',
    `the challenge to untrust was confirmed with the right code, which returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. TRU-03 judges this step.',
  )
}

/** Untrusts the beneficiary with the code. */
export async function confirmUntrusting(context: Acting, trusted: Beneficiary): Promise<void> {
  const challengeId = await requestUntrust(context, trusted)
  const { externalAccountId, code } = trusted
  const response = await context.platform.externalAccounts.confirmUntrust(externalAccountId, {
    challengeId,
    code: await code(challengeId),
  })
  expect(requireOpenSession(response)).toSucceed()
}

/** A confirmation is rejected, or accepted without effect: the contract names no status for a wrong code. */
export async function expectNotUntrusted(
  context: Acting,
  trusted: Beneficiary,
  response: CheckedResponse,
): Promise<void> {
  expectRejectedUnlessAccepted(requireOpenSession(response))
  if (!isAccepted(response)) return
  await waitUntilConsistent(context)
  expect(await deleteTrusted(context, trusted), 'the deletion of the beneficiary afterwards').toBeError(409)
}

/**
 * The deletion of a beneficiary after a confirmation that must have no effect. If that was accepted, waits for its
 * effect first.
 */
export async function deleteUnlessTrusted(
  context: Acting,
  trusted: Beneficiary,
  confirmed: CheckedResponse,
): Promise<CheckedResponse> {
  if (isAccepted(confirmed)) await waitUntilConsistent(context)
  return deleteUntrusted(context, trusted)
}

/** A beneficiary that was trusted and is no longer. */
export async function untrustBeneficiary(
  context: Acting & Pick<CheckContext, 'arrange'>,
): Promise<Beneficiary> {
  const trusted = await arrangeTrustedBeneficiary(context)
  await confirmUntrusting(context, trusted)
  return trusted
}

/** The deletion of a beneficiary that is not trusted, once the account is known. */
export const deleteUntrusted = (
  { platform, poll }: Acting,
  { externalAccountId }: Pick<Beneficiary, 'externalAccountId'>,
): Promise<CheckedResponse> =>
  poll(
    () => platform.externalAccounts.delete(externalAccountId),
    ({ status }) => status !== 404 && status !== 409,
  )

/** The deletion of a trusted beneficiary, once the account is known. */
export const deleteTrusted = (
  { platform, poll }: Acting,
  { externalAccountId }: Pick<Beneficiary, 'externalAccountId'>,
): Promise<CheckedResponse> =>
  retryUntilFound({ poll }, () => platform.externalAccounts.delete(externalAccountId))

/** @throws Blocked when the deletion of a trusted beneficiary is accepted: TRU-01 judges that */
export function requireRejectedDeletion({ status, exchange }: CheckedResponse): void {
  if (status >= 400) return
  throw new Blocked(
    'implementation',
    `the deletion of a trusted beneficiary returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. TRU-01 judges this step.',
  )
}
