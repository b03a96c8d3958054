import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { newInvitation } from '../provider-states/invitations.ts'
import type { Invitation } from '../resources/invitations.ts'

const createInvitation: PlatformOperation = (server, call) => {
  const { inviterUma } = call.body()
  if (typeof inviterUma !== 'string') throw invalidField(server, 'inviterUma')
  if (!server.rules.invitationsAreConfigured(inviterUma)) {
    throw new Refused(server.rules.invitationsNotConfigured)
  }
  return { status: 201, body: newInvitation(server, inviterUma) }
}

const getInvitation: PlatformOperation = (server, call) => ({
  status: 200,
  body: { ...invitationNamed(server, call) },
})

const claimInvitation: PlatformOperation = async (server, call) => {
  const invitation = invitationNamed(server, call)
  const { inviteeUma } = call.body()
  if (typeof inviteeUma !== 'string') throw invalidField(server, 'inviteeUma')
  refuseIfDecided(server, invitation, 'CLAIM', inviteeUma)
  const wait = server.rules.before('claimInvitation')
  if (wait) await wait
  for (const claimed of server.rules.affected(
    'claimInvitation',
    invitation,
    server.store.invitations.values(),
  )) {
    claimed.status = 'CLAIMED'
    claimed.inviteeUma = inviteeUma
  }
  return { status: 200, body: { ...invitation } }
}

const cancelInvitation: PlatformOperation = (server, call) => {
  const invitation = invitationNamed(server, call)
  refuseIfDecided(server, invitation, 'CANCELLATION')
  for (const cancelled of server.rules.affected(
    'cancelInvitation',
    invitation,
    server.store.invitations.values(),
  ))
    cancelled.status = 'CANCELLED'
  return { status: 200, body: { ...invitation } }
}

function invitationNamed({ rules, store }: ServerContext, call: Call): Invitation {
  const invitation = rules.invitationNamed(store.invitations, call.parameter('code'))
  if (!invitation) throw new Refused(rules.invitationNotFound)
  return invitation
}

function refuseIfDecided(
  { rules }: ServerContext,
  invitation: Invitation,
  by: 'CLAIM' | 'CANCELLATION',
  claimer?: string,
): void {
  const wasClaimed = rules.invitationWasClaimed(invitation, by)
  if (!wasClaimed && !rules.invitationWasCancelled(invitation, by)) return
  if (by === 'CLAIM') rules.afterRefusal('claimInvitation', invitation, claimer)
  throw new Refused(wasClaimed ? rules.invitationAlreadyClaimed : rules.invitationCancelled)
}

/** Operations of invitations, by the names of their bindings and the credentials they take. */
export const invitationsOperations = {
  platform: { createInvitation, getInvitation, claimInvitation, cancelInvitation },
  agent: {},
  open: {},
}
