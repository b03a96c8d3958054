import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { secretGuard } from '../../runner/secret-scan.ts'
import { newVaultKey, secretVault } from '../../fixtures/redaction/secret-vault.ts'

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
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the vault of a run', () => {
  it('gives what any process kept, and keeps none of it in clear', () => {
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

  it('keeps what was whole before a process was killed', () => {
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

      const said = secretGuard(folder, () => vault().all()).withhold() ?? ''

      assert.match(said, /index\.html had accessToken; it was removed/)
      assert.ok(!said.includes(SECRET))
      assert.deepEqual(
        readdirSync(folder).filter((file) => file !== VAULT),
        ['notes.txt', 'summary.md.withheld'],
      )
    })
  }

  for (const secret of [SECRET, 'with "quotes" in it', 'with\nlines\nin it', 'back\\slashes\\in it'])
    it(`finds ${JSON.stringify(secret)} in a body within a line of a recording`, () => {
      vault().keep('accessToken', secret)
      const body = JSON.stringify({ note: { said: secret } })
      write('exchanges.jsonl', `${JSON.stringify({ id: 'A' })}\n${JSON.stringify({ response: { body } })}\n`)

      assert.match(
        secretGuard(folder, () => vault().all()).withhold() ?? '',
        /exchanges\.jsonl had accessToken/,
      )
    })

  it('finds a secret that goes from one line of a page to the next', () => {
    vault().keep('accessToken', 'with\nlines\nin it')
    write('index.html', '<pre>with\nlines\nin it</pre>')

    assert.match(secretGuard(folder, () => vault().all()).withhold() ?? '', /index\.html had accessToken/)
  })

  it('lets a report pass in which there is none, nor a code that any long text may have', () => {
    vault().keep('accessToken', SECRET)
    vault().keep('scaCode', '774411')
    write('index.html', '<p>«redacted:accessToken» Quote:00000000-0000-0000-0000-000000774411</p>')

    assert.equal(secretGuard(folder, () => vault().all()).withhold(), undefined)
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
    assert.equal(secretGuard(folder, () => vault().all()).withhold(), undefined)
  })

  it('is withheld where a secret came into a recording that had been found clean', () => {
    vault().keep('accessToken', SECRET)
    write('exchanges.jsonl', 'none\n')
    const guard = secretGuard(folder, () => vault().all())
    guard.cleanRecordings()
    assert.equal(guard.withhold(), undefined)

    write('exchanges.jsonl', `none\n${SECRET}\n`)

    assert.match(guard.withhold() ?? '', /exchanges\.jsonl had accessToken/)
  })
})
