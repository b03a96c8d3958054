/** Judges what a step saw by the expectations that the checks of the suites have too. */
import { violationIn } from '../fixtures/expect.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { findListed, type ListedItem } from '../fixtures/list-walk.ts'
import { createdId } from '../fixtures/shown-id.ts'
import type { RequirementId } from '../spec/index.ts'
import { expectAccepted, expectCreated, expectListed } from '../suites/expectations.ts'
import { requireServiceResponse, tell, Violation, without, type Problem } from './violation.ts'
import type { World } from './world.ts'

/** Throws where what was seen is not as the contract requires. */
export type Expectation<Seen = CheckedResponse> = (seen: Seen) => void

/** @throws Violation of a MUST; Blocked where a gateway responded instead of the service */
export function judge(requirement: RequirementId, response: CheckedResponse, expectation: Expectation): void {
  const [problem] = problemsIn(requirement, response, expectation)
  if (problem) tell(new Violation(requirement, problem.message, response.exchange))
}

/** @returns the identifier of what was created */
export function judgeCreated(requirement: RequirementId, response: CheckedResponse, name = 'id'): string {
  judge(requirement, response, () => expectCreated(response, name))
  return createdId(response, name)
}

/** Reads until the expectation is met, as long as a change may take to be seen. */
export const judgeSettled = (
  world: World,
  requirement: RequirementId,
  read: () => Promise<CheckedResponse>,
  expectation: Expectation,
  withinMs?: number,
): Promise<CheckedResponse> =>
  world.settled(
    read,
    (response) => problemsIn(requirement, response, expectation),
    ({ exchange }) => exchange,
    withinMs,
  )

/** Lists until the expectation of the item is met; default: it is there. */
export const judgeListed = (
  world: World,
  requirement: RequirementId,
  getPage: (cursor?: string) => Promise<CheckedResponse>,
  id: string,
  expectation: Expectation<ListedItem> = (found) => expectListed(found, id),
): Promise<ListedItem> =>
  world.settled(
    () => findListed(getPage, (item) => item.id === id),
    (found) => problemsIn(requirement, found.page, () => expectation(found)),
    ({ page }) => page.exchange,
  )

/** The violations of several rules, each with its requirement. */
export const problemsOf = (
  response: CheckedResponse,
  rules: readonly (readonly [requirement: RequirementId, expectation: Expectation])[],
): readonly Problem[] =>
  rules.flatMap(([requirement, expectation]) => problemsIn(requirement, response, expectation))

/** Throws the first violated MUST of several rules, otherwise the first violated SHOULD. */
export const judgeAll = (
  response: CheckedResponse,
  rules: readonly (readonly [requirement: RequirementId, expectation: Expectation])[],
): void => without(problemsOf(response, rules), response.exchange)

/** The response is a success. */
export const judgeAccepted = (requirement: RequirementId, response: CheckedResponse): void =>
  judge(requirement, response, expectAccepted)

/** @throws Blocked where a gateway responded instead of the service */
export function problemsIn(
  requirement: RequirementId,
  response: CheckedResponse,
  expectation: Expectation,
): readonly Problem[] {
  requireServiceResponse(response)
  try {
    expectation(response)
    return []
  } catch (error) {
    if (!(error instanceof Error) || violationIn(error) === undefined) throw error
    return [{ requirement, message: error.message }]
  }
}
