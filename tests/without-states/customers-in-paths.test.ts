/**
 * A deployment may have the resources of a customer below the path of the customer. The contract does not show most of
 * these paths, so a deployment file can bind them, and checks find the customer of each resource.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'nested-client', clientSecret: 'nested-secret-of-the-tests' }
const STATES_TOKEN = 'nested-states-token'
const VARIABLES = { NESTED_SECRET: CREDENTIALS.clientSecret, NESTED_TOKEN: STATES_TOKEN }

const OPERATIONS = {
  listCustomerInternalAccounts: 'GET /customers/{customerId}/internal-accounts',
  listCustomerExternalAccounts: 'GET /customers/{customerId}/external-accounts',
  createCustomerExternalAccount: 'POST /customers/{customerId}/external-accounts',
  getCustomerExternalAccount: 'GET /customers/{customerId}/external-accounts/{externalAccountId}',
  deleteCustomerExternalAccount: 'DELETE /customers/{customerId}/external-accounts/{externalAccountId}',
  createAgent: 'POST /customers/{customerId}/agents',
  getAgent: 'GET /customers/{customerId}/agents/{agentId}',
  deleteAgent: 'DELETE /customers/{customerId}/agents/{agentId}',
  updateAgentPolicy: 'PATCH /customers/{customerId}/agents/{agentId}/policy',
  createQuote: 'POST /customers/{customerId}/quotes',
  getQuote: 'GET /customers/{customerId}/quotes/{quoteId}',
  listDocuments: 'GET /customers/{customerId}/documents',
  createDocument: 'POST /customers/{customerId}/documents',
  getDocument: 'GET /customers/{customerId}/documents/{documentId}',
}
/** Creations, reads, lists, deletions, nonexistent resources, other customers, quotes, money, and shared reads. */
const ONLY = `
  INT-01 INT-02 EXT-01 EXT-15 EXT-18 EXT-26 EXT-30 EXT-33 AGM-01 AGM-02 AGM-04 AGM-08 AGM-20 AGM-21 AGM-100
  QTE-01 QTE-02 QTE-20 DOC-01 DOC-03 DOC-04 DOC-10 DOC-11 DOC-23 QUO-01 ACT-01 SCT-01 OWN-01`
  .trim()
  .split(/\s+/)
/** The path names a customer. */
const CANNOT_OMIT = 'AGM-09'

/** Where the reference server has what is nested here, by the name in the path. */
const FLAT: Readonly<Record<string, string>> = {
  'internal-accounts': '/customers/internal-accounts',
  'external-accounts': '/customers/external-accounts',
  agents: '/agents',
  quotes: '/quotes',
  documents: '/documents',
}
const BASE = '/2025-10-13'
const NESTED = /^\/customers\/(Customer:[^/]+)\/([a-z-]+)(?:\/([A-Z]\w*:[^/]+))?(\/policy)?$/

type Fields = Readonly<Record<string, unknown>>

