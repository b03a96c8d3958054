import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { ownWords } from '../../reports/own-words.ts'
import { leaksIn, secretGuard } from '../../runner/secret-scan.ts'
import { newVaultKey, secretVault } from '../../fixtures/redaction/secret-vault.ts'
import { passing } from '../reports/sample-run.ts'

const SECRET = 'token/of+an agent'
const KEY = newVaultKey()
const VAULT = '.secrets.sealed'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-scan-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const vault = () => secretVault(join(folder, VAULT), KEY)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const cleaned = (ownWords = '') => secretGuard(folder, () => vault().all()).cleanReport(() => ownWords)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the vault of a run', () => {
  it('has the secrets of every process, without clear text', () => {
    vault().keep('accessToken', SECRET)
    vault().keep('scaCode', '774411')

    assert.deepEqual(vault().all(), [
      ['accessToken', SECRET],
      ['scaCode', '774411'],
    ])
    assert.doesNotMatch(read(VAULT), /token|774411/)
  })

  it('is of no use with another key', () => {
    vault().keep('accessToken', SECRET)

    assert.deepEqual(secretVault(join(folder, VAULT), newVaultKey()).all(), [])
  })

  it('has everything that was complete before a process was killed', () => {
    vault().keep('accessToken', SECRET)
    write(VAULT, `${read(VAULT)}${read(VAULT).slice(0, 50)}`)

    assert.deepEqual(vault().all(), [['accessToken', SECRET]])
  })
})

