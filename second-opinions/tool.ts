import type { DocumentedAnswer } from './documented-answers.ts'

/** A body to judge, as a response to an operation with a status. */
export interface Question {
  readonly key: string
  readonly documented: DocumentedAnswer
  readonly body: string
}

/** The result of a tool for a body. */
export interface Said {
  readonly valid: boolean
  /** Place in the body as a JSON pointer; empty when the body is valid or the tool names no place. */
  readonly where: string
  /** The tool's message; empty when the body is valid. */
  readonly message: string
}

/** A tool that judges bodies by the OpenAPI document. */
export interface Tool {
  readonly name: 'prism' | 'dredd'
  /** undefined: not installed. */
  readonly version: string | undefined
  /** Maximum responses per operation and status; of more, an even sample is judged. */
  readonly limitPerStatus: number
  /**
   * Judges bodies in a separate process of the tool. Questions without a result are missing.
   *
   * @throws ToolFailed when it does not start
   */
  ask(questions: readonly Question[]): Promise<ReadonlyMap<string, Said>>
}

/** A tool that could not run. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}
