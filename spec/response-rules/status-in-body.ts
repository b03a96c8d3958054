/** CNV-12: a status in an error body is that of the response (contract: Endpoints 2, error responses). */
import { isRecord } from '../invariants/observation.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** A number that cannot be an error status is a field of the deployment. */
const isErrorStatus = (value: unknown) => typeof value === 'number' && value >= 400 && value <= 599

export const statusInBody: ResponseRule = ({ status, body }) => {
  const stated = isRecord(body) ? body.status : undefined
  if (!isErrorStatus(stated)) return NOTHING
  const message = `the body has ${String(stated)}, and the response has the status ${status}`
  return judgedBy('CNV-12', stated === status ? [] : [{ at: '/status', message }])
}
