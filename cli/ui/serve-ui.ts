/** Serves the page of `assay ui` and its requests, on this machine only. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requirements } from '../../spec/index.ts'
import { count } from '../../spec/count.ts'
import { hasToken, refusedHeader } from './guard.ts'
import { buildLiveReport, progressOf, revisionOf } from './live-report.ts'
import type { Runs, UiRun } from './runs.ts'
import { UI_PAGE, UI_POLICY } from './ui-page.ts'

const MAX_BODY_BYTES = 100_000
/** The page that is shown, and the one that replaces it. */
const PAGES_KEPT = 2

export interface UiServer {
  /** With the token, for a person. */
  readonly url: string
  close(): void
}

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body?: string
  readonly policy?: string
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

/** @param port 0: a free one */
export async function serveUi(runs: Runs, port: number): Promise<UiServer> {
  const token = randomBytes(32).toString('base64url')
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    answerTo(request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 500 }),
    )
  })

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = 'GET', url = '/', headers } = request
    const { host, origin, authorization } = headers
    const site = headers['sec-fetch-site']?.toString()
    const refused = refusedHeader({ method, host, origin, site }, (server.address() as AddressInfo).port)
    if (refused !== undefined) return { status: 403, body: `The ${refused} header is not that of this page.` }
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
    if (method === 'GET' && pathname === '/') return { status: 200, body: UI_PAGE, policy: UI_POLICY }
    // The name of a page is as secret as the token; a frame cannot send a header.
    const page = pages.get(pathname)
    if (method === 'GET' && page !== undefined) return { status: 200, body: page }
    if (!hasToken(authorization, token))
      return { status: 401, body: 'Open the address that assay ui printed.' }
    if (method === 'GET' && pathname === '/state') return json(stateOf(runs.all()))
    if (method === 'GET' && pathname === '/report') return reportOf(Number(searchParams.get('run')))
    if (method === 'POST' && pathname === '/run') return startedBy(await readBody(request))
    return { status: 404 }
  }

  async function reportOf(index: number): Promise<Answer> {
    const folder = runs.all()[index]?.folder
    const revision = folder === undefined ? '' : revisionOf(folder)
    if (folder === undefined || revision === '') return { status: 404 }
    const { html, causes } = await buildLiveReport(folder)
    const name = `/page-${randomBytes(32).toString('base64url')}`
    pages.set(name, html)
    for (const old of [...pages.keys()].slice(0, -PAGES_KEPT)) pages.delete(old)
    return json({ page: name, revision, causes })
  }

  function startedBy(body: string | undefined): Answer {
    const only = onlyIn(body)
    if (only === undefined) return { status: 400, body: 'only must be a list of requirement ids.' }
    return runs.start(only) ? { status: 202 } : { status: 409, body: 'A run is under way.' }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#${token}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const stateOf = (all: readonly UiRun[]) => ({
  runs: all.map(({ only, folder, isUnderWay, message }, index) => {
    const { judged, planned } = folder === undefined ? { judged: 0, planned: 0 } : progressOf(folder)
    const name = `Run ${index + 1}: ${only.length === 0 ? 'everything' : only.length === 1 ? only[0]! : count(only.length, 'requirement')}`
    const progress = planned === 0 ? 'starting' : `${judged} of ${count(planned, 'check')}`
    return {
      name,
      status: message !== '' ? message : isUnderWay ? `under way: ${progress}` : `finished: ${progress}`,
      isUnderWay,
      judged,
      planned,
      revision: folder === undefined ? '' : revisionOf(folder),
    }
  }),
})

const ids: ReadonlySet<string> = new Set(requirements.map(({ id }) => id))

/** Requirement ids; undefined: the value is not a list of them. Empty: all. */
function onlyIn(body: string | undefined): readonly string[] | undefined {
  try {
    const { only } = JSON.parse(body ?? '') as { readonly only?: unknown }
    const isList = Array.isArray(only) && only.every((id) => typeof id === 'string' && ids.has(id))
    return isList ? (only as readonly string[]) : undefined
  } catch {
    return undefined
  }
}

/** undefined: it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, type = 'text/html', body = '', policy }: Answer): void {
  response
    .writeHead(status, {
      'content-type': `${status >= 400 ? 'text/plain' : type}; charset=utf-8`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': policy ?? "frame-ancestors 'self'",
    })
    .end(body)
}
