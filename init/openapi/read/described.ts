/** An operation as an OpenAPI document describes it: the same shape for the owner's document and for the contract's. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Described {
  readonly title: string
  /** Addresses of the servers, variables replaced by their defaults. */
  readonly servers: readonly string[]
  readonly operations: readonly DescribedOperation[]
  /** Names of the headers of webhooks. */
  readonly webhookHeaders: readonly string[]
}

export interface DescribedOperation {
  readonly method: Method
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly credentials: ReadonlySet<Credential>
  readonly parameters: readonly DescribedParameter[]
  /** undefined: no body, or none in JSON. */
  readonly request: Body | undefined
  /** By status, such as `200`, `4XX` or `default`. */
  readonly responses: ReadonlyMap<string, Body | undefined>
}

export type Credential = 'BASIC' | 'BEARER' | 'API_KEY' | 'OTHER' | 'NONE'

export interface DescribedParameter extends Pick<Field, 'types' | 'enumeration' | 'format'> {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
}

export interface Body {
  /** The body is an array. */
  readonly isArray: boolean
  readonly fields: readonly Field[]
}

export interface Field {
  /** Names from the outermost, `*` for the items of an array. */
  readonly path: readonly string[]
  /** Whether every value has it, if the objects around it are present. */
  readonly required: boolean
  /** JSON types; empty: any. */
  readonly types: readonly string[]
  /** undefined: any value. */
  readonly enumeration: readonly string[] | undefined
  readonly format: string | undefined
  readonly maxLength: number | undefined
  readonly description: string
  /** From `default`, `const`, `example` or `examples`, or the example of the whole body. */
  readonly example: unknown
  /** A value that the document fixes: `default` or `const`. */
  readonly fixed: unknown
}
