import { catalogue, type ErrorCode } from './catalogue.ts'
import type { ErrorDefinition, NoParameters } from './define-error.ts'

/** The arguments of a code: none, or its parameters. */
export type ParametersOf<Code extends ErrorCode> =
  (typeof catalogue)[Code] extends ErrorDefinition<infer Parameters>
    ? Parameters extends NoParameters
      ? readonly []
      : readonly [parameters: Parameters]
    : never

/** A command ends with this message: what failed, what was found, what to do. */
export class AssayError extends Error {
  override readonly name = 'AssayError'
  readonly code: ErrorCode
  readonly exitCode: 2 | 3
  /** The failure and the finding, in one line without a full stop. */
  readonly problem: string
  readonly next: string

  constructor(code: ErrorCode, parameters: unknown) {
    const { failed, found, next, exitCode = 2 } = catalogue[code] as ErrorDefinition<unknown>
    const text = (part: typeof failed) => inOneLine(typeof part === 'string' ? part : part(parameters))
    const problem = `${text(failed)}: ${text(found)}`
    super(`${problem}.\n  → ${text(next)}  [${code}]`)
    this.code = code
    this.exitCode = exitCode
    this.problem = problem
    this.next = text(next)
  }
}

/** The error of a code, to be thrown. */
export const assayError = <Code extends ErrorCode>(
  code: Code,
  ...parameters: ParametersOf<Code>
): AssayError => new AssayError(code, parameters[0] ?? {})

/** The error with the parameters of its example. */
export const exampleOf = (code: ErrorCode): AssayError => new AssayError(code, catalogue[code].example)

const MAX_LENGTH = 1_000

/** A parameter, such as a path or a `$ref`, may have line breaks and any length. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
