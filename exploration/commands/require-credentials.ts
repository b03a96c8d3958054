/** Operations of an area require the platform's credentials (contract: Authentication, row Basic). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { invalidCredentials, type InvalidCredentialsName } from '../../fixtures/invalid-credentials.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { withStatus } from '../violation.ts'
import type { World } from '../world.ts'

/** Some rows of the table: operations differ in whether they read credentials at all. */
export const invalidCredentialsName = fc.constantFrom<InvalidCredentialsName>(
  'none',
  'unknown',
  'wrongSecret',
  'notBase64',
)

type Platform = World['context']['platform']

/**
 * Sends a request with invalid credentials.
 *
 * @throws Violation when it is not rejected
 */
export async function requireCredentials(
  who: InvalidCredentialsName,
  { context }: World,
  operation: OperationName,
  requirement: RequirementId,
  ask: (platform: Platform) => Promise<CheckedResponse>,
): Promise<void> {
  const { name, authorization, statuses } = invalidCredentials[who]
  const response = await ask(context.platform.presenting(authorization(context)))
  withStatus(response, statuses, requirement, `${operation} with ${name}`)
}
