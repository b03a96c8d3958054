import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { newInvitation } from '../provider-states/invitations.ts'
import type { Invitation } from '../resources/invitations.ts'

const createInvitation: PlatformOperation = (setting, call) => {
  const { inviterUma } = call.body()
  if (typeof inviterUma !== 'string') throw invalidField(setting, 'inviterUma')
  if (!setting.rules.invitationsAreConfigured(inviterUma)) {
    throw new Refused(setting.rules.invitationsNotConfigured())
  }
  return { status: 201, body: newInvitation(setting, inviterUma) }
}

const getInvitation: PlatformOperation = (setting, call) => ({
  status: 200,
  body: { ...invitationNamed(setting, call) },
})

const claimInvitation: PlatformOperation = async (setting, call) => {
  const invitation = invitationNamed(setting, call)
  const { inviteeUma } = call.body()
  if (typeof inviteeUma !== 'string') throw invalidField(setting, 'inviteeUma')
  refuseIfDecided(setting, invitation, 'CLAIM')
  const delay = setting.rules.claimStoredAfterMs()
  if (delay > 0) await sleep(delay)
  for (const claimed of decided(setting, invitation)) {
    claimed.status = 'CLAIMED'
    claimed.inviteeUma = inviteeUma
  }
  return { status: 200, body: { ...invitation } }
}

const cancelInvitation: PlatformOperation = (setting, call) => {
  const invitation = invitationNamed(setting, call)
  refuseIfDecided(setting, invitation, 'CANCELLATION')
  for (const cancelled of decided(setting, invitation)) cancelled.status = 'CANCELLED'
  return { status: 200, body: { ...invitation } }
}

const decided = ({ rules, store }: Setting, invitation: Invitation): readonly Invitation[] =>
  rules.invitationsDecided(invitation, [...store.invitations.values()])

function invitationNamed({ rules, store }: Setting, call: Call): Invitation {
  const invitation = rules.invitationNamed(store.invitations, call.parameter('code'))
  if (!invitation) throw new Refused(rules.invitationNotFound())
  return invitation
}

function refuseIfDecided({ rules }: Setting, invitation: Invitation, by: 'CLAIM' | 'CANCELLATION'): void {
  if (rules.invitationWasClaimed(invitation, by)) throw new Refused(rules.invitationAlreadyClaimed())
  if (rules.invitationWasCancelled(invitation, by)) throw new Refused(rules.invitationCancelled())
}

/** Operations of invitations, by the names of their bindings and the credentials they take. */
export const invitationsOperations = {
  platform: { createInvitation, getInvitation, claimInvitation, cancelInvitation },
  agent: {},
  open: {},
}
