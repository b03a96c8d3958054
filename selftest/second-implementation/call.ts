/** A request as the handlers see it, with careful parsing. */
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

export interface HandlerResponse {
  readonly status: number
  /** The JSON text, when its exact bytes matter. */
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

export const ok = (body: Body): HandlerResponse => ({ status: 200, body })

export const created = (body: Body): HandlerResponse => ({ status: 201, body })
