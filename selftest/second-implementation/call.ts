/** One request as the handlers see it, and what is read from it with care. */
import type { IncomingHttpHeaders } from 'node:http'
import { Rejection } from './rejection.ts'
import type { Agent } from './world.ts'

export type Body = Readonly<Record<string, unknown>>

export interface Call {
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Reads the body, which must be a JSON object. */
  readonly body: () => Body
}

export interface AgentCall extends Call {
  readonly agent: Agent
}

export interface Answer {
  readonly status: number
  /** JSON text when the very bytes matter. */
  readonly body: Body | string
}

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readBody(bytes: Buffer): Body {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Rejection(400, 'INVALID_REQUEST_FORMAT', 'That is not JSON.')
  }
  if (!isBody(value)) throw new Rejection(400, 'INVALID_REQUEST_FORMAT', 'A JSON object belongs here.')
  return value
}

export const ok = (body: Body): Answer => ({ status: 200, body })

export const created = (body: Body): Answer => ({ status: 201, body })
