/** What response rules judge, and what they say. */
import type { OperationName, RequirementId } from '../generated/catalogue.ts'
import type { Finding } from '../model.ts'

/** Valid JSON, yet a reader may understand it otherwise than the sender. */
export interface Oddity {
  readonly kind: 'duplicate-key' | 'unsafe-number' | 'byte-order-mark'
  /** JSON pointer. */
  readonly at: string
  readonly message: string
}

/** A response as far as rules judge it. `body` is undefined when there is none. */
export interface RespondedWith {
  readonly status: number
  readonly contentType: string | undefined
  /** The body as parsed, with what its bytes hold that parsing hides; or why it could not be parsed. */
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
}

export interface Judged {
  /** Rules that this response could have broken. */
  readonly judged: readonly RequirementId[]
  readonly findings: readonly Finding[]
}

export type ResponseRule = (response: JsonResponse) => Judged

export const NOTHING: Judged = { judged: [], findings: [] }

/** The judgement of one rule: what is wrong, at JSON pointers. */
export const judgedBy = (
  requirement: RequirementId,
  problems: readonly { readonly at: string; readonly message: string }[],
): Judged => ({
  judged: [requirement],
  findings: problems.map(({ at, message }) => ({ requirement, at, message })),
})

/** All that several rules say. */
export const together = (judgements: readonly Judged[]): Judged => ({
  judged: [...new Set(judgements.flatMap(({ judged }) => judged))],
  findings: judgements.flatMap(({ findings }) => findings),
})
