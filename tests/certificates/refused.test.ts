/** `assay certify` rejects invalid input before the run, and runs that do not meet the conditions after it. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ATTESTATION } from '../../certificates/files.ts'
import { keygen, PRIVATE_KEY, PUBLIC_KEY } from '../../cli/keygen.ts'
import type { Conformance } from '../../reports/conformance.ts'
import type { Reference } from '../../reference/serve.ts'
import { assay, assayAsProcess, emptyFolder } from '../cli/assay.ts'
import { deploymentFile, startDeployment, VARIABLES } from './certified.ts'

const folder = emptyFolder()
keygen(folder)
const key = join(folder, PRIVATE_KEY)
const pem = readFileSync(key, 'utf8')

describe('assay certify, before it starts', () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.end()
  })
  let file: string

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    file = deploymentFile(folder, { url: `http://127.0.0.1:${port}/` }, ['sandbox'])
  })

  after(() => server.close())

  const out = join(folder, 'never')
  const used = join(folder, 'used')
  mkdirSync(used)
  writeFileSync(join(used, 'mine.txt'), '')

  type Way = readonly [
    what: string,
    parameters: () => readonly string[],
    says: RegExp,
    variables?: Readonly<Record<string, string>>,
  ]
  const common = () => ['-d', file, '--out', out]
  const ways: readonly Way[] = [
    ['there is no key', common, /no signing key/],
    ['the key is not there', () => [...common(), '--key', 'nowhere.pem'], /there is no file nowhere\.pem/],
    [
      'the key is public',
      () => [...common(), '--key', join(folder, PUBLIC_KEY)],
      /public key, which cannot sign/,
    ],
    [
      'the key of the environment is none',
      common,
      /from ASSAY_SIGNING_KEY: it is not a private key in PEM/,
      { ASSAY_SIGNING_KEY: 'mistaken' },
    ],
    [
      'something else stands where the bundle goes',
      () => ['-d', file, '--out', used, '--key', key],
      /used is not empty/,
    ],
    [
      'the validity is no number of days',
      () => [...common(), '--key', key, '--valid-days', '1000'],
      /"1000" is not a valid number of days\.\n.*from 1 to 366/,
    ],
    [
      'something else would be judged',
      () => [...common(), '--key', key],
      /ASSAY_SEED is set/,
      { ASSAY_SEED: 'known' },
    ],
    [
      'the deployment file is not there',
      () => ['-d', 'nowhere.yaml', '--out', out, '--key', key],
      /nowhere\.yaml/,
    ],
    ['no deployment is named', () => ['--out', out, '--key', key], /--deployment/],
  ]
  for (const [what, parameters, says, variables] of ways) {
    it(`stops where ${what}`, async () => {
      const { code, stdout, stderr } = await assay(['certify', ...parameters()], {
        ...VARIABLES,
        ...variables,
      })

      assert.equal(code, 2, stdout + stderr)
      assert.match(stderr, says)
      assert.equal(requests, 0)
      assert.ok(!existsSync(out))
      assert.deepEqual(readdirSync(used), ['mine.txt'])
    })
  }
})

it('assay certify stops where a program sets the seed of the run', async () => {
  const file = join(folder, 'seeding.mjs')
  const out = join(folder, 'seeded')
  writeFileSync(
    file,
    `process.env.ASSAY_SEED = 'known'
export default {
  name: 'seeding',
  baseUrl: 'http://127.0.0.1:1/2025-10-13',
  credentials: { clientId: 'a', clientSecret: 'b' },
}
`,
  )

  const { code, stderr } = await assayAsProcess(['certify', '-d', file, '--out', out, '--key', key])

  assert.equal(code, 2, stderr)
  assert.match(stderr, /ASSAY_SEED is set/)
  assert.ok(!existsSync(out))
})

describe('assay certify, when the run has ended', () => {
  let reference: Reference

  before(async () => {
    reference = await startDeployment()
  })

  after(() => reference.close())

  it('rejects a deployment that does not keep the contract, and warns of a program; its environment has no key', async () => {
    const yaml = readFileSync(deploymentFile(folder, reference, ['sandbox'], '/faults/sandbox-open'), 'utf8')
    const file = join(folder, 'deployment.mjs')
    writeFileSync(
      file,
      `import { createRequire } from 'node:module'
const { parse } = createRequire(${JSON.stringify(import.meta.url)})('yaml')
const seen = Object.values(process.env).some((value) => value.includes('PRIVATE KEY'))
export default { ...parse(${JSON.stringify(yaml)}), name: seen ? 'knows the key' : 'knows no key' }
`,
    )
    const out = join(folder, 'broken')

    const { code, stdout, stderr } = await assay(['certify', '-d', file, '--out', out], {
      ...VARIABLES,
      ASSAY_SIGNING_KEY: pem,
    })

    assert.equal(code, 1, stdout + stderr)
    assert.match(
      stderr,
      /^warning: \S+deployment\.mjs is a program, and could read the signing key\.\n {2}→ /,
    )
    assert.match(stderr, /No certificate is issued:\n {2}non-conformant: .*SBX-04/)
    assert.ok(!existsSync(join(out, ATTESTATION)))
    const { deployment } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    assert.equal(deployment.name, 'knows no key')
    assert.ok(!`${stdout}${stderr}`.includes(pem.split('\n')[1]!))
  })

  it('rejects a deployment of which something could not be judged', async () => {
    const file = deploymentFile(folder, reference, ['contact-verification'])
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text
        .split('\n')
        .filter((line) => !line.startsWith('states:'))
        .join('\n'),
    )
    const out = join(folder, 'blocked')

    const { code, stdout, stderr } = await assay(
      ['certify', '-d', file, '--out', out, '--key', key],
      VARIABLES,
    )

    assert.equal(code, 3, stdout + stderr)
    assert.match(
      stderr,
      /No certificate is issued:\n {2}blocked: \d+ requirements could not be judged: \w{3}-\d+, /,
    )
    assert.ok(!existsSync(join(out, ATTESTATION)))
    assert.ok(existsSync(join(out, 'index.html')))
  })

  it('rejects an unreachable deployment', async () => {
    const file = deploymentFile(folder, { url: 'http://127.0.0.1:9/' }, ['sandbox'])
    const out = join(folder, 'nobody')

    const { code, stdout, stderr } = await assay(
      ['certify', '-d', file, '--out', out, '--key', key],
      VARIABLES,
    )

    assert.equal(code, 3, stdout + stderr)
    assert.match(stderr, /incomplete: the run did not finish/)
    assert.ok(!existsSync(join(out, ATTESTATION)))
  })

  it('rejects a report that differs from the run: cleaned, or changed later', async () => {
    const yaml = readFileSync(deploymentFile(folder, reference, ['sandbox']), 'utf8')
    const out = join(folder, 'changed')
    const summary = join(out, 'summary.md')
    const file = join(folder, 'meddling.mjs')
    writeFileSync(
      file,
      `import { createRequire } from 'node:module'
import { appendFileSync, existsSync } from 'node:fs'
const { parse } = createRequire(${JSON.stringify(import.meta.url)})('yaml')
const timer = setInterval(() => {
  if (!existsSync(${JSON.stringify(summary)})) return
  clearInterval(timer)
  appendFileSync(${JSON.stringify(summary)}, 'Certified by us.')
}, 5)
timer.unref()
export default parse(${JSON.stringify(yaml)})
`,
    )

    const { code, stdout, stderr } = await assay(
      ['certify', '-d', file, '--out', out, '--key', key],
      VARIABLES,
    )

    assert.match(readFileSync(summary, 'utf8'), /Certified by us\.$/)
    assert.equal(code, 3, stdout + stderr)
    assert.match(stderr, /not-reproduced: .*summary\.md differs from the run and its recording/)
    assert.ok(!existsSync(join(out, ATTESTATION)))
  })
})
