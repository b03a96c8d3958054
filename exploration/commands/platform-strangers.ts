/** Whoever is not the platform, at the operations of an area (contract: Authentication, row Basic). */
import * as fc from 'fast-check'
import type { Answer } from '../../fixtures/answer.ts'
import { INVALID_CREDENTIALS } from '../../fixtures/invalid-credentials.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { withStatus } from '../breach.ts'
import type { World } from '../world.ts'

/** Which of them: a name that recorded sequences hold. */
export const stranger = fc.constantFrom(...INVALID_CREDENTIALS.map(({ name }) => name))

type Platform = World['stage']['platform']

/**
 * Asks without the platform's credentials, and lets only 401 pass.
 *
 * @throws Breach on anything else
 */
export async function refusedTo(
  who: string,
  { stage }: World,
  operation: OperationName,
  requirement: RequirementId,
  ask: (platform: Platform) => Promise<Answer>,
): Promise<void> {
  const { authorization, statuses } = INVALID_CREDENTIALS.find(({ name }) => name === who)!
  const answer = await ask(stage.platform.presenting(authorization(stage)))
  withStatus(answer, statuses, requirement, `${operation} with ${who}`)
}
