import type { Answer } from '../fixtures/answer.ts'
import { Blocked } from '../fixtures/blocked.ts'
import { cutBetweenWords } from '../fixtures/redaction/excerpt.ts'
import { valueAt } from '../spec/value-at.ts'
import { requirements, type Requirement, type RequirementId } from '../spec/index.ts'

/** An answer that the model of the contract rules out. */
export class Breach extends Error {
  override readonly name = 'Breach'
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

/** Something that is wrong with what was seen, and the requirement whose rule it breaks. */
export interface Problem {
  readonly requirement: RequirementId
  readonly message: string
}

export const isMust = ({ requirement }: Problem): boolean => levelOf(requirement) === 'MUST'

/** @throws Breach on the first problem with what must be kept, or else with what should be */
export function without(problems: readonly Problem[], exchange?: string): void {
  const worst = problems.find(isMust) ?? problems[0]
  if (worst) throw new Breach(worst.requirement, worst.message, exchange)
}

export const isSuccess = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300

/** Statuses that gateways answer with: they say nothing of the service behind them. */
const OF_GATEWAYS: readonly number[] = [429, 502, 503, 504]

/**
 * Lets an answer pass only with one of the statuses.
 *
 * @param what was asked for, to be completed by "was answered with …"
 * @throws Breach; Blocked where a gateway answered in place of the service
 */
export function withStatus(
  answer: Answer,
  statuses: readonly number[],
  requirement: RequirementId,
  what: string,
): void {
  ofTheService(answer)
  if (statuses.includes(answer.status)) return
  throw new Breach(requirement, `${what} was answered with ${shown(answer)}`, answer.exchange)
}

/** Lets only a 2xx pass. */
export function withSuccess(answer: Answer, requirement: RequirementId, what: string): void {
  ofTheService(answer)
  if (isSuccess(answer)) return
  throw new Breach(requirement, `${what} was answered with ${shown(answer)}`, answer.exchange)
}

/** @throws Blocked where a gateway answered in place of the service */
export function ofTheService({ status, exchange }: Answer): void {
  if (!OF_GATEWAYS.includes(status)) return
  throw new Blocked(
    'environment',
    `something in front of the service answered ${status} (exchange ${exchange})`,
    'Lower limits.requestsPerSecond in the deployment file, or explore again later.',
  )
}

const LONGEST_SHOWN = 200

/** Status and body in short, without secrets. */
export const shown = ({ status, shown: body }: Answer): string =>
  `${status} ${cutBetweenWords(body, LONGEST_SHOWN)}`.trim()

/** A value of an answer as a message tells it. */
export const said = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

/**
 * Lets only a refusal pass: one of the statuses, an object as body, and one of the codes where they are shown.
 *
 * @param codes left out: the contract shows none
 * @throws Breach; Blocked where a gateway answered in place of the service
 */
export function withRefusal(
  answer: Answer,
  statuses: readonly number[],
  requirement: RequirementId,
  what: string,
  codes?: readonly string[],
): void {
  withStatus(answer, statuses, requirement, what)
  const { body, exchange } = answer
  if (typeof body !== 'object' || body === null)
    throw new Breach(requirement, `${what} was refused without a body that is an object`, exchange)
  const code = valueAt(body, 'code')
  if (codes === undefined || (codes as readonly unknown[]).includes(code)) return
  throw new Breach(requirement, `${what} has the code ${said(code)}`, exchange)
}

/**
 * The text in a successful answer by which what was made is found again.
 *
 * @throws Breach where it is not there
 */
export function madeAt(answer: Answer, path: string, requirement: RequirementId, what: string): string {
  withSuccess(answer, requirement, what)
  const value = valueAt(answer.body, path)
  if (typeof value === 'string' && value !== '') return value
  throw new Breach(requirement, `${what} was answered without ${path}`, answer.exchange)
}

/**
 * Lets what a state told pass for what can be made, unless it is refused: the contract does not show its fields.
 *
 * @throws Blocked where it is refused
 */
export function unlessUntold(answer: Answer, state: string): Answer {
  if (answer.status !== 400) return answer
  throw new Blocked(
    'deployment-file',
    `what the state ${state} told was refused (exchange ${answer.exchange})`,
    `Serve the state ${state} with the fields that are needed.`,
  )
}

/** A refusal that leaves open why: the credentials were right, so 401 is none of them. */
export const REFUSALS = [400, 403, 404, 409, 410, 412, 422] as const
