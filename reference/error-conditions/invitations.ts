import { newInvitation, newUmaAddress } from '../provider-states/invitations.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'
import { requireCode } from './require-code.ts'

const claimOf = (code: string): ErrorRequest => ({
  method: 'POST',
  path: `/invitations/${code}/claim`,
  auth: 'PLATFORM',
  body: { inviteeUma: newUmaAddress() },
})

/** Error conditions of invitations. */
export const invitationsErrorConditions = {
  INVITATION_ALREADY_CLAIMED: (server) => {
    const invitation = newInvitation(server, newUmaAddress())
    invitation.status = 'CLAIMED'
    invitation.inviteeUma = newUmaAddress()
    return claimOf(invitation.code)
  },
  INVITATIONS_NOT_CONFIGURED: () => ({
    method: 'POST',
    path: '/invitations',
    auth: 'PLATFORM',
    body: { inviterUma: newUmaAddress('elsewhere.example') },
  }),
  INVITATION_CANCELLED: (server) => {
    const invitation = newInvitation(server, newUmaAddress())
    invitation.status = 'CANCELLED'
    return claimOf(invitation.code)
  },
  INVITATION_NOT_FOUND: ({ rules }) =>
    requireCode('INVITATION_NOT_FOUND', rules.invitationNotFound, claimOf(rules.newInvitationCode())),
} satisfies ErrorConditions
