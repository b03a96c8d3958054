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
