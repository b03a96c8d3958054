/** CNV-09: errors have the statuses of the catalogue (contract: Errors). */
import type { Catalogue } from '../contract.ts'
import { judgedBy, NOTHING, type Judged, type ResponseRule } from './rule.ts'

/** Statuses that gateways and HTTP servers return on their own. */
const OF_HTTP: readonly number[] = [405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431]

/** A gateway's 429 or 503, or a redirect to a login page, is not a response of the service that the contract describes. */
export const isStatusOfTheContract = (status: number, errors: Catalogue['errorCatalogue']): boolean =>
  status < 300 || Object.hasOwn(errors, status)

export const errorStatus: ResponseRule = ({ status, contract: { catalogue } }) =>
  isStatusOfTheContract(status, catalogue.errorCatalogue)
    ? judgedBy('CNV-09', [])
    : foreignStatus(status, catalogue.errorCatalogue)

/** For a status outside the contract, no other rule applies. */
export function foreignStatus(status: number, errors: Catalogue['errorCatalogue']): Judged {
  if (status < 400 || status > 500 || OF_HTTP.includes(status)) return NOTHING
  const message = `expected ${Object.keys(errors).join(' or ')}, found ${status}`
  return judgedBy('CNV-09', [{ at: 'status', message }])
}
