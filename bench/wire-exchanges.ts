import { readFileSync } from 'node:fs'
import type { Exchange } from '../spec/index.ts'

/** The parts of a recorded exchange that are sent over the network. */
export interface WireExchange {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly sent: string | undefined
  readonly status: number
  readonly type: string
  readonly body: string
}

/** For deliveries, which Assay received without a request. */
const NOT_SENT = 'LISTEN'

/** The requests of a recording that got a response, in order. */
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
