/** Anyone who is not the platform, at the operations of an area (contract: Authentication, row Basic). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { INVALID_CREDENTIALS } from '../../fixtures/invalid-credentials.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { withStatus } from '../violation.ts'
import type { World } from '../world.ts'

/** Which of them: a name that recorded sequences hold. */
export const outsider = fc.constantFrom(...INVALID_CREDENTIALS.map(({ name }) => name))

type Platform = World['context']['platform']

/**
 * Asks without the platform's credentials, and lets only 401 pass.
 *
 * @throws Violation on anything else
 */
export async function refusedTo(
  who: string,
  { context }: World,
  operation: OperationName,
  requirement: RequirementId,
  ask: (platform: Platform) => Promise<CheckedResponse>,
): Promise<void> {
  const { authorization, statuses } = INVALID_CREDENTIALS.find(({ name }) => name === who)!
  const response = await ask(context.platform.presenting(authorization(context)))
  withStatus(response, statuses, requirement, `${operation} with ${who}`)
}
