/**
 * The maximum of a single transaction may be the ordinary amount of the checks: a request within it gets a quote, and one
 * beyond it is no failure.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { conforming } from '../../reference/rules/index.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { MAXIMUM_ID: 'maximum', MAXIMUM_SECRET: 'canary-maximum-83d1', MAXIMUM_STATES: 'states' }

describe('a deployment whose maximum is the ordinary amount', () => {
  let reference: Reference
  const verdicts: Record<string, string> = {}

  before(async () => {
    reference = await startReference({
      credentials: { clientId: VARIABLES.MAXIMUM_ID, clientSecret: VARIABLES.MAXIMUM_SECRET },
      statesToken: VARIABLES.MAXIMUM_STATES,
      rules: { ...conforming, maximumOfCorridor: () => 100_000n },
    })
    const [file, out] = [join(emptyFolder(), 'deployment.yaml'), join(emptyFolder(), 'report')]
    writeFileSync(
      file,
      `
name: low-maximum
baseUrl: ${reference.url}
credentials: { clientId: "\${MAXIMUM_ID}", clientSecret: "\${MAXIMUM_SECRET}" }
states: { url: ${reference.statesUrl}, headers: { authorization: "Bearer \${MAXIMUM_STATES}" } }
limits: { requestsPerSecond: 1000 }
`,
    )
    await assay(['run', '-d', file, '--only', 'AGM-22', 'AGM-23', 'QTE-20', '-o', out], VARIABLES)
    const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    for (const { id, verdict } of requirements) verdicts[id] = verdict
  })
  after(() => reference.close())

  it('is judged by payments that differ a little', () => {
    assert.deepEqual([verdicts['AGM-22'], verdicts['AGM-23']], ['pass', 'pass'])
  })

  it('is judged when the other side is locked, by what a quote within the maximum receives', () => {
    assert.equal(verdicts['QTE-20'], 'pass')
  })
})
