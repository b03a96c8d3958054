/** An agent may need a permission to read. Without provider states Assay chooses permissions: its choice must not fail. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { conforming } from '../../reference/rules/index.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { forbidden } from '../../selftest/variants/forbidden.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { READING_ID: 'reading', READING_SECRET: 'canary-reading-71c4' }
const READ = 'READ_ACTIONS'
const READING = ['listAgentActions', 'getAgentAction', 'getAgentQuote']

describe('a deployment whose agents need a permission to read', () => {
  let reference: Reference

  before(async () => {
    reference = await startReference({
      credentials: { clientId: VARIABLES.READING_ID, clientSecret: VARIABLES.READING_SECRET },
      statesToken: 'not-given',
      rules: {
        ...conforming,
        agentPaused: (operation, agent) => forbidden(conforming.agentPaused(operation, agent)),
        pauseRefuses: (agent, operation) =>
          conforming.pauseRefuses(agent, operation) ||
          (READING.includes(operation) && !agent.policy.permissions.includes(READ)),
      },
    })
  })
  after(() => reference.close())

  const judge = async (requests: string) => {
    const [file, out] = [join(emptyFolder(), 'deployment.yaml'), join(emptyFolder(), 'report')]
    writeFileSync(
      file,
      `
name: reading
baseUrl: ${reference.url}
credentials: { clientId: "\${READING_ID}", clientSecret: "\${READING_SECRET}" }
limits: { requestsPerSecond: 1000 }
${requests}
`,
    )
    const { code, stdout } = await assay(
      ['run', '-d', file, '--only', 'ACT-01', 'AGM-04', '-o', out],
      VARIABLES,
    )
    const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    return { code, stdout, action: requirements.find(({ id }) => id === 'ACT-01')! }
  }

  it('is inconclusive, and the message names the place of its permissions', async () => {
    const { code, stdout, action } = await judge('')

    assert.equal(code, 3, stdout)
    assert.equal(action.verdict, 'blocked')
    assert.match(JSON.stringify(action), /requests\.createAgent\.policy\.permissions/)
  })

  it('is judged with its permissions', async () => {
    const { code, stdout, action } = await judge(
      `requests: { createAgent: { policy: { permissions: [CREATE_QUOTES, EXECUTE_QUOTES, ${READ}] } } }`,
    )

    assert.equal(code, 0, stdout)
    assert.equal(action.verdict, 'pass')
  })
})
