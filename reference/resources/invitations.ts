export interface Invitation {
  readonly code: string
  readonly inviterUma: string
  status: 'PENDING' | 'CLAIMED' | 'CANCELLED'
  inviteeUma: string | undefined
}

/** What the deployment holds for invitations, by their codes. */
export interface InvitationsStore {
  readonly invitations: Map<string, Invitation>
}

export const emptyInvitations = (): InvitationsStore => ({ invitations: new Map() })
