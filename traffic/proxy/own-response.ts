/** Responses of the proxy itself. They are never recorded as responses of the deployment. */
import { STATUS_CODES, type ServerResponse } from 'node:http'

/** The three parts of an error, in the form of all messages of Assay. */
export interface OwnMessage {
  /** The failure and its cause, without a period. */
  readonly problem: string
  /** The next step. */
  readonly next: string
}

/** Ends a response with a message; closes the connection if the response has started. */
export function respondItself(outgoing: ServerResponse, status: number, message: OwnMessage): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  const text = textOf(message)
  outgoing.writeHead(status, STATUS_CODES[status] ?? '', {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  outgoing.end(text)
}

export const textOf = ({ problem, next }: OwnMessage) => `assay proxy: ${problem}\n  → ${next}\n`

const NEVER_JUDGED = 'Assay does not judge this response'

export const noResponse = (origin: string, found: string): OwnMessage => ({
  problem: `no response from ${origin} (${found})`,
  next: `Check that the deployment runs and that --to is its address. ${NEVER_JUDGED}.`,
})

export const malformedResponse = (origin: string, found: string): OwnMessage => ({
  problem: `the response of ${origin} cannot be forwarded (${found})`,
  next: `Fix the response in the deployment. ${NEVER_JUDGED}.`,
})

export const otherHost = (origin: string): OwnMessage => ({
  problem: `the Host of the request is not ${origin}`,
  next: 'Use the address of the proxy as the base address of the API, not as an HTTP proxy.',
})

export const FOREIGN_HOST: OwnMessage = {
  problem: 'the Host of the request is not the address of the proxy',
  next: 'Use the address that the proxy printed, or start it with --host to accept other names.',
}

export const MALFORMED_REQUEST: OwnMessage = {
  problem: 'the request cannot be forwarded (its path or a header is malformed)',
  next: 'Fix the request.',
}

export const NO_WEBSOCKETS: OwnMessage = {
  problem: 'WebSockets are not forwarded (the request has Upgrade: websocket)',
  next: 'Connect WebSockets directly to the deployment.',
}

export const NO_TUNNEL: OwnMessage = {
  problem: 'tunnels are not forwarded (the method is CONNECT)',
  next: 'Use the address of the proxy as the base address of the API, not as an HTTP proxy.',
}