/** Serves nested paths only, and each resource below its own customer only. */
class NestedFront {
  readonly #target: string
  /** Customers of what was created or listed here. */
  readonly #owners = new Map<string, string>()
  readonly #server: Server = createServer((request, response) => {
    void this.#respond(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.destroy(),
    )
  })

  constructor(target: string) {
    this.#target = new URL(target).origin
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #respond(request: IncomingMessage): Promise<readonly [status: number, body: string]> {
    const { method = '', headers } = request
    const text = (await buffer(request)).toString()
    const url = new URL(request.url!, this.#target)
    const path = url.pathname.replace(BASE, '')
    const nested = NESTED.exec(path)
    const [, customer = '', name = '', id, rest = ''] = nested ?? []
    const route = `${method} ${path.replaceAll(/\/[A-Z]\w*:[^/]+/g, '/{}')}`
    if (nested && !BOUND.has(route)) return NOT_FOUND
    if (!nested && MOVED.has(route)) return NOT_FOUND
    if (nested) {
      if (id !== undefined && (this.#owners.get(id) ?? customer) !== customer) return NOT_FOUND
      url.pathname = `${BASE}${FLAT[name]}${id === undefined ? '' : `/${id}`}${rest}`
      if (method === 'GET' && id === undefined)
        url.searchParams.set(name === 'documents' ? 'documentHolder' : 'customerId', customer)
    }
    const { host: _, connection: __, 'content-length': ___, ...others } = headers
    const response = await fetch(url, {
      method,
      headers: others as Record<string, string>,
      ...(text !== '' && { body: text }),
    })
    const body = await response.text()
    if (response.ok && nested) this.#learn(body, customer)
    return [response.status, body]
  }

  #learn(body: string, customer: string): void {
    const parsed = (body === '' ? {} : JSON.parse(body)) as Fields
    for (const item of [parsed, ...((parsed.data as readonly Fields[] | undefined) ?? [])])
      if (typeof item.id === 'string' || typeof item.agentId === 'string')
        this.#owners.set((item.id ?? item.agentId) as string, customer)
  }
}

const NOT_FOUND = [
  404,
  JSON.stringify({ status: 404, code: 'NOT_FOUND', message: 'not here', reason: 'not here' }),
] as const
const BOUND = new Set(Object.values(OPERATIONS).map((route) => route.replaceAll(/\{\w+\}/g, '{}')))
/** The same at the reference server. */
const MOVED = new Set(
  [...BOUND].map((route) => route.replace(/\/customers\/\{\}\/([a-z-]+)/, (_, name: string) => FLAT[name]!)),
)

describe('a deployment with customers in its paths', () => {
  let reference: Reference
  let front: NestedFront
  let address: string

  before(async () => {
    reference = await startReference({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
    front = new NestedFront(reference.url)
    address = await front.listen()
  })
  after(async () => {
    front.close()
    await reference.close()
  })

  for (const hasStates of [false, true]) {
    describe(hasStates ? 'with provider states' : 'without provider states', () => {
      const folder = emptyFolder()
      const [file, out, replayed] = ['deployment.json', 'report', 'replayed'].map((name) =>
        join(folder, name),
      ) as [string, string, string]
      const read = (directory: string) =>
        (JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance).requirements
      const verdictsIn = (directory: string) =>
        Object.fromEntries(
          read(directory).map(({ id, verdict, checks }) => [id, [verdict, checks.map((one) => one.verdict)]]),
        )

      before(async () => {
        writeFileSync(
          file,
          JSON.stringify({
            name: 'nested',
            baseUrl: `${address}${BASE}`,
            credentials: { clientId: CREDENTIALS.clientId, clientSecret: '${NESTED_SECRET}' },
            operations: OPERATIONS,
            limits: { requestsPerSecond: 2000, concurrency: 16, maxWaitSeconds: 10 },
            ...(hasStates && {
              states: { url: reference.statesUrl, headers: { authorization: 'Bearer ${NESTED_TOKEN}' } },
            }),
          }),
        )
        const ended = await assay(['run', '-d', file, '-o', out, '--only', ...ONLY, CANNOT_OMIT], VARIABLES)
        assert.notEqual(ended.code, 2, ended.stderr)
      })

      it('is judged as any other', () => {
        const others = read(out).filter(({ id, verdict }) => ONLY.includes(id) && verdict !== 'pass')

        assert.deepEqual(
          others.map(({ id, verdict, reason }) => [id, verdict, reason]),
          [],
        )
      })

      it('blocks a check that omits the customer', () => {
        const omitted = read(out).find(({ id }) => id === CANNOT_OMIT)

        assert.equal(omitted?.verdict, 'blocked')
        assert.match(
          omitted?.reason ?? '',
          /the path of createAgent has \{customerId\}, and this check sends no/,
        )
      })

      it('fails nothing', () => {
        assert.deepEqual(
          read(out).filter(({ verdict }) => verdict === 'fail' || verdict === 'flaky'),
          [],
        )
      })

      it('gets the same verdicts when the run is replayed', async () => {
        const { code, stdout } = await assay(['replay', out, '--out', replayed])

        assert.notEqual(code, 2, stdout)
        assert.deepEqual(verdictsIn(replayed), verdictsIn(out))
      })
    })
  }
})
