import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Question } from './tool.ts'

/** The request header that names the response to send. */
export const WANTED = 'x-recorded-answer'

export interface Replayer {
  readonly url: string
  close(): Promise<void>
}

/**
 * A server that sends recorded responses: the client names the response. It ignores the rest of the request, so
 * recorded requests need not be sent again.
 *
 * Every body is sent as `application/json`: CNV-01 judges content types, not the tools.
 */
export async function startReplayer(questions: readonly Question[]): Promise<Replayer> {
  const byKey = new Map(questions.map((question) => [question.key, question]))
  const server = createServer((request, response) => {
    request.resume()
    const question = byKey.get(String(request.headers[WANTED]))
    if (question) {
      const headers = { 'content-type': 'application/json', [WANTED]: question.key }
      response.writeHead(question.documented.status, headers).end(question.body)
    } else {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
