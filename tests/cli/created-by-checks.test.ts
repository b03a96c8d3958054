/** A run leaves nothing behind that it created and that the API can delete: above all no API token. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, emptyFolder } from './assay.ts'

const STATES_TOKEN = 'canary-created-states-41d0'
const VARIABLES = { CREATED_ID: 'creating', CREATED_SECRET: 'canary-creating-secret-93ab' }

const isDone = ({ response }: Exchange) => response !== undefined && response.status < 300

/** Identifiers of the resources that the run created with an operation, and of those that it deleted. */
function leftIn(out: string, operation: string) {
  const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange)
  const created = exchanges
    .filter((one) => one.operation === operation && isDone(one))
    .map(({ response }) => (JSON.parse(response!.body) as { id?: string; agent?: { id: string } }) ?? {})
    .map(({ id, agent }) => agent?.id ?? id!)
  const deleted = exchanges
    .filter((one) => one.request.method === 'DELETE' && isDone(one))
    .map(({ request }) => decodeURIComponent(request.url.split('/').at(-1)!))
  const again = exchanges.filter(
    ({ kind, request, response }) =>
      kind === 'state' && request.method === 'DELETE' && response?.status === 404,
  )
  return {
    created,
    left: created.filter((id) => !deleted.includes(id)),
    deletedTwice: again.length,
  }
}

describe('what checks create', () => {
  let reference: Reference

  before(async () => {
    reference = await startReference({
      credentials: { clientId: VARIABLES.CREATED_ID, clientSecret: VARIABLES.CREATED_SECRET },
      statesToken: STATES_TOKEN,
    })
  })
  after(() => reference.close())

  const run = async (ids: readonly string[], states: string) => {
    const folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    const out = join(folder, 'report')
    writeFileSync(
      file,
      `
name: creating
baseUrl: ${reference.url}
credentials: { clientId: "\${CREATED_ID}", clientSecret: "\${CREATED_SECRET}" }
${states}
limits: { requestsPerSecond: 1000 }
`,
    )
    await assay(['run', '-d', file, '--only', ...ids, '-o', out], VARIABLES)
    return out
  }

  it('is deleted where it is an API token, beside served states', async () => {
    const states = `states: { url: ${reference.statesUrl}, headers: { authorization: Bearer ${STATES_TOKEN} } }`

    const out = await run(['api-tokens'], states)

    const { created, left, deletedTwice } = leftIn(out, 'createToken')
    assert.ok(created.length > 10, `${created.length} tokens`)
    assert.deepEqual(left, [])
    assert.equal(deletedTwice, 0, 'what a check deleted itself is not deleted again')
  })

  it('is deleted where it has a delete operation, without states', async () => {
    const out = await run(['AGM-01', 'DOC-01', 'DOC-02'], '')

    for (const operation of ['createAgent', 'createDocument']) {
      const { created, left } = leftIn(out, operation)
      assert.ok(created.length > 0, operation)
      assert.deepEqual(left, [], operation)
    }
  })
})
