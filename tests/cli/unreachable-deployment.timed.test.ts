/** An unreachable deployment: exit code 3 within the request timeout, and a report of the recorded exchanges. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const REQUEST_TIMEOUT_SECONDS = 2
/** Start of the command line and the report, on a busy machine. */
const START_SECONDS = 12

interface Case {
  readonly what: string
  readonly response: (socket: Socket) => void
  readonly says: RegExp
}

const HTML = '<html><h1>Welcome</h1></html>'
const CASES: readonly Case[] = [
  { what: 'never answers', response: () => undefined, says: /no complete response within 2 s/ },
  {
    what: 'cuts the connection',
    response: (socket) => socket.once('data', () => socket.destroy()),
    says: /cut/,
  },
  {
    what: 'cuts the connection within the body',
    response: (socket) =>
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"code"',
        ),
      ),
    says: /no complete response/,
  },
  {
    what: 'answers HTML',
    response: (socket) =>
      socket.once('data', () =>
        socket.end(
          `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${HTML.length}\r\n\r\n${HTML}`,
        ),
      ),
    says: /text\/html.*web page/s,
  },
  {
    what: 'speaks something else',
    response: (socket) => socket.end('220 mail.example ESMTP\r\n'),
    says: /no complete response/,
  },
]

async function listen(response: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    response(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, port: (server.address() as AddressInfo).port }
}

async function judge(port: number) {
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  writeFileSync(
    file,
    `name: broken\nbaseUrl: http://127.0.0.1:${port}/2025-10-13\ncredentials: { clientId: "\${TEST_ID}", clientSecret: "\${TEST_SECRET}" }\nlimits: { requestTimeoutSeconds: ${REQUEST_TIMEOUT_SECONDS} }\n`,
  )
  const out = join(folder, 'out')
  const ended = await assay(['run', '--deployment', file, '--out', out], {
    TEST_ID: 'id',
    TEST_SECRET: 'secret-of-the-test',
  })
  const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  return { ended, conformance, exchanges, html: readFileSync(join(out, 'index.html'), 'utf8') }
}

function assertInconclusive(
  { ended, conformance, exchanges, html }: Awaited<ReturnType<typeof judge>>,
  says: RegExp,
): void {
  assert.equal(ended.code, 3, ended.stderr)
  assert.match(ended.stderr, says)
  assert.match(ended.stderr, /→/)
  assert.ok(ended.milliseconds < (REQUEST_TIMEOUT_SECONDS + START_SECONDS) * 1000, `${ended.milliseconds} ms`)
  assert.equal(conformance.verdict, 'inconclusive')
  assert.equal(conformance.complete, false)
  assert.match(conformance.incompleteReason ?? '', says)
  assert.doesNotMatch(conformance.incompleteReason ?? '', /→/)
  assert.equal(conformance.totals.pass, 0)
  const blocked = conformance.requirements.filter(({ verdict }) => verdict === 'blocked')
  assert.deepEqual([...new Set(blocked.map(({ fixIn }) => fixIn))], ['environment'])
  assert.ok(blocked.every(({ next }) => next?.endsWith('Then run again.')))
  assert.ok(conformance.totals.blocked > 0)
  assert.equal(exchanges.length, 1)
  assert.ok(html.includes('</html>'))
}

describe('a deployment that', () => {
  for (const { what, response, says } of CASES) {
    it(`${what} leaves the run inconclusive`, async () => {
      const { server, port } = await listen(response)

      const judged = await judge(port)

      server.close()
      assertInconclusive(judged, says)
    })
  }

  it('is unreachable leaves the run inconclusive', async () => {
    const { server, port } = await listen(() => undefined)
    await new Promise<void>((done) => server.close(() => done()))

    assertInconclusive(await judge(port), /refused/)
  })
})
