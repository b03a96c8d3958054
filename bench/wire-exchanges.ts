import { readFileSync } from 'node:fs'
import type { Exchange } from '../spec/index.ts'

/** What of a recorded exchange goes over the wire. */
export interface WireExchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly sent: string | undefined
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Of deliveries, which the harness waited for and did not ask for. */
const NOT_SENT = 'LISTEN'

/** The answered requests of a recording, in order. */
export const readWire = (file: string): readonly WireExchange[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
    .flatMap(({ id, request, response }) =>
      response === undefined || request.method === NOT_SENT
        ? []
        : [
            {
              id,
              method: request.method,
              path: new URL(request.url).pathname,
              sent: request.body,
              status: response.status,
              type: response.headers['content-type'] ?? 'application/json',
              body: response.body,
            },
          ],
    )
