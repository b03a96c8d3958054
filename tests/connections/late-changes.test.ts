/** The contract does not say how soon a change becomes visible: reads that are three seconds behind fail nothing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { conforming } from '../../reference/rules/index.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import { emptyStore } from '../../reference/store.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { laggingReplica } from '../../selftest/variants/lagging-replica.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'late', clientSecret: 'canary-late-secret-5b' }
const VARIABLES = { LATE_SECRET: CREDENTIALS.clientSecret, LATE_TOKEN: 'canary-late-token-6c' }
const LAG_MS = 3_000
/** They read what they wrote: a submitted action, an approved one, and a deleted account. */
const ONLY = ['APR-01', 'APR-12', 'AGA-10', 'EXT-32']

describe('reads that are three seconds behind', () => {
  let server: Reference
  let folder: string

  before(async () => {
    const store = emptyStore()
    const replica = laggingReplica(store, LAG_MS)
    server = await startReference({
      credentials: CREDENTIALS,
      statesToken: VARIABLES.LATE_TOKEN,
      store,
      rules: { ...conforming, storeToRead: replica },
    })
    folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    writeFileSync(
      file,
      `
name: late
baseUrl: ${server.url}
credentials: { clientId: late, clientSecret: "\${LATE_SECRET}" }
states: { url: "${server.statesUrl}", headers: { authorization: "Bearer \${LATE_TOKEN}" } }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 10 }
`,
    )
    await assay(['run', '--deployment', file, '--only', ONLY.join(','), '--out', folder], VARIABLES)
  })
  after(() => server.close())

  const judged = (directory: string) =>
    (
      JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance
    ).requirements.filter(({ id }) => ONLY.includes(id))

  it('fail nothing, because a retry waits longer', () => {
    const verdicts = judged(folder).map(({ id, verdict, reason }) => [id, verdict, reason])

    assert.deepEqual(
      verdicts.filter(([, verdict]) => verdict !== 'pass'),
      [],
    )
    const attempts = judged(folder).flatMap(({ checks }) => checks.map((check) => check.attempts))
    assert.ok(Math.max(...attempts) > 1, 'no check was retried')
  })

  it('get the same verdicts in a replay', async () => {
    const out = join(folder, 'replayed')

    const { code, stdout } = await assay(['replay', folder, '--out', out])

    assert.equal(code, 0, stdout)
  })
})
