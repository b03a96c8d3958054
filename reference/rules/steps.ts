/** Places where a server may wait between a check and the act that relies on it. */
export type Step =
  | 'changeAgent'
  | 'createCredential'
  | 'createCustomer'
  | 'createDocument'
  | 'createQuote'
  | 'executeQuote'
  | 'issueCard'
  | 'claimInvitation'
  | 'registerStablecoin'
  | 'rejectTransaction'
  | 'requestEnablement'
  | 'verifySignature'

export const stepRules = {
  /** Called between the check and the act of a step on a resource. This server waits nowhere. */
  before: (_step: Step, _id?: string): Promise<void> | undefined => undefined,
}