describe('the scan of a finished run', () => {
  for (const [spelling, text] of Object.entries({
    plain: SECRET,
    'in base64': Buffer.from(`who:${SECRET}`).toString('base64'),
    'in an address': encodeURIComponent(SECRET),
    'in JSON within JSON within JSON': JSON.stringify(
      JSON.stringify(Array.from(SECRET, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('')),
    ),
    'at the end of a long file': `${'x'.repeat(256 * 1024 - 5)}${SECRET}`,
  })) {
    it(`finds a secret ${spelling}`, () => {
      vault().keep('accessToken', SECRET)
      write('index.html', `<p>${text}</p>`)
      write('summary.md', 'nothing')
      write('notes.txt', SECRET)

      assert.deepEqual(
        leaksIn(folder, vault().all()).map(({ file }) => basename(file)),
        ['index.html'],
      )
      const said = cleaned() ?? ''

      assert.match(said, /index\.html: accessToken; (?:replaced|the lines with it were removed)/)
      assert.ok(!said.includes(SECRET))
      assert.deepEqual(leaksIn(folder, vault().all()), [])
      assert.match(read('index.html'), /«(?:redacted:accessToken|withheld: .*)»/)
      assert.equal(read('summary.md'), 'nothing')
      assert.equal(read('notes.txt'), SECRET)
    })
  }

  for (const secret of [SECRET, 'with "quotes" in it', 'with\nlines\nin it', 'back\\slashes\\in it'])
    it(`finds ${JSON.stringify(secret)} in a body within a line of a recording`, () => {
      vault().keep('accessToken', secret)
      const body = JSON.stringify({ note: { said: secret } })
      write('exchanges.jsonl', `${JSON.stringify({ id: 'A' })}\n${JSON.stringify({ response: { body } })}\n`)

      assert.equal(leaksIn(folder, vault().all()).length, 1)
      assert.equal(cleaned(), undefined)
      assert.deepEqual(leaksIn(folder, vault().all()), [])
      assert.equal(read('exchanges.jsonl').split('\n').length, 3)
    })

  it('finds a secret that goes from one line of a page to the next', () => {
    vault().keep('accessToken', 'with\nlines\nin it')
    write('index.html', '<pre>with\nlines\nin it</pre>')

    assert.match(cleaned() ?? '', /index\.html: accessToken; replaced/)
    assert.equal(read('index.html'), '<pre>«redacted:accessToken»</pre>')
  })

  it('keeps the rest of a summary, also if a secret goes from one line to the next', () => {
    const secret = 'failed.\n\n### Causes\n\n- **'
    vault().keep('password', secret)
    write('summary.md', `## Not conformant\n\n4 requirements ${secret}createAgent returns 500**\n`)

    assert.match(cleaned() ?? '', /summary\.md/)
    assert.equal(
      read('summary.md'),
      '## Not conformant\n\n4 requirements «redacted:password»createAgent returns 500**\n',
    )
  })

  it('accepts a report without secrets, and ignores a code that any long text may have', () => {
    vault().keep('accessToken', SECRET)
    vault().keep('scaCode', '774411')
    write('index.html', '<p>«redacted:accessToken» Quote:00000000-0000-0000-0000-000000774411</p>')

    assert.equal(cleaned(), undefined)
    assert.deepEqual(
      readdirSync(folder).filter((file) => file !== VAULT),
      ['index.html'],
    )
  })

  it('cleans lines that were written before the secret was known', () => {
    vault().keep('accessToken', SECRET)
    const line = (text: string) =>
      `${JSON.stringify({ response: { body: JSON.stringify({ message: text }) } })}\n`
    write('exchanges.jsonl', line('none') + line(SECRET) + SECRET.slice(0, 3))

    secretGuard(folder, () => vault().all()).cleanRecordings()

    assert.equal(read('exchanges.jsonl'), line('none') + line('«redacted:accessToken»') + SECRET.slice(0, 3))
    assert.equal(cleaned(), undefined)
  })

  it('cleans a recording again that had been found clean before a secret came into it', () => {
    vault().keep('accessToken', SECRET)
    write('exchanges.jsonl', 'none\n')
    const guard = secretGuard(folder, () => vault().all())
    guard.cleanRecordings()

    write('exchanges.jsonl', `none\n${SECRET}\n`)

    assert.equal(
      guard.cleanReport(() => ''),
      undefined,
    )
    assert.equal(read('exchanges.jsonl'), 'none\n«redacted:accessToken»\n')
  })

  it('cleans the texts of results.sarif, and never its structure', () => {
    vault().keep('accessToken', SECRET)
    vault().keep('otherToken', '4711","level":"error')
    write('results.sarif', JSON.stringify({ id: '4711', level: 'error', text: SECRET }))

    assert.match(cleaned() ?? '', /results\.sarif: .*accessToken.*; replaced/)
    assert.deepEqual(JSON.parse(read('results.sarif')), {
      id: '4711',
      level: 'error',
      text: '«redacted:accessToken»',
    })
  })

  it('skips files written from redacted recordings, unless they have changed since', () => {
    vault().keep('accessToken', SECRET)
    write('exchanges.har', `{"text":"${SECRET}"}`)
    const guard = secretGuard(folder, () => vault().all())
    guard.cleanRecordings()
    guard.trust(join(folder, 'exchanges.har'))

    assert.equal(
      guard.cleanReport(() => ''),
      undefined,
    )

    write('exchanges.har', `{"other text":"${SECRET}"}`)

    assert.match(guard.cleanReport(() => '') ?? '', /exchanges\.har: accessToken; replaced/)
  })
})

describe('a secret that is also a word of the report', () => {
  const judgement = {
    check: 'own-01',
    requirements: ['OWN-01'],
    verdict: 'fail',
    exchanges: ['own-01.1.1'],
    witnesses: { shows: ['accepted createAgent'], needs: [], presumes: [] },
    message: 'found requirements',
  }
  const exchange = {
    id: 'own-01.1.1',
    at: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    response: { status: 500, headers: { 'x-requirements': 'requirements' }, body: 'requirements' },
  }

  for (const secret of [
    'requirements',
    'own-01.1.1',
    'durationMs',
    '2026-01-01T00:00:00.000Z',
    'accepted createAgent',
  ])
    it(`takes nothing away: ${secret}`, () => {
      vault().keep('accessToken', secret)
      write('judgements.jsonl', `${JSON.stringify(judgement)}\n`)
      write('exchanges.jsonl', `${JSON.stringify(exchange)}\n`)
      write('index.html', `<h1>${secret}</h1>`)

      assert.equal(cleaned(secret), undefined)

      const after = JSON.parse(read('judgements.jsonl')) as typeof judgement
      assert.deepEqual({ ...after, message: '' }, { ...judgement, message: '' })
      const { id, at, durationMs, response } = JSON.parse(read('exchanges.jsonl')) as typeof exchange
      assert.deepEqual([id, at, durationMs], ['own-01.1.1', '2026-01-01T00:00:00.000Z', 1])
      assert.equal(response.body, secret === 'requirements' ? '«redacted:accessToken»' : 'requirements')
      assert.equal(read('index.html'), `<h1>${secret}</h1>`)
    })

  it('stays in no text of the deployment, although a label is called so', () => {
    vault().keep('accessToken', 'accessToken')
    write('exchanges.jsonl', `${JSON.stringify({ ...exchange, response: { body: 'an accessToken' } })}\n`)

    assert.equal(cleaned(), undefined)
    assert.match(read('exchanges.jsonl'), /an «redacted:accessToken»/)
  })
})

it('junit.xml stays well-formed for any secret of a deployment', () => {
  vault().keep('accessToken', '<failure message="violated in')
  vault().keep('clientSecret', '</testcase>')
  vault().keep('pass<"&word', SECRET)
  const junit = (text: string) =>
    `<testcase>\n<failure message="violated in ${text} > 1" type="fail"><![CDATA[</testcase>]]></failure>\n</testcase>\n`
  write('junit.xml', junit(SECRET))

  cleaned()

  assert.equal(
    read('junit.xml'),
    junit('«redacted:pass&lt;&quot;&amp;word»').replace('[</testcase>', '[«redacted:clientSecret»'),
  )
})

it('words of the report stay, even if a deployment declares them secret, in any case', () => {
  vault().keep('clientSecret', 'Not conformant')
  vault().keep('accessToken', 'Not conformant')
  vault().keep('token', 'NOT CONFORMANT')
  vault().keep('token', '<failure message="')
  vault().keep('password', '<failure message="')
  vault().keep('password', '<failure message=""/>')
  write('summary.md', '## Not conformant\n')
  write('junit.xml', '<testcase><failure message="x"/></testcase>\n')

  assert.equal(cleaned('Not conformant, <failure message=""/>'), undefined)
  assert.equal(read('summary.md'), '## Not conformant\n')
  assert.equal(read('junit.xml'), '<testcase><failure message="x"/></testcase>\n')
})

it('the title of a check stays, and is no leak, even if a secret is a part of it', () => {
  const { title } = passing.requirements.flatMap(({ checks }) => checks)[0]!
  vault().keep('service-wallet-signature', title.slice(1))
  write('conformance.json', JSON.stringify(passing))

  const notice = secretGuard(folder, () => vault().all()).cleanReport(() => ownWords(passing))

  assert.equal(notice, undefined)
  assert.ok(read('conformance.json').includes(JSON.stringify(title)))
})

describe('a secret that a run learns after it has begun', () => {
  const LATE = 'late-secret-of-a-response-41'
  const head = {
    schemaVersion: 1,
    contractVersion: '2025-10-13',
    only: ['late-secret-of-a-response-41'],
    deployment: {
      name: `staging ${LATE}`,
      baseUrl: `https://${LATE}.example/2025-10-13`,
      replicas: [`https://${LATE}.example/2025-10-13`],
      areas: [LATE],
      operations: { listAgents: { method: 'GET', path: `/${LATE}` }, getAgent: null },
      names: { requestIdHeader: `x-${LATE}` },
      requests: { createAgent: { title: LATE, [LATE]: [LATE] } },
      headers: { 'x-tenant': LATE },
      states: { url: `https://host.example/${LATE}`, headers: [LATE] },
      file: `${LATE}.yaml`,
      clientId: LATE,
    },
    commands: { run: `npx assay run ${LATE}.yaml`, doctor: `npx assay doctor ${LATE}.yaml` },
  }

  it('is in no field of the recording with a text of the deployment file', () => {
    vault().keep('accessToken', LATE)
    write('recording.json', JSON.stringify(head))
    write('judgements.jsonl', `${JSON.stringify({ deployment: `staging ${LATE}`, check: 'ACT-01-a' })}\n`)

    secretGuard(folder, () => vault().all()).cleanRecordings()

    const { only, deployment, ...rest } = JSON.parse(read('recording.json')) as typeof head
    const { areas, ...texts } = deployment
    assert.ok(!JSON.stringify([texts, rest]).includes(LATE))
    assert.equal(texts.name, 'staging «redacted:accessToken»')
    // A replay goes by these words, and a deployment must not take them away.
    assert.deepEqual([only, areas], [[LATE], [LATE]])
    assert.equal(
      read('judgements.jsonl'),
      '{"deployment":"staging «redacted:accessToken»","check":"ACT-01-a"}\n',
    )
  })
})
