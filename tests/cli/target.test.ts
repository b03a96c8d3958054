/** Which deployment a command judges: never one that was not asked for. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const VARIABLES = { TARGET_SECRET: 'canary-target-secret-4c1d' }

describe('assay run judges', () => {
  let reference: Reference
  const text = (name: string) => `name: ${name}
baseUrl: ${reference.url}
credentials: { clientId: target, clientSecret: "\${TARGET_SECRET}" }
limits: { requestsPerSecond: 1000 }
`
  const run = (folder: string, ...parameters: readonly string[]) =>
    assay(['run', ...parameters, '--only', 'OWN-01', '--out', 'out'], VARIABLES, folder)
  const judgedIn = (folder: string) =>
    (JSON.parse(readFileSync(join(folder, 'out/conformance.json'), 'utf8')) as Conformance).deployment.name

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'target', clientSecret: VARIABLES.TARGET_SECRET },
      statesToken: 'canary-target-token-9a3e',
    })
  })
  after(() => reference.close())

  for (const name of ['deployment.yaml', 'deployment.yml', 'deployment.json', 'deployment.mjs'])
    it(`the ${name} of the folder`, async () => {
      const folder = emptyFolder()
      const described = {
        name: 'here',
        baseUrl: reference.url,
        credentials: { clientId: 'target', clientSecret: '${TARGET_SECRET}' },
        limits: { requestsPerSecond: 1000 },
      }
      const json = JSON.stringify(described)
      writeFileSync(join(folder, name), name.endsWith('.mjs') ? `export default ${json}\n` : json)

      const { stderr } = await run(folder)

      assert.equal(judgedIn(folder), 'here', stderr)
    })

  it('the file that is its argument, also where the folder has another', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'deployment.yaml'), text('here'))
    writeFileSync(join(folder, 'other.yaml'), text('other'))

    const { stderr } = await run(folder, 'other.yaml')

    assert.equal(judgedIn(folder), 'other', stderr)
  })

  it('the reference server only on request', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'deployment.yaml'), text('here'))

    const { code, stderr } = await run(folder, '--reference')

    assert.equal(code, 0, stderr)
    assert.equal(judgedIn(folder), 'reference')
  })

  it('nothing where none is named', async () => {
    const folder = emptyFolder()
    const { code, stderr } = await run(folder)

    assert.equal(code, 2)
    assert.match(
      stderr,
      /this folder has no deployment\.yaml.*\n {2}→ .*npx assay run FILE .*npx assay run --reference/,
    )
    assert.ok(!existsSync(join(folder, 'reports')))
  })

  const both: readonly (readonly string[])[] = [
    ['a.yaml', '--deployment', 'b.yaml'],
    ['--deployment', 'b.yaml', '--reference'],
    ['a.yaml', '--reference'],
  ]
  for (const parameters of both)
    it(`nothing with ${parameters.join(' ')}`, async () => {
      const { code, stderr } = await assay(['run', ...parameters])

      assert.equal(code, 2)
      assert.match(stderr, /several are named: /)
    })

  it('nothing where the folder has two', async () => {
    const folder = emptyFolder()
    for (const name of ['deployment.yaml', 'deployment.json']) writeFileSync(join(folder, name), '{}')

    const { code, stderr } = await run(folder)

    assert.equal(code, 2)
    assert.match(stderr, /this folder has deployment\.yaml and deployment\.json/)
  })
})
