/** What an operation answers, before it is written as bytes. */
export interface ReferenceResponse {
  readonly status: number
  /** A JSON value. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
