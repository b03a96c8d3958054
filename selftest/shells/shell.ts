import type { Replacement } from '../replacement.ts'
import type { Store } from '../../reference/store.ts'

/** Serves a request to the API. */
export type Serve = (request: Request) => Response | Promise<Response>

/** The reference server behind a shell. */
export interface Behind {
  readonly serve: Serve
  readonly store: Store
  /** Serves a request on another store. */
  readonly serveOn: (store: Store, request: Request) => Response | Promise<Response>
}

/**
 * A server that does nothing useful: the self-test proves that no requirement passes on it without a reason. The
 * reference server behind it serves the provider states, so that checks have resources to act on.
 */
export interface Shell {
  readonly id: string
  readonly title: string
  /** Whether it is judged when no ids are given; default: true. */
  readonly byDefault?: boolean
  /** Serves the API instead of the reference server. */
  readonly api: (behind: Behind) => Serve
  /** Rules that the reference server behind it replaces. */
  readonly replace?: Replacement
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isWrite = ({ method }: Request): boolean => !READS.has(method)

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** An error in the shape of the platform endpoints and, with the same fields, in that of the agent's list. */
export const errorResponse = (status: number, code: string): Response => {
  const text = 'This server returns this error for every such request.'
  return json(status, { status, code, reason: text, message: text, details: {} })
}
