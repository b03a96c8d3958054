import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { cutBetweenWords } from '../fixtures/redaction/excerpt.ts'
import { valueAt } from '../spec/value-at.ts'
import { requirements, type Requirement, type RequirementId } from '../spec/index.ts'

/** A response that the model of the contract rules out. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly requirement: RequirementId
  /** Id of the exchange that shows it; undefined: no single one does. */
  readonly exchange: string | undefined

  constructor(requirement: RequirementId, message: string, exchange?: string) {
    super(message)
    this.requirement = requirement
    this.exchange = exchange
  }
}

const rules = new Map(requirements.map((requirement) => [requirement.id, requirement]))

export const ruleOf = (requirement: RequirementId): Requirement => rules.get(requirement)!
export const levelOf = (requirement: RequirementId): 'MUST' | 'SHOULD' => ruleOf(requirement).level

/** A violation in the observed state, and the requirement that it breaks. */
export interface Problem {
  readonly requirement: RequirementId
  readonly message: string
}

export const isMust = ({ requirement }: Problem): boolean => levelOf(requirement) === 'MUST'

/** @throws Violation on the first problem with what must be kept, or else with what should be */
export function without(problems: readonly Problem[], exchange?: string): void {
  const worst = problems.find(isMust) ?? problems[0]
  if (worst) throw new Violation(worst.requirement, worst.message, exchange)
}

export const isSuccess = ({ status }: Pick<CheckedResponse, 'status'>): boolean =>
  status >= 200 && status < 300

/** Statuses that gateways answer with: they say nothing of the service behind them. */
const OF_GATEWAYS: readonly number[] = [429, 502, 503, 504]

/**
 * Lets a response pass only with one of the statuses.
 *
 * @param what was asked for, to be completed by "returned …"
 * @throws Violation; Blocked where a gateway answered in place of the service
 */
export function withStatus(
  response: CheckedResponse,
  statuses: readonly number[],
  requirement: RequirementId,
  what: string,
): void {
  ofTheService(response)
  if (statuses.includes(response.status)) return
  throw new Violation(requirement, `${what} returned ${shown(response)}`, response.exchange)
}

/** Lets only a 2xx pass. */
export function withSuccess(response: CheckedResponse, requirement: RequirementId, what: string): void {
  ofTheService(response)
  if (isSuccess(response)) return
  throw new Violation(requirement, `${what} returned ${shown(response)}`, response.exchange)
}

/** @throws Blocked where a gateway answered in place of the service */
export function ofTheService({ status, exchange }: CheckedResponse): void {
  if (!OF_GATEWAYS.includes(status)) return
  throw new Blocked(
    'environment',
    `something in front of the service answered ${status} (exchange ${exchange})`,
    'Lower limits.requestsPerSecond in the deployment file, or explore again later.',
  )
}

const LONGEST_SHOWN = 200

/** Status and body in short, without secrets. */
export const shown = ({ status, shown: body }: CheckedResponse): string =>
  `${status} ${cutBetweenWords(body, LONGEST_SHOWN)}`.trim()

/** A value of a response as a message tells it. */
export const said = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

/**
 * Lets only a rejection pass: one of the statuses, an object as body, and one of the codes where they are shown.
 *
 * @param codes default: the contract shows none
 * @throws Violation; Blocked where a gateway answered in place of the service
 */
export function withRefusal(
  response: CheckedResponse,
  statuses: readonly number[],
  requirement: RequirementId,
  what: string,
  codes?: readonly string[],
): void {
  withStatus(response, statuses, requirement, what)
  const { body, exchange } = response
  if (typeof body !== 'object' || body === null)
    throw new Violation(requirement, `${what} was rejected without a body that is an object`, exchange)
  const code = valueAt(body, 'code')
  if (codes === undefined || (codes as readonly unknown[]).includes(code)) return
  throw new Violation(requirement, `${what} has the code ${said(code)}`, exchange)
}

/**
 * The text in a successful answer by which what was made is found again.
 *
 * @throws Violation where it is not there
 */
export function madeAt(
  response: CheckedResponse,
  path: string,
  requirement: RequirementId,
  what: string,
): string {
  withSuccess(response, requirement, what)
  const value = valueAt(response.body, path)
  if (typeof value === 'string' && value !== '') return value
  throw new Violation(requirement, `${what} was answered without ${path}`, response.exchange)
}

/**
 * Lets what a state told pass for what can be made, unless it is rejected: the contract does not show its fields.
 *
 * @throws Blocked where it is rejected
 */
export function unlessUntold(response: CheckedResponse, state: string): CheckedResponse {
  if (response.status !== 400) return response
  throw new Blocked(
    'deployment-file',
    `what the state ${state} told was rejected (exchange ${response.exchange})`,
    `Serve the state ${state} with the fields that are needed.`,
  )
}

/** A rejection that leaves open why: the credentials were right, so 401 is none of them. */
export const REFUSALS = [400, 403, 404, 409, 410, 412, 422] as const
