/** A third-party implementation: Prism's mock of the OpenAPI document, judged by the suites. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder, startAssay } from '../cli/assay.ts'

/**
 * Prism opens no internal account. A binding to null saves the wait for one for each customer: thousands of requests,
 * of which none is judged.
 */
const WITHOUT_ACCOUNTS = 'operations: { listCustomerInternalAccounts: null }\n'

/** Copies the deployment file of Prism, with a further key. */
function deploymentFile(): string {
  const copy = join(emptyFolder(), 'prism.yaml')
  const text = readFileSync(fileURLToPath(new URL('../../deployments/prism.yaml', import.meta.url)), 'utf8')
  writeFileSync(copy, `${text}${WITHOUT_ACCOUNTS}`)
  return copy
}

describe('assay serve --prism', () => {
  const server = startAssay(['serve', '--prism'])
  const variables: Record<string, string> = {}
  let code: number | null
  let conformance: Conformance
  before(async () => {
    for await (const line of createInterface({ input: server.stdout })) {
      for (const [, name, value] of line.matchAll(/([A-Z_]+)=(\S+)/g)) variables[name!] = value!
      if (line.startsWith('Interrupt')) break
    }
    const out = emptyFolder()
    const parameters = ['run', '--deployment', deploymentFile(), '--only', 'conventions', '--out', out]
    code = (await assay(parameters, variables)).code
    conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  })
  after(() => server.kill('SIGKILL'))

  it('keeps every convention that it could have broken', () => {
    const { deployment, requirements } = conformance
    const verdictOf = (id: string) => requirements.find((requirement) => requirement.id === id)?.verdict
    assert.equal(deployment.baseUrl, variables.PRISM_URL)
    for (const id of ['CNV-01', 'CNV-02', 'CNV-03', 'CNV-04', 'CNV-06', 'CNV-07'])
      assert.equal(verdictOf(id), 'pass', id)
    assert.deepEqual(
      requirements.filter(
        ({ verdict }) => !['pass', 'blocked', 'not-applicable', 'not-specified'].includes(verdict),
      ),
      [],
    )
  })

  it('is inconclusive as long as one could not be judged', () => {
    assert.equal(code, conformance.requirements.some(({ verdict }) => verdict === 'blocked') ? 3 : 0)
  })

  it('ends when it is interrupted', async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    await assert.rejects(fetch(variables.PRISM_URL!))
  })
})
