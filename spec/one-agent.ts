const CONFLICT = 409

/** Whether an agent may have been rejected because its customer has one already. */
export const isPerhapsSecondAgent = (operation: string | undefined, status: number): boolean =>
  operation === 'createAgent' && status === CONFLICT

/** The next step then. */
export const DECLARE_ONE_AGENT =
  'If a customer can have one agent only, add agents.several to notOffered in the deployment file. Otherwise find out why.'
