/** Operations of an area require the platform's credentials (contract: Authentication, row Basic). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import type { RequirementId } from '../../spec/index.ts'
import { expectCredentialsRejected } from '../../suites/expectations.ts'
import { invalidCredentials, type InvalidCredentialsName } from '../../suites/invalid-credentials.ts'
import { judge } from '../judge.ts'
import type { World } from '../world.ts'

/** Some rows of the table: operations differ in whether they read credentials at all. */
export const invalidCredentialsName = fc.constantFrom<InvalidCredentialsName>(
  'none',
  'unknown',
  'wrongSecret',
  'notBase64',
)

/** Every row of the table. */
export const anyInvalidCredentials = fc.constantFrom(
  ...(Object.keys(invalidCredentials) as InvalidCredentialsName[]),
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
  requirement: RequirementId,
  ask: (platform: Platform) => Promise<CheckedResponse>,
): Promise<CheckedResponse> {
  const credentials = invalidCredentials[who]
  const response = await ask(context.platform.presenting(credentials.authorization(context)))
  judge(requirement, response, () => expectCredentialsRejected(response, credentials))
  return response
}
