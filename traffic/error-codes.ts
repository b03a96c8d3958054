/** Judges the codes of the error catalogue in traffic, each by its status and message. */
import { catalogueCodes, isRecord, type OperationName, type RequirementId } from '../spec/index.ts'

export interface SeenCode {
  readonly status: number
  readonly code: string
  readonly requirement: RequirementId
  /** The first exchanges that show it. */
  readonly exchanges: readonly string[]
}

export interface ErrorCodes {
  note(exchange: string, status: number, operation: OperationName | undefined, body: unknown): void
  seen(): { readonly codes: readonly SeenCode[]; readonly shows: readonly Shown[] }
}

/** Responses that a code needs as a witness: the deployment does not respond like this to everything. */
type Shown = `accepted ${OperationName}` | `rejected ${number} ${string}`

const MAX_EXCHANGES = 5

export function createErrorCodes(): ErrorCodes {
  const found = new Map<string, string[]>()
  const shows = new Set<Shown>()
  return {
    note(exchange, status, operation, body) {
      if (status >= 200 && status < 300 && operation !== undefined) shows.add(`accepted ${operation}`)
      if (status < 400 || !isRecord(body) || typeof body.code !== 'string') return
      if (typeof body.reason !== 'string' && typeof body.message !== 'string') return
      const key = `${status} ${body.code}`
      if (!CODES.has(key)) return
      shows.add(`rejected ${status} ${body.code}`)
      const exchanges = found.get(key) ?? []
      if (exchanges.length < MAX_EXCHANGES) exchanges.push(exchange)
      found.set(key, exchanges)
    },
    seen: () => ({
      codes: catalogueCodes.flatMap(({ status, code, requirement }) => {
        const exchanges = found.get(`${status} ${code}`)
        return exchanges === undefined ? [] : [{ status, code, requirement, exchanges }]
      }),
      shows: [...shows],
    }),
  }
}

const CODES: ReadonlySet<string> = new Set(catalogueCodes.map(({ status, code }) => `${status} ${code}`))
