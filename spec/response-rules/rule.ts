/** Input and output of response rules. */
import type { Contract } from '../contract.ts'
import type { OperationName, RequirementId } from '../generated/catalogue.ts'
import type { Finding } from '../model.ts'

/** Valid JSON that parsers may interpret differently. */
export interface Oddity {
  readonly kind: 'duplicate-key' | 'unsafe-number' | 'byte-order-mark'
  /** JSON pointer. */
  readonly at: string
  readonly message: string
}

/** The parts of a response that rules judge. `body` is undefined when there is none. */
export interface RespondedWith {
  readonly status: number
  readonly contentType: string | undefined
  /** The parsed body, with properties of its bytes that parsing hides; or why it could not be parsed. */
  readonly body:
    | { readonly json: unknown; readonly oddities?: readonly Oddity[] }
    | { readonly problem: string }
    | undefined
}

/** A response whose body is JSON. */
export interface JsonResponse {
  readonly operation: OperationName | undefined
  readonly status: number
  readonly body: unknown
  readonly oddities: readonly Oddity[]
  /** The version of the contract that it is judged by. */
  readonly contract: Contract
}

export interface Judged {
  /** Rules that this response could have violated. */
  readonly judged: readonly RequirementId[]
  readonly findings: readonly Finding[]
}

export type ResponseRule = (response: JsonResponse) => Judged

export const NOTHING: Judged = { judged: [], findings: [] }

/** The result of one rule: violations at JSON pointers. */
export const judgedBy = (
  requirement: RequirementId,
  problems: readonly { readonly at: string; readonly message: string }[],
): Judged => ({
  judged: [requirement],
  findings: problems.map(({ at, message }) => ({ requirement, at, message })),
})

/** The combined results of several rules. */
export const together = (judgements: readonly Judged[]): Judged => ({
  judged: [...new Set(judgements.flatMap(({ judged }) => judged))],
  findings: judgements.flatMap(({ findings }) => findings),
})
