/** What the deployment holds for contact verification. */
export interface ContactVerificationStore {}

export const emptyContactVerification = (): ContactVerificationStore => ({})
