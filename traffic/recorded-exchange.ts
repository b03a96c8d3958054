import type { Exchange, Finding } from '../spec/index.ts'

/** A request and its response as a recording holds them, with secrets. */
export interface RecordedExchange {
  /** Names the exchange in the report: `<check>.<attempt>.<number>`. */
  readonly id: string
  /** The file that holds it: its times are by one clock. */
  readonly recording: string
  /** What it was exchanged for: the recording, or in a recording of Assay the check. */
  readonly check: string
  /** By the clock of the recorder, ms since the epoch. */
  readonly sentAt: number
  /** undefined: the recording does not tell how long the exchange took. */
  readonly durationMs: number | undefined
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: RecordedBody
  /** undefined: no response was recorded. */
  readonly response: RecordedResponse | undefined
  /** Why the response says nothing about the deployment, such as a mock; undefined: it does. */
  readonly foreign?: string
  /** Secrets beside the request and the response, such as those of custom fields. */
  readonly secrets: readonly NamedSecret[]
  /** Set in a recording that Assay made. */
  readonly own?: OwnRecord
}

/** In the place of the attempt in the id of an exchange that no check of Assay made. */
export const NOT_OF_A_CHECK = 0

export type NamedSecret = readonly [name: string, secret: string]

/** `none`: there was no body. `unseen`: the recording does not hold it, or not all of it. */
export type RecordedBody = Uint8Array | 'none' | 'unseen'

export interface RecordedResponse {
  readonly status: number
  /** Names in lower case; undefined: the recording does not hold the headers. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: RecordedBody
  /** Bytes of the whole body, where the recording says so. */
  readonly bytes: number | undefined
  /** A body that is not JSON is what the deployment sent, and not the work of the recorder. */
  readonly isExact: boolean
}

/** What Assay itself wrote beside an exchange. */
export interface OwnRecord {
  readonly kind: Exchange['kind']
  readonly operation: string | undefined
  /** Requests of one attempt with the same number had the same credentials. */
  readonly caller: number | undefined
  /** What was found in the response when it was whole. */
  readonly findings: readonly Finding[]
}
