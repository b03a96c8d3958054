/** A deployment without provider states whose customers need fields that no other customer has. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { UNIQUE_SECRET: 'canary-unique-secret-1b7e' }
const UNIQUE = ['taxId', 'email'] as const
const FIELDS = { taxId: 'T-{unique}', email: 'ada-{unique}@example.com' }
const INDIVIDUAL = {
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Example',
  birthDate: '1990-01-15',
  nationality: 'US',
}
/** The values of customer-fields. */
const CUSTOMER = { request: { ...INDIVIDUAL, ...FIELDS } }
/** Each needs customers that Assay creates: of the check, of a provisioner, and of what provisioners share. */
const ONLY = ['CUS-01', 'CUS-03', 'CUS-05', 'AGM-01', 'QUO-01', 'QTE-01', 'INT-01']

type Body = Readonly<Record<string, unknown>>

/** The rejection of a creation without such a field, or with that of another customer. */
function rejectionOf(body: Body, taken: Set<unknown>): readonly [number, Body] | undefined {
  const errors = UNIQUE.filter((field) => typeof body[field] !== 'string').map((field) => ({ field }))
  if (errors.length > 0) return [400, { code: 'INVALID_INPUT', reason: 'missing', details: { errors } }]
  if (UNIQUE.some((field) => taken.has(body[field]))) return [409, { code: 'CONFLICT', reason: 'taken' }]
  for (const field of UNIQUE) taken.add(body[field])
  return undefined
}

describe('a deployment whose customers need a unique tax id and e-mail address', () => {
  const taken = new Set<unknown>()
  let reference: Reference
  let front: Server

  async function forward(request: IncomingMessage, response: ServerResponse) {
    const sent = await buffer(request)
    if (request.url === '/states') {
      const { state } = JSON.parse(sent.toString()) as { readonly state: string }
      const isServed = state === 'customer-fields'
      const headers = { 'content-type': 'application/json' }
      response.writeHead(isServed ? 200 : 404, headers).end(JSON.stringify(isServed ? CUSTOMER : {}))
      return
    }
    const isCreation = request.method === 'POST' && request.url === '/2025-10-13/customers'
    const isByPlatform = request.headers.authorization?.startsWith('Basic ') ?? false
    const rejection =
      isCreation && isByPlatform ? rejectionOf(JSON.parse(sent.toString()) as Body, taken) : undefined
    if (rejection) {
      const [status, body] = rejection
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const passed = await fetch(new URL(request.url ?? '/', reference.url), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(sent.length > 0 && { body: sent }),
    })
    const body = Buffer.from(await passed.arrayBuffer())
    const { connection: ____, 'keep-alive': _____, ...kept } = Object.fromEntries(passed.headers)
    response.writeHead(passed.status, kept).end(body)
  }
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
  const verdictsIn = (folder: string) =>
    read(folder).requirements.map(({ id, verdict }) => `${id} ${verdict}`)

  async function run(described: (origin: string) => object, only: readonly string[] = ONLY) {
    const folder = emptyFolder()
    const [file, out] = [join(folder, 'deployment.json'), join(folder, 'report')]
    const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    writeFileSync(
      file,
      JSON.stringify({
        name: 'unique',
        baseUrl: `${origin}/2025-10-13`,
        credentials: { clientId: 'unique', clientSecret: '${UNIQUE_SECRET}' },
        limits: { requestsPerSecond: 1000, maxWaitSeconds: 10 },
        ...described(origin),
      }),
    )
    const { stdout } = await assay(['run', '-d', file, '--only', ...only, '-o', out], VARIABLES)
    return { out, stdout, replayed: join(folder, 'replayed') }
  }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'unique', clientSecret: VARIABLES.UNIQUE_SECRET },
      statesToken: 'unused',
    })
    front = createServer((request, response) => void forward(request, response))
    await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  })
  after(async () => {
    front.closeAllConnections()
    front.close()
    await reference.close()
  })

  const sources: Readonly<Record<string, (origin: string) => object>> = {
    'requests.createCustomer': () => ({ requests: { createCustomer: FIELDS } }),
    'given.customer-fields': () => ({ given: { 'customer-fields': CUSTOMER } }),
    'the served state customer-fields': (origin) => ({ states: { url: `${origin}/states` } }),
  }
  for (const [source, described] of Object.entries(sources))
    it(`is judged with {unique} in ${source}, and so in a replay`, async () => {
      const { out, stdout, replayed } = await run(described)

      for (const id of ONLY) assert.ok(verdictsIn(out).includes(`${id} pass`), `${id}: ${stdout}`)

      const again = await assay(['replay', out, '--out', replayed])
      assert.equal(again.code, 0, again.stdout)
      assert.deepEqual(verdictsIn(replayed), verdictsIn(out))
    })

  for (const [what, described] of [
    ['without the fields', {}],
    ['with constant fields', { requests: { createCustomer: { taxId: 'T-1', email: 'ada@example.com' } } }],
  ] as const)
    it(`is blocked ${what}, and the next step names requests.createCustomer and {unique}`, async () => {
      const { out } = await run(() => described, ['AGM-01', 'INT-01', 'QTE-01'])
      const blocked = read(out).requirements.filter(({ verdict }) => verdict === 'blocked')

      assert.ok(blocked.length > 0)
      assert.match(blocked[0]?.next ?? '', /requests\.createCustomer .*Write \{unique\} into each field/)
    })
})
