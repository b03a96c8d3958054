/** A registry takes what was certified, and rejects every bad submission by its name. */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sealed } from '../../certificates/envelope.ts'
import { ATTESTATION } from '../../certificates/files.ts'
import { newKeyPair, signingKey } from '../../certificates/keys.ts'
import type { Statement } from '../../certificates/statement.ts'
import { build } from '../../cli/registry/build.ts'
import { check } from '../../cli/registry/check.ts'
import { submissionAt } from '../../cli/registry/read-submissions.ts'
import { INDEX, lineOf } from '../../registry/registry-index.ts'
import { certified, sharedCertified, startDeployment, type Certified } from '../certificates/certified.ts'
import { forge } from '../certificates/forge.ts'
import { assay, emptyFolder, silentTerminal } from '../cli/assay.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PRODUCT = {
  name: 'Example Pay',
  organisation: 'Éxample Inc.',
  version: '1.2.0',
  contact: 'conformance@example.com',
  link: 'https://example.com/pay',
  profiles: ['cards.core'],
  reproduce: 'git clone https://example.com/pay\nmake serve\n',
}
const PLACE = '2025-10-13/example-inc-example-pay/1.2.0'

let made: Certified
let folder: string
/** A registry with the one good submission. */
let good: string
let renewed: string

before(async () => {
  made = await sharedCertified(['cards'])
  folder = emptyFolder()
  renewed = await renewal()
  good = join(folder, 'good')
  const { code, stderr } = await add(made.bundle, PRODUCT, good)
  assert.equal(code, 0, stderr)
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** A bundle of another run of the same deployment, signed with the same key. */
async function renewal(): Promise<string> {
  const reference = await startDeployment()
  try {
    return (await certified(reference, ['cards'], ['--key', made.privateKey])).bundle
  } finally {
    await reference.close()
  }
}

function productFile(product: object): string {
  const file = join(mkdtempSync(join(folder, 'product-')), 'product.yaml')
  writeFileSync(file, JSON.stringify(product))
  return file
}

const add = (bundle: string, product: object, registry: string) =>
  assay([
    'registry',
    'add',
    bundle,
    '--product',
    productFile(product),
    '--key',
    made.publicKey,
    '--registry',
    registry,
  ])

interface Result {
  readonly place: string
  readonly problems: readonly { readonly name: string; readonly found: string }[]
  readonly notes: readonly string[]
}
async function checked(
  registry: string,
  { base, now = Date.now() }: { readonly base?: string; readonly now?: number } = {},
) {
  let text = ''
  const terminal = { ...silentTerminal(), stdout: { write: (more: string) => (text += more) !== '' } }
  const code = await check({ registry, base, all: false, json: true }, terminal, now)
  return { code, results: (JSON.parse(text) as { readonly checked: readonly Result[] }).checked }
}

/** What a change of the good registry is rejected with. */
async function namesAfter(
  change: (submission: string, registry: string) => void | Promise<void>,
  options: { readonly withBase?: boolean; readonly now?: number } = {},
): Promise<readonly string[]> {
  const registry = mkdtempSync(join(folder, 'registry-'))
  cpSync(good, registry, { recursive: true })
  const base = join(good, INDEX)
  await change(join(registry, PLACE), registry)
  if (options.withBase !== true && existsSync(join(registry, PLACE))) relist(registry)
  const { code, results } = await checked(registry, {
    ...(options.withBase === true && { base }),
    ...(options.now !== undefined && { now: options.now }),
  })
  rmSync(registry, { recursive: true })
  const names = results.flatMap(({ problems }) => problems.map(({ name }) => name))
  assert.equal(code, names.length === 0 ? 0 : 1)
  return [...new Set(names)]
}

/** The index as somebody writes it who wants the submission to pass. */
function relist(registry: string): void {
  const { digest } = submissionAt(registry, PLACE)
  if (digest !== undefined) writeFileSync(join(registry, INDEX), `${lineOf({ place: PLACE, digest })}\n`)
}

const product = (change: object | string) => (submission: string) =>
  writeFileSync(
    join(submission, 'product.yaml'),
    typeof change === 'string' ? change : JSON.stringify({ ...PRODUCT, ...change }),
  )
const inBundle = (name: string) => (submission: string) => join(submission, 'bundle', name)
const attestation = inBundle(ATTESTATION)
const forged =
  (statement: (statement: Statement) => Statement) =>
  async (submission: string): Promise<void> => {
    const bundle = await forge(made, folder, { statement })
    cpSync(bundle, join(submission, 'bundle'), { recursive: true })
  }
const saying = (more: object) =>
  forged((statement) => ({
    ...statement,
    predicate: {
      ...statement.predicate,
      assayCertificate: { ...statement.predicate.assayCertificate, ...more },
    },
  }))
const without = (key: keyof typeof PRODUCT) => product({ [key]: undefined })
const moved = (place: string) => (submission: string, registry: string) => {
  mkdirSync(join(registry, place, '..'), { recursive: true })
  renameSync(submission, join(registry, place))
  const { digest = '' } = submissionAt(registry, place)
  // A hostile path cannot be listed.
  writeFileSync(join(registry, INDEX), /^[\w./-]+$/.test(place) ? `${lineOf({ place, digest })}\n` : '')
}
const otherKey = newKeyPair()

type Case = readonly [
  name: string,
  title: string,
  change: Parameters<typeof namesAfter>[0],
  options?: Parameters<typeof namesAfter>[1],
]
const BAD: readonly Case[] = [
  ['signature', 'another public key', (at) => writeFileSync(join(at, 'key.pub.pem'), otherKey.publicPem)],
  ['signature', 'a private key', (at) => writeFileSync(join(at, 'key.pub.pem'), otherKey.privatePem)],
  ['signature', 'no key', (at) => rmSync(join(at, 'key.pub.pem'))],
  ['signature', 'no attestation', (at) => rmSync(attestation(at))],
  [
    'signature',
    'a changed attestation',
    (at) =>
      writeFileSync(attestation(at), readFileSync(attestation(at), 'utf8').replace(/"sig": "./, '"sig": "_')),
  ],
  ['signature', 'an empty attestation', (at) => writeFileSync(attestation(at), '{}')],
  [
    'statement',
    'another statement',
    (at) =>
      writeFileSync(
        attestation(at),
        sealed(Buffer.from('{"a":1}'), signingKey(readFileSync(made.privateKey, 'utf8'))),
      ),
  ],
  ['version', 'a certificate of a later version, which nothing can check', saying({ schemaVersion: 2 })],
  ['file', 'a changed report', (at) => appendFileSync(join(at, 'bundle/conformance.json'), ' ')],
  ['file', 'changed exchanges', (at) => appendFileSync(join(at, 'bundle/exchanges.jsonl'), '\n')],
  ['file', 'a missing report', (at) => rmSync(join(at, 'bundle/summary.md'))],
  ['file', 'a file more in the bundle', (at) => writeFileSync(join(at, 'bundle/more.txt'), 'x')],
  ['file', 'a file more beside it', (at) => writeFileSync(join(at, 'run.sh'), 'x')],
  [
    'file',
    'a folder in the bundle',
    (at) => (mkdirSync(join(at, 'bundle/sub')), writeFileSync(join(at, 'bundle/sub/x'), '')),
  ],
  ['file', 'a submodule beside the bundle', (at) => mkdirSync(join(at, 'sub'))],
  ['name', 'a submodule as a product', (_, registry) => mkdirSync(join(registry, '2025-10-13/other-pay'))],
  [
    'file',
    'a link in the bundle',
    (at) => (
      rmSync(join(at, 'bundle/badge.json')),
      symlinkSync('/etc/hostname', join(at, 'bundle/badge.json'))
    ),
  ],
  ['claim', 'a profile that was not reached', product({ profiles: ['cards.core', 'whole-contract'] })],
  [
    'claim',
    'a profile that the statement invents',
    saying({ profiles: ['cards.core', 'cards.extended', 'agents.core'] }),
  ],
  ['claim', 'areas that the run did not judge', saying({ areas: ['cards', 'agent-operations'] })],
  [
    'claim',
    'another base URL',
    saying({ deployment: { name: 'certified', baseUrl: 'https://bank.example/2025-10-13' } }),
  ],
  ['claim', 'a challenge that the run did not answer', saying({ challenge: 'nonce-of-nobody-0001' })],
  ['expired', 'a certificate that expired', () => undefined, { now: Date.now() + 91 * DAY_MS }],
  ['stale', 'a certificate that was issued 22 days ago', () => undefined, { now: Date.now() + 22 * DAY_MS }],
  ['validity', 'a certificate of the future', () => undefined, { now: Date.now() - DAY_MS }],
  ['contract', 'a certificate of another contract', saying({ contractVersion: '2026-10-13' })],
  ['contract', 'the folder of another contract', moved('2024-01-01/example-inc-example-pay/1.2.0')],
  ['edition', 'an edition that there is not', saying({ edition: 99 })],
  ['product', 'no product.yaml', (at) => rmSync(join(at, 'product.yaml'))],
  ['product', 'no YAML', product('{ name: [')],
  ['product', 'a text in place of a product', product('a text')],
  ['product', 'no name', without('name')],
  ['product', 'no contact', without('contact')],
  ['product', 'nothing on how to reproduce it', without('reproduce')],
  ['product', 'no profile', product({ profiles: [] })],
  ['product', 'an unknown profile', product({ profiles: ['cards.everything'] })],
  ['product', 'an unknown key', product({ award: 'best' })],
  ['product', 'a script as its link', product({ link: 'javascript:alert(1)' })],
  ['product', 'a link that hides its host', product({ link: 'https://bank.example@evil.example/' })],
  ['product', 'a link that is no address', product({ link: 'https://[' })],
  ['product', 'a contact that is none', product({ contact: 'call us' })],
  ['product', 'a name that reorders text', product({ name: 'Example \u202eyaP' })],
  ['product', 'a name that steers a terminal', product({ name: 'Example \u001b[2J' })],
  ['product', 'a name without a letter', product({ name: '!!!' })],
  ['product', 'a version that leads elsewhere', product({ version: '../../1' })],
  ['product', 'a version that no index can have', product({ version: '1..2' })],
  ['product', 'aliases that grow', product(`a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`)],
  ['size', 'more than 64 MB', (at) => truncateSync(join(at, 'bundle/exchanges.har'), 65 * 1024 * 1024)],
  [
    'size',
    'a long proof of a log',
    (at) => writeFileSync(join(at, 'bundle/log-proof.json'), 'x'.repeat(20_000)),
  ],
  ['size', 'a long product.yaml', product(`# ${'x'.repeat(20_000)}`)],
  [
    'size',
    'many files',
    (at) =>
      Array.from({ length: 41 }, (_, index) => writeFileSync(join(at, `bundle/f${index}`), '')).length > 0
        ? undefined
        : undefined,
  ],
  ['name', 'the folder of another product', moved('2025-10-13/other-inc-example-pay/1.2.0')],
  ['name', 'the folder of another version', moved('2025-10-13/example-inc-example-pay/1.3.0')],
  ['name', 'a folder with another form of name', moved('2025-10-13/Example Pay/1.2.0')],
  [
    'name',
    'a file whose name steers a terminal',
    (at) => writeFileSync(join(at, 'bundle/\u001b[2J.json'), ''),
  ],
  ['name', 'a hidden file', (at) => writeFileSync(join(at, '.npmrc'), '')],
  [
    'name',
    'a link as its folder',
    (at, registry) => (renameSync(at, join(registry, 'elsewhere')), symlinkSync('../../elsewhere', at)),
  ],
  [
    'changed',
    'files that were changed after the merge',
    product({ link: 'https://evil.example' }),
    { withBase: true },
  ],
  [
    'changed',
    'a line of the index that was changed after the merge',
    (at, registry) => (product({ link: 'https://evil.example' })(at), relist(registry)),
    { withBase: true },
  ],
  [
    'changed',
    'a submission that was removed after the merge',
    (at) => rmSync(at, { recursive: true }),
    { withBase: true },
  ],
  [
    'changed',
    'an index that was emptied',
    (_, registry) => writeFileSync(join(registry, INDEX), ''),
    { withBase: true },
  ],
  [
    'duplicate',
    'a submission that is listed twice',
    (_, registry) => appendFileSync(join(registry, INDEX), readFileSync(join(good, INDEX))),
    { withBase: true },
  ],
]

describe('a registry', () => {
  it('takes a certified product, and judges its recording again', async () => {
    const { code, results } = await checked(good)

    const [{ notes, ...result } = assert.fail('there is no result')] = results
    assert.deepEqual(result, { place: PLACE, problems: [], rejudged: true })
    assert.match(notes.join('\n'), /^the first submission of Éxample Inc\.; its key is [0-9a-f]{64}$/)
    assert.equal(code, 0)
  })

  it('rejects another product whose name has the same path: name', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    // Its certificate would supersede that of 1.2.0.
    const taken = { ...PRODUCT, organisation: 'Example', name: 'Inc. Example Pay', version: '1.2.0+2' }
    assert.equal((await add(renewed, taken, registry)).code, 0)
    const base = join(good, INDEX)

    const { code, results } = await checked(registry, { base })

    assert.equal(code, 1)
    assert.deepEqual(
      results.flatMap(({ place, problems }) => problems.map(({ name }) => [place, name])),
      [[`${PLACE}+2`, 'name']],
    )
  })

  it('accepts a renewal under the same name', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    assert.equal((await add(renewed, { ...PRODUCT, version: '1.2.0+2' }, registry)).code, 0)

    const { code, results } = await checked(registry, { base: join(good, INDEX) })

    assert.deepEqual([code, results.flatMap(({ notes }) => notes)], [0, []])
  })

  it('names the new key of a renewal, which another person may have made', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    const taken = join(registry, `${PLACE}+2`)
    cpSync(join(good, PLACE), taken, { recursive: true })
    cpSync(renewed, join(taken, 'bundle'), { recursive: true })
    product({ version: '1.2.0+2' })(taken)
    writeFileSync(join(taken, 'key.pub.pem'), otherKey.publicPem)
    const statement = Buffer.from(
      (JSON.parse(readFileSync(attestation(taken), 'utf8')) as { payload: string }).payload,
      'base64',
    )
    writeFileSync(attestation(taken), sealed(statement, signingKey(otherKey.privatePem)))
    const { digest = '' } = submissionAt(registry, `${PLACE}+2`)
    appendFileSync(join(registry, INDEX), `${lineOf({ place: `${PLACE}+2`, digest })}\n`)

    const { code, stdout } = await assay([
      'registry',
      'check',
      '--registry',
      registry,
      '--base',
      join(good, INDEX),
    ])

    assert.equal(code, 0, stdout)
    assert.match(
      stdout,
      /^accepted .*1\.2\.0\+2\n {2}note: key [0-9a-f]{64} is new for Éxample Inc\.; 2025-10-13\/example-inc-example-pay\/1\.2\.0 has key [0-9a-f]{64}\n/m,
    )
  })

  it('rejects the recording of another submission: duplicate', async () => {
    for (const change of [{ version: '1.2.0+2' }, { organisation: 'Other Inc.' }]) {
      const registry = mkdtempSync(join(folder, 'registry-'))
      cpSync(good, registry, { recursive: true })
      assert.equal((await add(made.bundle, { ...PRODUCT, ...change }, registry)).code, 0)

      const { code, results } = await checked(registry, { base: join(good, INDEX) })

      assert.equal(code, 1)
      assert.deepEqual(
        results.flatMap(({ problems }) => problems),
        [{ name: 'duplicate', found: `its recording is that of ${PLACE}` }],
      )
    }
  })

  it('rejects a copy of another submission with small changes: duplicate', async () => {
    const copy = await forge(made, folder, {
      exchange: ({ response, ...exchange }) => ({
        ...exchange,
        ...(response && { response: { ...response, headers: { ...response.headers, 'x-copy': '1' } } }),
      }),
    })
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    assert.equal((await add(copy, { ...PRODUCT, organisation: 'Other Inc.' }, registry)).code, 0)

    const { code, results } = await checked(registry, { base: join(good, INDEX) })

    assert.equal(code, 1)
    assert.deepEqual(
      results.flatMap(({ problems }) => problems),
      [{ name: 'duplicate', found: `its recording is that of ${PLACE}` }],
    )
  })

  it('reads an index only if the next line can be appended to it', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    const lines = readFileSync(join(good, INDEX), 'utf8')
    for (const text of [lines.trimEnd(), `\n${lines}`]) {
      writeFileSync(join(registry, INDEX), text)

      const { code, stderr } = await assay(['registry', 'check', '--registry', registry])

      assert.equal(code, 2, stderr)
      assert.match(stderr, /index\.jsonl cannot be read: (the last line|line 1) of index\.jsonl /)
    }
  })

  it('reads its index from a file only', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    cpSync(good, registry, { recursive: true })
    rmSync(join(registry, INDEX))
    symlinkSync(join(good, INDEX), join(registry, INDEX))

    for (const command of ['check', 'build --out site']) {
      const { code, stderr } = await assay(['registry', ...command.split(' '), '--registry', registry])
      assert.equal(code, 2)
      assert.match(stderr, /^registry: .*index\.jsonl cannot be read: it is not a file\.\n/)
    }
  })

  for (const [name, title, change, options] of BAD)
    it(`rejects ${title}: ${name}`, async () => {
      const names = await namesAfter(change, options)

      assert.ok(names.includes(name), names.join() || 'it was accepted')
    })

  it('does not judge accepted submissions again', async () => {
    const { results } = await checked(good, { base: join(good, INDEX) })

    assert.deepEqual(results, [{ place: PLACE, problems: [], notes: [], rejudged: false }])
  })

  it('does not pass without the folder or the list of changed files', async () => {
    const missing = join(folder, 'not there')
    for (const options of [
      ['--registry', missing],
      ['--registry', good, '--changed', missing],
    ]) {
      const { code, stderr } = await assay(['registry', 'check', ...options])
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^registry check: --(?:registry|changed): there is no .*not there\.\n {2}→ /)
    }
  })

  it('rejects a change outside of the registry', async () => {
    const changed = join(folder, 'changed')
    const paths = [`registry/${PLACE}/product.yaml`, 'registry/index.jsonl', 'cli/main.ts', 'registry/log/x']
    writeFileSync(changed, paths.map((path) => `${path}\0`).join(''))
    const { code, stdout } = await assay([
      'registry',
      'check',
      '--registry',
      good,
      '--base',
      join(good, INDEX),
      '--changed',
      changed,
    ])

    assert.equal(code, 1)
    assert.match(stdout, /rejected cli\/main\.ts .*\n {2}outside: /)
    assert.match(stdout, /\n3 submissions, 2 rejected\.\n$/)
  })

  it('logs accepted submissions, and signs the list again without new ones', async () => {
    const log = () => assay(['registry', 'log', '--registry', good, '--key', made.privateKey])

    assert.match((await log()).stdout, /^Logged: 1 accepted, 0 superseded\.\nSigned: .*status\.json\n$/)
    const before = readFileSync(join(good, 'log/status.json'), 'utf8')
    assert.match((await log()).stdout, /^Logged: 0 accepted/)
    assert.notEqual(readFileSync(join(good, 'log/status.json'), 'utf8'), before)

    const list = ['--status', join(good, 'log/status.json')]
    const verified = await assay(['status', made.bundle, ...list, '--key', made.publicKey])
    assert.equal(verified.code, 0, verified.stdout)
    const site = join(folder, 'site')
    const options = ['--registry', good, '--out', site]
    const built = await assay([
      'registry',
      'build',
      ...options,
      ...list,
      '--log-key',
      join(good, 'log/key.pub.pem'),
    ])
    assert.equal(built.code, 0, built.stderr)
    assert.ok(existsSync(join(site, 'status.json')))
    await assert.rejects(
      build(
        { registry: good, out: site, status: list[1], logKey: join(good, 'log/key.pub.pem') },
        silentTerminal(),
        Date.now() + 8 * DAY_MS,
      ),
      /the status list was issued at .*, more than 7 days ago/,
    )
  })

  it('rejects a version that exists, and leaves nothing of a rejected submission', async () => {
    assert.match(
      (await add(made.bundle, PRODUCT, good)).stderr,
      /already exists, and an accepted submission never changes/,
    )
    const registry = join(folder, 'empty')
    const { code, stderr } = await add(made.bundle, { ...PRODUCT, profiles: ['whole-contract'] }, registry)
    assert.equal(code, 1)
    assert.match(stderr, /Rejected:\n {2}claim: .*whole-contract/)
    assert.deepEqual(readdirSync(registry), [])
  })

  it('adds nothing from a path of another kind, or to a broken index', async () => {
    const registry = mkdtempSync(join(folder, 'registry-'))
    const file = productFile(PRODUCT)
    const added = async (bundle: string, productPath: string, key: string) => {
      const options = ['--product', productPath, '--key', key, '--registry', registry]
      const { code, stderr } = await assay(['registry', 'add', bundle, ...options])
      assert.equal(code, 2, stderr)
      return stderr
    }
    assert.match(await added(file, file, made.publicKey), /^registry add: <bundle>: .* is not a folder\.\n/)
    assert.match(
      await added(made.bundle, folder, made.publicKey),
      /^registry add: --product: .* is not a file/,
    )
    assert.match(await added(made.bundle, file, folder), /^registry add: --key: .* is not a file/)
    writeFileSync(join(registry, INDEX), 'x\n')
    assert.match(await added(made.bundle, file, made.publicKey), /is not an entry of a registry/)
    assert.deepEqual(readdirSync(registry), [INDEX])
  })

  it('shows nothing of a hostile name on the terminal', async () => {
    const registry = mkdtempSync(join(folder, 'hostile-'))
    cpSync(good, registry, { recursive: true })
    writeFileSync(join(registry, PLACE, 'bundle/\u001b[2J.json'), '')

    const { stdout } = await assay(['registry', 'check', '--registry', registry])

    assert.match(stdout, /rejected 2025-10-13\/example-inc-example-pay\/1\.2\.0\n {2}name: /)
    assert.ok(!stdout.includes('\u001b'))
  })
})
