/** What the deployment holds for invitations. */
export interface InvitationsStore {}

export const emptyInvitations = (): InvitationsStore => ({})
