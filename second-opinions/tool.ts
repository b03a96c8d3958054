import type { DocumentedAnswer } from './documented-answers.ts'

/** A body that a tool is asked about, as an answer to an operation with a status. */
export interface Question {
  readonly key: string
  readonly documented: DocumentedAnswer
  readonly body: string
}

/** What a tool says of a body. */
export interface Said {
  readonly valid: boolean
  /** Place in the body as a JSON pointer; empty when it is valid, or when the tool does not tell. */
  readonly where: string
  /** In the words of the tool; empty when it is valid. */
  readonly message: string
}

/** A tool that judges bodies by the OpenAPI document. */
export interface Tool {
  readonly name: 'prism' | 'dredd'
  /** Undefined: not installed. */
  readonly version: string | undefined
  /** Of more answers than this to an operation with a status, an even sample is judged. */
  readonly limitPerStatus: number
  /**
   * Asks in a process of the tool's own. A question that it left unanswered is missing from what it said.
   *
   * @throws ToolFailed when it does not start
   */
  ask(questions: readonly Question[]): Promise<ReadonlyMap<string, Said>>
}

/** A tool that could not be asked. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}
