/** An entry of the transparency log: an event of a certificate, and the time at which the keeper logged it. */
import { compiledOnUse } from '../../spec/compiled-on-use.ts'

interface Written {
  /** SHA-256 of the `attestation.json` of the certificate. */
  readonly certificate: string
  /** By the clock of the keeper. */
  readonly at: string
}

export type LogEntry =
  | (Written & { readonly event: 'issued'; readonly issuedAt: string; readonly expiresAt: string })
  /** The keeper of a registry accepted a certificate of another signer. */
  | (Written & { readonly event: 'accepted'; readonly issuedAt: string; readonly expiresAt: string })
  | (Written & { readonly event: 'revoked'; readonly reason: string })
  | (Written & { readonly event: 'superseded'; readonly by: string })
  /** Result of the nightly run of the deployment. */
  | (Written & { readonly event: 'heartbeat'; readonly passed: boolean })

const HEX = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const INSTANT = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' } as const

const entryOf = (event: LogEntry['event'], more: object) => ({
  type: 'object',
  properties: { event: { const: event }, certificate: HEX, at: INSTANT, ...more },
  required: ['event', 'certificate', 'at', ...Object.keys(more)],
  additionalProperties: false,
})

const validator = compiledOnUse<LogEntry>({
  oneOf: [
    entryOf('issued', { issuedAt: INSTANT, expiresAt: INSTANT }),
    entryOf('accepted', { issuedAt: INSTANT, expiresAt: INSTANT }),
    entryOf('revoked', { reason: { type: 'string', minLength: 1, maxLength: 500 } }),
    entryOf('superseded', { by: HEX }),
    entryOf('heartbeat', { passed: { type: 'boolean' } }),
  ],
})

/** The entry that adds a certificate to a log. */
export type Addition = Extract<LogEntry, { event: 'issued' | 'accepted' }>

export const isAddition = (entry: LogEntry): entry is Addition =>
  entry.event === 'issued' || entry.event === 'accepted'

/** An entry as its line, which is what the log hashes. */
export const lineOf = (entry: LogEntry): string => JSON.stringify(entry)

/** The entry of a line; undefined: the line is not in the format of `lineOf`. */
export function entryIn(line: string): LogEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const isLogEntry = validator()
    return isLogEntry(value) && lineOf(value) === line ? value : undefined
  } catch {
    return undefined
  }
}
