/** One error of Assay. Its texts may depend on the parameters of the place that throws it. */
export interface ErrorDefinition<Parameters> {
  /** The failure: an option, a command, or an action such as `Reading the baseline base.yaml`. */
  readonly failed: Text<Parameters>
  /** The finding, without a full stop. Follows `failed` and a colon. */
  readonly found: Text<Parameters>
  /** The next step, in whole sentences. */
  readonly next: Text<Parameters>
  /** Default: 2, nothing was judged. 3: the run is inconclusive. */
  readonly exitCode?: 3
  /** Parameters of the example in docs/errors.md. */
  readonly example: Parameters
}

type Text<Parameters> = string | ((parameters: Parameters) => string)

export type NoParameters = Readonly<Record<string, never>>

/** The types of the parameters follow from the example. */
export const defineError = <Parameters = NoParameters>(
  definition: ErrorDefinition<Parameters>,
): ErrorDefinition<Parameters> => definition

/** `a, b or c`. */
export const oneOf = (words: readonly string[]): string => listed(words, 'or')

/** `a, b and c`. */
export const allOf = (words: readonly string[]): string => listed(words, 'and')

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const MAX_QUOTED = 40

/** The text that a person entered, shortened. */
export const quoted = (text: string): string => JSON.stringify(text.slice(0, MAX_QUOTED))
