/** What the contract rules on invitations. */
export const invitationsRules = {}
