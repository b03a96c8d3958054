/** Operations of invitations, by the names of their bindings and the credentials they take. */
export const invitationsOperations = { platform: {}, agent: {}, open: {} }
