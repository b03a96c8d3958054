export type Contact = 'EMAIL' | 'PHONE'

/** Stored resources of contact verification, by customer id. */
export interface ContactVerificationStore {
  /** Contacts to which a code has been sent. */
  readonly contactsAsked: Map<string, Set<Contact>>
  readonly contactsConfirmed: Map<string, Set<Contact>>
}

export const emptyContactVerification = (): ContactVerificationStore => ({
  contactsAsked: new Map(),
  contactsConfirmed: new Map(),
})
