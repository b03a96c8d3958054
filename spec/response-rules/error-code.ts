/** CNV-07: the code of an error is one of its status (contract: Errors). */
import type { Catalogue } from '../contract.ts'
import { errorCatalogue, type ErrorStatus } from '../generated/catalogue.ts'
import { isRecord } from '../invariants/observation.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** Statuses whose catalogue has the code. */
export const catalogueCodeStatuses = (
  code: string,
  catalogue: Catalogue['errorCatalogue'] = errorCatalogue,
): readonly number[] =>
  Object.entries(catalogue).flatMap(([status, codes]) => (Object.hasOwn(codes, code) ? [Number(status)] : []))

export const errorCode: ResponseRule = ({ status, body, contract }) => {
  const catalogue = contract.catalogue.errorCatalogue
  const code = isRecord(body) ? body.code : undefined
  if (typeof code !== 'string') return NOTHING
  if (Object.hasOwn(catalogue[status as ErrorStatus], code)) return judgedBy('CNV-07', [])
  const others = catalogueCodeStatuses(code, catalogue)
  const message = `${code} is not a code of status ${status}; ${others.length ? `it belongs to ${others.join(', ')}` : 'the catalogue does not have it'}`
  return judgedBy('CNV-07', [{ at: '/code', message }])
}
