import type { StateValues } from '../../spec/index.ts'
import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

/** An unclaimed invitation. */
export interface Invited extends Readonly<StateValues['inviter']> {
  readonly code: string
}

type Arranging = Pick<CheckContext, 'arrange' | 'platform'>

/** @throws Blocked when no invitation can be created */
export async function createInvitation({ arrange, platform }: Arranging): Promise<Invited> {
  const inviter = await arrange('inviter', {})
  const response = await platform.invitations.create(inviter.invitation)
  const code = valueAt(response.body, 'code')
  if (response.status < 300 && typeof code === 'string' && code !== '') return { ...inviter, code }
  throw unusable(response, 'INV-01')
}

/** An invitation that was read, so that a change can be seen. */
export async function createReadableInvitation(context: CheckContext): Promise<Invited> {
  const invitation = await createInvitation(context)
  await context.poll(
    () => context.platform.invitations.get(invitation.code),
    ({ status }) => status === 200,
  )
  return invitation
}

/** @throws Blocked when the invitation cannot be claimed */
export async function createClaimedInvitation(context: Arranging): Promise<Invited> {
  const invitation = await createInvitation(context)
  const response = await context.platform.invitations.claim(invitation.code, invitation.claim)
  if (response.status < 300) return invitation
  throw unusable(response, 'INV-04')
}

/** @throws Blocked when the invitation cannot be cancelled */
export async function createCancelledInvitation(context: Arranging): Promise<Invited> {
  const invitation = await createInvitation(context)
  const response = await context.platform.invitations.cancel(invitation.code)
  if (response.status < 300) return invitation
  throw unusable(response, 'INV-07')
}

/** Codes for an invitation that is not open. */
const NOT_OPEN = ['INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED', 'INVITATION_NOT_FOUND', 'NOT_FOUND']

/**
 * The response to the claim of an invitation. The claimer may have claimed another one.
 *
 * @throws Blocked when it is rejected for a reason other than that the invitation is not open
 */
export function claimable(response: CheckedResponse): CheckedResponse {
  const { status, body, exchange } = response
  if (status < 400 || status >= 500 || NOT_OPEN.some((code) => code === valueAt(body, 'code')))
    return response
  throw new Blocked(
    'deployment-file',
    `a claim was rejected with ${status} (exchange ${exchange}) though the invitation may be open; the contract does not show whether one claimer may claim several`,
    'Return a different claimer for each set-up of the state inviter.',
  )
}

const unusable = ({ operation = 'createInvitation', status, exchange }: CheckedResponse, judgedBy: string) =>
  new Blocked(
    'implementation',
    `${operation} returned ${status} (exchange ${exchange})`,
    `See the reason in the requests of this check. ${judgedBy} judges this step.`,
  )

/** @throws Blocked when a claim that must be rejected was accepted */
export function requireRejectedClaim(response: CheckedResponse): void {
  if (response.status < 300) throw unusable(response, 'INV-05 or INV-08')
}

type Claim = Invited['claim']

/** The claims that an invitation shows; the contract does not show the fields of either. */
export const shownClaimers = (read: CheckedResponse, first: Claim, second: Claim): readonly string[] =>
  [
    { name: 'first', own: first, other: second },
    { name: 'second', own: second, other: first },
  ].flatMap(({ name, own, other }) =>
    valuesOnlyIn(own, other).some((value) => read.text.includes(JSON.stringify(value))) ? [name] : [],
  )

const valuesOnlyIn = (claim: Claim, other: Claim): readonly unknown[] =>
  Object.values(claim).filter((value) => typeof value === 'string' && !Object.values(other).includes(value))

/**
 * Passes if a claimed invitation shows who claimed it.
 *
 * @throws Blocked when it does not
 */
export async function requireShownClaimer(
  { platform, poll }: CheckContext,
  code: string,
  first: Claim,
  second: Claim,
): Promise<void> {
  const read = await poll(
    () => platform.invitations.get(code),
    (seen) => shownClaimers(seen, first, second).includes('first'),
  )
  if (shownClaimers(read, first, second).includes('first')) return
  throw new Blocked(
    'deployment-file',
    `a claimed invitation does not show its claimer (exchange ${read.exchange}); the contract does not show its fields`,
    'If your API does not show the claimer, allow the requirement with --allow-blocked.',
  )
}
