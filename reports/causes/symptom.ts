/** One failure or block, with the facts for its grouping by correction. */
import type { Exchange, FixIn, Violation } from '../../spec/judgement.ts'
import { flowOf } from '../../spec/flow-of.ts'
import type { Finding } from '../../spec/model.ts'

/**
 * Which correction a symptom asks for.
 *
 * - `crash`: an operation returns 5xx. `rejects`: it rejects a conforming request. `accepts`: it accepts a request that it
 *   must reject. `error`: it rejects with another status. `code`: it rejects with another code.
 * - `field`: one field of a response is wrong. `value`: something else that a check looked at is wrong.
 * - `rule`: responses break a rule for every response.
 * - `name`: the deployment ignores a name that the deployment file can change.
 * - `state`: a provider state is missing. `request`: a request that the contract does not show was rejected.
 * - `control`: the run never showed what a verdict needs. `step`: an earlier step failed. `block`: any other reason.
 * - `deployment`: most of the deployment behaves so.
 */
export type Kind =
  | 'deployment'
  | 'crash'
  | 'rejects'
  | 'accepts'
  | 'error'
  | 'code'
  | 'field'
  | 'value'
  | 'rule'
  | 'name'
  | 'state'
  | 'request'
  | 'control'
  | 'step'
  | 'block'

/** What the failure of a request follows from: the write, and the request when it still succeeded. */
export interface Action {
  readonly write: Exchange & { readonly operation: string }
  /** undefined: the check did not send it before; only the rule states that it succeeds. */
  readonly success?: Exchange
  /** The resource that was changed is not that of the caller: "agent". */
  readonly other?: string
}

export interface Symptom {
  readonly kind: Kind
  /** Equal for all symptoms that one correction resolves. Has no identifiers, times or amounts. */
  readonly key: string
  /** The key that it would have if no name were suspected; undefined: none is. */
  readonly otherwise?: string
  /** Ids of requirements that it fails or blocks. */
  readonly requirements: readonly string[]
  /** The statements of these requirements. */
  readonly rules: readonly string[]
  readonly isBlocked: boolean
  /** Title of the check; undefined: responses of many checks show it. */
  readonly check?: string
  /** Only recommendations are not met. */
  readonly isWarning?: boolean
  readonly message: string
  readonly fixIn: FixIn
  readonly next?: string
  /** Of the response that shows it; undefined: no response. */
  readonly operation: string | undefined
  /** The write that a later read shows to be wrong; undefined: the response itself is wrong. */
  readonly actor?: string
  /** The write after which the rejected request failed; undefined: the request itself is rejected. */
  readonly action?: Action
  readonly violation?: Violation
  readonly finding?: Finding
  /** Needs of the verdict that the run did not show. */
  readonly lacking?: string
  /** The exchanges that show it. */
  readonly guilty: readonly Exchange[]
  /** Number of places that violate a rule for every response; default: one in each exchange. */
  readonly places?: number
  /** All exchanges of the attempt, in order; of a rule for every response the same as `guilty`. */
  readonly attempt: readonly Exchange[]
}

/** The parts of a failed HTTP status expectation: the expected statuses, and the actual one. */
export interface StatusViolation {
  readonly wanted: readonly number[]
  readonly found: number
  /** Whether the check expected a success, an error, or either. */
  readonly wants: 'success' | 'error' | 'either'
}

export const HTTP_STATUS = 'HTTP status'

/** A status with the code of its error, as some checks compare it. */
const REFUSAL = /^"\d{3} \w+"$/

/** undefined: the violation is not of a status. */
export function statusViolation({ at, expected, actual }: Violation): StatusViolation | undefined {
  const found = Number(/^"?(\d{3})\b/.exec(actual)?.[1])
  const isStatus = at === HTTP_STATUS || REFUSAL.test(actual)
  if (!isStatus || !Number.isInteger(found)) return undefined
  const isNot = expected.startsWith('not ')
  const wanted = [...expected.replace('2xx', '200').matchAll(/\d{3}/g)].map(([text]) => Number(text))
  const isSuccess = (status: number) => status < 300
  const wants = wanted.every(isSuccess) ? 'success' : wanted.some(isSuccess) ? 'either' : 'error'
  return { wanted, found, wants: isNot ? (wants === 'success' ? 'error' : 'success') : wants }
}

/** Fields of a list: what is wrong in them follows from a wrong page. */
export const PAGE_FIELDS: ReadonlySet<string> = new Set(['data', 'hasMore', 'nextCursor', 'totalCount'])

/** Requirements of every response and of every error: others say more of what is wrong. */
const isGeneral = (requirement: string | undefined): boolean => ['CNV', 'ERR'].includes(flowOf(requirement))

/** Whether only general requirements are violated. */
export const isOfAllFlows = ({ requirements }: Pick<Symptom, 'requirements'>): boolean =>
  requirements.every(isGeneral)

/** The requirements of an area before the general ones. */
export const specificFirst = (requirements: readonly string[]): readonly string[] =>
  requirements.toSorted((one, other) => Number(isGeneral(one)) - Number(isGeneral(other)))

/** An effect that must not happen at all, or not again: another mistake than a wrong amount. */
export const isOfNothing = (expected: string): boolean =>
  expected === '0' || expected.startsWith('less than ')

/**
 * A wrong amount and the right one, as one text. A multiple of an amount comes from a repetition, and any other amount from
 * a wrong calculation.
 */
export function wrongAmount(violation: Violation | undefined): readonly string[] {
  const { at = '', expected: wanted = '', actual: found = '' } = violation ?? {}
  const areAmounts = [wanted, found].every((text) => /^[1-9]\d{3,}$/.test(text))
  const isPayment = at === '' || at.startsWith('paid by ')
  return isPayment && areAmounts && Number(found) % Number(wanted) !== 0 ? [`${wanted} ${found}`] : []
}

/** A field with one value in one response and another value in another: it does not show which one is wrong. */
export const isContradiction = ({ expected }: Violation): boolean => / \(as [^()]+\)$/.test(expected)

/** A request that may change something. */
export const isWrite = (exchange: Exchange | undefined): boolean =>
  exchange?.kind === 'contract' && exchange.request.method !== 'GET'

/**
 * A text without all that differs from run to run: exchanges, identifiers, times, numbers and what a deployment wrote
 * between quotes.
 */
export const template = (text: string): string =>
  text
    .replaceAll(/\(exchange [^)]*\)|\(before: exchange [^)]*\)/g, '')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '…')
    .replaceAll(/\b[A-Za-z]+:[\w-]*\d[\w-]*/g, '…')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '…')
    .replaceAll(/\b\d[\w:.+-]*/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Ids of the exchanges that a message names. */
export const citedIn = (message: string): readonly string[] =>
  [...message.matchAll(/\(exchange ([^)]+)\)/g)].map(([, id = '']) => id)
