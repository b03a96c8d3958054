/** What the deployment holds for verifications. */
export interface VerificationsStore {}

export const emptyVerifications = (): VerificationsStore => ({})
