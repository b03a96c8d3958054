import type { Exchange, Finding } from '../spec/index.ts'

/** A request and its response in a recording, with secrets. */
export interface RecordedExchange {
  /** Names the exchange in the report: `<check>.<attempt>.<number>`. */
  readonly id: string
  /** The recording file: its times are by one clock. */
  readonly recording: string
  /** The check in a recording of Assay, otherwise the recording. */
  readonly check: string
  /** By the clock of the recorder, ms since the epoch. */
  readonly sentAt: number
  /** undefined: the duration of the exchange is unknown. */
  readonly durationMs: number | undefined
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: RecordedBody
  /** undefined: no response was recorded. */
  readonly response: RecordedResponse | undefined
  /** Why the response is not the deployment's, such as a mock; undefined: it is. */
  readonly foreign?: string
  /** Secrets outside the request and the response, such as those of custom fields. */
  readonly secrets: readonly NamedSecret[]
  /** Set in a recording that Assay made. */
  readonly own?: OwnRecord
}

/** Times outside of these years, and longer durations, are invalid: a report could not write them as dates. */
const FIRST_MS = Date.parse('1970-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-01-01T00:00:00Z')
const LONGEST_MS = 366 * 24 * 60 * 60 * 1000

export const isUsableTime = (ms: number): boolean => ms >= FIRST_MS && ms <= LAST_MS
/** A clock that is set back during an exchange gives a negative duration. */
export const isUsableDuration = (ms: number): boolean => Math.abs(ms) <= LONGEST_MS

/** In the place of the attempt in the id of an exchange that no check of Assay made. */
export const NOT_OF_A_CHECK = 0

export type NamedSecret = readonly [name: string, secret: string]

/** `none`: there was no body. `unseen`: the recording lacks it, or part of it. */
export type RecordedBody = Uint8Array | 'none' | 'unseen'

export interface RecordedResponse {
  readonly status: number
  /** Names in lower case; undefined: not recorded. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly body: RecordedBody
  /** Bytes of the whole body, if recorded. */
  readonly bytes: number | undefined
  /** Whether an invalid JSON body comes from the deployment, and not from the recorder. */
  readonly isExact: boolean
}

/** Additional data of Assay's own recordings. */
export interface OwnRecord {
  readonly kind: Exchange['kind']
  readonly operation: string | undefined
  /** Requests of one attempt with the same number had the same credentials. */
  readonly caller: number | undefined
  /** The violations in the complete response. */
  readonly findings: readonly Finding[]
}
