/** The response of an operation, before serialization. */
export interface ReferenceResponse {
  readonly status: number
  /** A JSON value. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
