export type Contact = 'EMAIL' | 'PHONE'

/** What the deployment holds for contact verification, by the customer's identifier. */
export interface ContactVerificationStore {
  /** Contacts that a code is on its way to. */
  readonly contactsAsked: Map<string, Set<Contact>>
  readonly contactsConfirmed: Map<string, Set<Contact>>
}

export const emptyContactVerification = (): ContactVerificationStore => ({
  contactsAsked: new Map(),
  contactsConfirmed: new Map(),
})
