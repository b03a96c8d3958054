/** CNV-07: the code of an error is one of its status (contract: Errors). */
import { errorCatalogue, type ErrorStatus } from '../generated/catalogue.ts'
import { isRecord } from '../invariants/observation.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** Statuses whose catalogue has the code. */
export const catalogueCodeStatuses = (code: string): readonly number[] =>
  Object.entries(errorCatalogue).flatMap(([status, codes]) =>
    Object.hasOwn(codes, code) ? [Number(status)] : [],
  )

export const errorCode: ResponseRule = ({ status, body }) => {
  const code = isRecord(body) ? body.code : undefined
  if (typeof code !== 'string') return NOTHING
  if (Object.hasOwn(errorCatalogue[status as ErrorStatus], code)) return judgedBy('CNV-07', [])
  const others = catalogueCodeStatuses(code)
  const message = `${code} is not a code of status ${status}; ${others.length ? `it belongs to ${others.join(', ')}` : 'the catalogue does not have it'}`
  return judgedBy('CNV-07', [{ at: '/code', message }])
}
