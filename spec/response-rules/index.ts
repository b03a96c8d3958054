/**
 * Judges one response by the rules for all responses (area `conventions`), one rule per file. Pure. Returns violations
 * with their place, and the rules that the response could have violated: a rule that it could not violate was not
 * exercised.
 */
import { defaultContract, type Contract } from '../contract.ts'
import type { OperationName } from '../generated/catalogue.ts'
import { judgeContentType } from './content-type.ts'
import { currencies } from './currencies.ts'
import { errorBody } from './error-body.ts'
import { errorCode } from './error-code.ts'
import { errorStatus, foreignStatus, isStatusOfTheContract } from './error-status.ts'
import { monetaryObjects } from './monetary-objects.ts'
import { oneMeaning } from './one-meaning.ts'
import { judgedBy, NOTHING, together, type Judged, type RespondedWith, type ResponseRule } from './rule.ts'
import { isShownResponse, shape, SHAPE } from './shape.ts'
import { statusInBody } from './status-in-body.ts'
import { hasSchema } from './validators.ts'

export type { Judged, Oddity, RespondedWith } from './rule.ts'
export { catalogueCodeStatuses } from './error-code.ts'
export { hasSchema, requestFindings } from './validators.ts'

const OF_ERRORS: readonly ResponseRule[] = [errorStatus, errorBody, statusInBody, errorCode]
const OF_SUCCESSES: readonly ResponseRule[] = [currencies, monetaryObjects, shape]

/** A page may repeat one violation a hundred times; the first ones of each rule are enough. */
const FINDINGS_PER_RULE = 10

/**
 * The violations in a response, and the response rules that it could have violated.
 *
 * @param operation undefined: an unknown operation; only rules for all operations apply
 * @param contract the version that it is judged by; default: the one that Assay was made for
 */
export function findingsOf(
  operation: OperationName | undefined,
  response: RespondedWith,
  contract: Contract = defaultContract,
): Judged {
  const { judged, findings } = judge(operation, response, contract)
  const counts = new Map<string, number>()
  return {
    judged,
    findings: findings.filter(({ requirement }) => {
      const count = (counts.get(requirement) ?? 0) + 1
      counts.set(requirement, count)
      return count <= FINDINGS_PER_RULE
    }),
  }
}

function judge(operation: OperationName | undefined, response: RespondedWith, contract: Contract): Judged {
  const { status, body } = response
  const { errorCatalogue } = contract.catalogue
  if (!isStatusOfTheContract(status, errorCatalogue)) return foreignStatus(status, errorCatalogue)
  if (body === undefined) return missingBody(operation, status, contract)
  const contentType = judgeContentType({ ...response, body })
  if ('problem' in body) return contentType
  const json = { operation, status, body: body.json, oddities: body.oddities ?? [], contract }
  const rules = [oneMeaning, ...(status >= 400 ? OF_ERRORS : OF_SUCCESSES)]
  return together([contentType, ...rules.map((rule) => rule(json))])
}

function missingBody(
  operation: OperationName | undefined,
  status: number,
  { catalogue, validator }: Contract,
): Judged {
  const isPromised =
    status >= 400
      ? Object.hasOwn(catalogue.errorCatalogue, status)
      : operation !== undefined && isShownResponse(operation) && hasSchema(operation, status, validator)
  if (!isPromised) return NOTHING
  return judgedBy(status >= 400 ? 'CNV-06' : SHAPE, [{ at: 'body', message: `a ${status} without a body` }])
}
