/** Points at which a server may wait between a check and the action that relies on it. */
export type Step =
  | 'changeAgent'
  | 'changeDocument'
  | 'createCredential'
  | 'createCustomer'
  | 'createDocument'
  | 'createQuote'
  | 'executeQuote'
  | 'issueCard'
  | 'claimInvitation'
  | 'moveCard'
  | 'registerStablecoin'
  | 'rejectTransaction'
  | 'requestEnablement'
  | 'updateCustomer'
  | 'verifySignature'

export const stepRules = {
  /** Called between the check and the action of a step on a resource. This server never waits. */
  before: (_step: Step, _id?: string): Promise<void> | undefined => undefined,
}
