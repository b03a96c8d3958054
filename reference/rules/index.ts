/** Everything the contract rules, each a small named function, so that a fault can replace any one of them. */
import { actionRules } from './actions.ts'
import { approvalRules } from './approvals.ts'
import { httpRules } from './http.ts'
import { ownershipRules } from './ownership.ts'
import { quoteRules } from './quotes.ts'

export const lawful = { ...httpRules, ...ownershipRules, ...actionRules, ...quoteRules, ...approvalRules }

export type Rules = typeof lawful
