import type { OperationName } from '../spec/index.ts'
import type { ReferenceResponse } from './reference-response.ts'
import type { Refusal } from './errors.ts'
import type { Rules } from './rules/index.ts'

/** A rejection in the error shape of its operation (contract: Errors, body shape). */
export function rejectionResponse(
  rules: Rules,
  operation: OperationName | undefined,
  why: Refusal,
): ReferenceResponse {
  const refusal = rules.refusalAsAnswered(why)
  const shape = rules.errorShape(operation)
  return {
    status: refusal.status,
    body: shape === 'AGENT_LIST' ? rules.agentListErrorBody(refusal) : rules.platformErrorBody(refusal),
  }
}
