export interface Invitation {
  readonly code: string
  readonly inviterUma: string
  status: 'PENDING' | 'CLAIMED' | 'CANCELLED'
  inviteeUma: string | undefined
}

/** Stored invitations, by code. */
export interface InvitationsStore {
  readonly invitations: Map<string, Invitation>
}

export const emptyInvitations = (): InvitationsStore => ({ invitations: new Map() })
