/** A deployment without provider states that opens an internal account of a customer only when it is asked to. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { conforming } from '../../reference/rules/index.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { startBetween, type Between } from '../load/between.ts'

const VARIABLES = { OPENED_ID: 'opened', OPENED_SECRET: 'canary-opened-5d20' }
const ONLY = ['QUO-01', 'QTE-01', 'SBX-01', 'CRD-01']
const ROUTE = { method: 'POST', path: '/accounts/open' } as const

describe('a deployment that opens internal accounts on request', () => {
  const opened = new Set<unknown>()
  let reference: Reference
  let between: Between

  async function open(request: IncomingMessage, response: ServerResponse) {
    const { customerId, currency, product } = (await json(request)) as Readonly<Record<string, unknown>>
    const isKnown = currency === 'EUR' && product === 'CURRENT'
    if (isKnown) opened.add(customerId)
    response.writeHead(isKnown ? 201 : 400, { 'content-type': 'application/json' }).end('{}')
  }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: VARIABLES.OPENED_ID, clientSecret: VARIABLES.OPENED_SECRET },
      statesToken: 'not-given',
      rules: {
        ...conforming,
        internalAccountsOf: (accounts, customerId) =>
          opened.has(customerId) ? conforming.internalAccountsOf(accounts, customerId) : [],
      },
    })
    between = await startBetween(reference.url, {
      instead(request, response) {
        if (request.method !== ROUTE.method || !request.url?.endsWith(ROUTE.path)) return false
        void open(request, response)
        return true
      },
    })
  })
  after(async () => {
    await between.close()
    await reference.close()
  })

  const judge = async (more: string) => {
    const [file, out] = [join(emptyFolder(), 'deployment.yaml'), join(emptyFolder(), 'report')]
    writeFileSync(
      file,
      `
name: opened
baseUrl: ${between.origin}/2025-10-13
credentials: { clientId: "\${OPENED_ID}", clientSecret: "\${OPENED_SECRET}" }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 2 }
${more}
`,
    )
    const { code, stdout } = await assay(['run', '-d', file, '--only', ...ONLY, '-o', out], VARIABLES)
    const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    const verdicts = requirements
      .filter(({ id }) => ONLY.includes(id))
      .map(({ id, verdict }) => `${id} ${verdict}`)
    return { code, stdout, out, requirements, verdicts: verdicts.toSorted() }
  }

  it('is inconclusive without the operation, and the reason names it', async () => {
    const { code, requirements } = await judge('')

    assert.equal(code, 3)
    const quote = requirements.find(({ id }) => id === 'QUO-01')!
    assert.equal(quote.verdict, 'blocked')
    assert.match(JSON.stringify(quote), /operations\.createInternalAccount/)
  })

  it('is judged once the operation is bound, in the first currency that it opens, and in a replay', async () => {
    const { stdout, out, verdicts } = await judge(`
operations: { createInternalAccount: ${ROUTE.method} ${ROUTE.path} }
requests: { createInternalAccount: { product: CURRENT } }
`)

    assert.deepEqual(verdicts, ONLY.map((id) => `${id} pass`).toSorted(), stdout)
    const replayed = await assay(['replay', out, '--out', join(emptyFolder(), 'replayed')])
    assert.equal(replayed.code, 0, replayed.stdout)
  })
})
