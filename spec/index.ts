/** The contract as data. All other folders read it; it never contacts a deployment. */
export * from './model.ts'
export type * from './judgement.ts'
export * from './generated/catalogue.ts'
export {
  catalogueCodeStatuses,
  findingsOf,
  hasSchema,
  requestFindings,
  type Judged,
  type RespondedWith,
} from './response-rules/index.ts'
export { conversionProblems } from './invariants/quote-conversion.ts'
export { checkInvariants } from './invariants/check-invariants.ts'
export { isRecord, precedes, succeeded, type Observation } from './invariants/observation.ts'
export { disallowedTransitions } from './invariants/action-transitions.ts'
export { CONVENTIONS, unclaimedArea } from './claims.ts'
export {
  acceptedIn,
  WHERE_FULL,
  FULLY_SHOWN,
  isShown,
  OTHER_THAN,
  type Choice,
  type Presumption,
  type Witness,
  type Witnesses,
} from './witness.ts'
export {
  defaultContract,
  hasSameRule,
  requirementsInEdition,
  type Catalogue,
  type Contract,
} from './contract.ts'
export { CONTRACT_VERSION } from './contract-version.ts'
export { DECLARE_ONE_AGENT, isPerhapsSecondAgent } from './one-agent.ts'
export { rateOfQuote } from './rate-of-quote.ts'
export { isSameRate } from './is-same-rate.ts'
export { suiteName } from './suite-name.ts'
export { fiatTypes, lightningTypes, walletTypes } from './account-types.ts'
export { isTransition, statesOf } from './state-tables.ts'
import { editions } from './generated/catalogue.ts'

export { inEdition, isIn } from './editions.ts'
/** The default edition. */
export const LATEST_EDITION = editions.length
