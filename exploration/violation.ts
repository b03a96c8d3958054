import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { cutBetweenWords } from '../fixtures/redaction/excerpt.ts'
import { requirementsInEdition, type Requirement, type RequirementId } from '../spec/index.ts'

/** A response that the model of the contract does not allow. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly requirement: RequirementId
  /** Id of the exchange with the violation; undefined: no single exchange has it. */
  readonly exchange: string | undefined

  constructor(requirement: RequirementId, message: string, exchange?: string) {
    super(message)
    this.requirement = requirement
    this.exchange = exchange
  }
}

/** The violated SHOULDs of the current step. */
const ofStep = new AsyncLocalStorage<Violation[]>()

/**
 * Performs a step. A violated SHOULD does not end it, so that the model stays that of the deployment.
 *
 * @returns the violated SHOULDs
 * @throws Violation for a violated MUST
 */
export async function collectRecommendations(step: () => Promise<unknown>): Promise<readonly Violation[]> {
  const told: Violation[] = []
  await ofStep.run(told, step)
  return told
}

/** @throws the violation, unless it is of a SHOULD within a step */
export function tell(violation: Violation): void {
  const told = ofStep.getStore()
  if (told === undefined || levelOf(violation.requirement) === 'MUST') throw violation
  told.push(violation)
}

const rules = new Map(requirementsInEdition().map((requirement) => [requirement.id, requirement]))

export const ruleOf = (requirement: RequirementId): Requirement => rules.get(requirement)!
export const levelOf = (requirement: RequirementId): 'MUST' | 'SHOULD' => ruleOf(requirement).level

/** A violation in the observed state, with its requirement. */
export interface Problem {
  readonly requirement: RequirementId
  readonly message: string
}

export const isMust = ({ requirement }: Problem): boolean => levelOf(requirement) === 'MUST'

/** Tells the first violated MUST, otherwise the first violated SHOULD. */
export function without(problems: readonly Problem[], exchange?: string): void {
  const worst = problems.find(isMust) ?? problems[0]
  if (worst) tell(new Violation(worst.requirement, worst.message, exchange))
}

export const isSuccess = ({ status }: Pick<CheckedResponse, 'status'>): boolean =>
  status >= 200 && status < 300

/** Statuses of gateways, which do not describe the service behind them. */
const OF_GATEWAYS: readonly number[] = [429, 502, 503, 504]

/** Passes a 2xx only. */
export function withSuccess(response: CheckedResponse, requirement: RequirementId, what: string): void {
  requireServiceResponse(response)
  if (isSuccess(response)) return
  throw new Violation(requirement, `${what} returned ${describeResponse(response)}`, response.exchange)
}

/** @throws Blocked when a gateway responded instead of the service */
export function requireServiceResponse({ status, exchange }: CheckedResponse): void {
  if (!OF_GATEWAYS.includes(status)) return
  throw new Blocked(
    'environment',
    `a gateway in front of the service returned ${status} (exchange ${exchange})`,
    'Lower limits.requestsPerSecond in the deployment file, or explore again later.',
  )
}

const LONGEST_SHOWN = 200

/** Status and body, shortened, without secrets. */
export const describeResponse = ({ status, shown: body }: CheckedResponse): string =>
  `${status} ${cutBetweenWords(body, LONGEST_SHOWN)}`.trim()

/** A value of a response, formatted for a message. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

/**
 * Passes a success for the values of a provider state; the contract does not show the fields of the resource.
 *
 * @throws Blocked when the request is rejected
 */
export function requireAcceptedState(response: CheckedResponse, state: string): CheckedResponse {
  if (response.status !== 400) return response
  throw new Blocked(
    'deployment-file',
    `the deployment rejected the values of the state ${state} (exchange ${response.exchange})`,
    `Serve the state ${state} with all required fields.`,
  )
}
