/** Capabilities under `notOffered` of a deployment file are not judged, and every report shows it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const VARIABLES = { NOT_SECRET: 'canary-not-secret-1a9c', NOT_TOKEN: 'canary-not-token-6b2d' }
const ONLY = 'OWN-01,OWN-02,OWN-06,OWN-11,OWN-56,LIV-01'

describe('a deployment that does not offer everything', () => {
  let reference: Reference
  const folder = emptyFolder()
  const run = async (name: string, notOffered: string) => {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(
      file,
      `
name: ${name}
baseUrl: ${reference.url}
credentials: { clientId: not, clientSecret: "\${NOT_SECRET}" }
states: { url: "${reference.statesUrl}", headers: { authorization: "Bearer \${NOT_TOKEN}" } }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 20 }
notOffered: ${notOffered}
`,
    )
    const out = join(folder, name)
    return { out, ...(await assay(['run', '--deployment', file, '--only', ONLY, '--out', out], VARIABLES)) }
  }
  const conformanceIn = (out: string) =>
    JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'not', clientSecret: VARIABLES.NOT_SECRET },
      statesToken: VARIABLES.NOT_TOKEN,
    })
  })
  after(() => reference.close())

  it('is judged without it, and the reports show it with the verdict', async () => {
    const { out, code, stdout } = await run('some', '[wallets.bitcoin, liveness]')
    const { requirements, notOffered } = conformanceIn(out)
    const of = (id: string) => requirements.find((requirement) => requirement.id === id)

    assert.equal(code, 0, stdout)
    assert.deepEqual(
      ONLY.split(',').map((id) => of(id)?.verdict),
      ['pass', 'not-applicable', 'pass', 'pass', 'pass', 'not-applicable'],
    )
    assert.match(of('OWN-02')?.reason ?? '', /does not offer wallets\.bitcoin \(Ownership of Bitcoin/)
    assert.ok(of('OWN-11')?.checks.every(({ title }) => !title.includes('BITCOIN')))
    assert.deepEqual(
      notOffered?.map(({ id }) => id),
      ['wallets.bitcoin', 'liveness'],
    )
    const sentence = 'Not offered: wallets.bitcoin, liveness.'
    assert.ok(stdout.includes(sentence))
    assert.match(readFileSync(join(out, 'summary.md'), 'utf8'), /- Not offered: wallets\.bitcoin, liveness\./)
    assert.ok(readFileSync(join(out, 'index.html'), 'utf8').includes(sentence))
    const replayed = await assay(['replay', out, '--out', `${out}-replayed`])
    assert.equal(replayed.code, 0, replayed.stdout)
    assert.deepEqual(conformanceIn(`${out}-replayed`).notOffered, notOffered)
  })

  it('is not applicable where all checks of a requirement need something else', async () => {
    const { out } = await run('none', '[wallets.bitcoin, wallets.solana]')
    const verdicts = Object.fromEntries(
      conformanceIn(out).requirements.map(({ id, verdict }) => [id, verdict]),
    )

    assert.deepEqual(
      ONLY.split(',').map((id) => verdicts[id]),
      ['pass', 'not-applicable', 'not-applicable', 'pass', 'pass', 'pass'],
    )
  })

  it('names capabilities that there are', async () => {
    const { code, stderr } = await run('wrong', '[wallets.bitcion]')

    assert.equal(code, 2)
    assert.match(stderr, /notOffered\[0\] has the value "wallets\.bitcion", which is invalid/)
    assert.match(stderr, /Did you mean wallets\.bitcoin\?/)
    const { stdout } = await assay(['list', '--capabilities', '--json'])
    assert.ok((JSON.parse(stdout) as { id: string }[]).some(({ id }) => id === 'wallets.bitcoin'))
    assert.match(
      (await assay(['list', '--capabilities'])).stdout,
      /funding\.realtime +│ Quotes that are funded/,
    )
  })
})
