/** Disguises in which a deployment may echo a secret: redaction and scan see through each, with the same decoder. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import { leaksIn } from '../../runner/secret-scan.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const SECRET = 'Tok/9f31AB77+zQ x0-and-more-than-57-characters-of-it-so-MIME-breaks'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const between = (text: string, inserted: string) => Array.from(text).join(inserted)
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const times = (count: number, change: (text: string) => string, text: string) =>
  Array.from({ length: count }).reduce<string>((changed) => change(changed), text)
const bytes = (text: string) => [...Buffer.from(text)]
const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const DISGUISES: Readonly<Record<string, string>> = {
  'in upper case': SECRET.toUpperCase(),
  'in lower case': SECRET.toLowerCase(),
  'in mixed case': Array.from(SECRET, (sign, at) => (at % 2 ? sign.toUpperCase() : sign.toLowerCase())).join(
    '',
  ),
  'with NUL characters': between(SECRET, '\0'),
  'with characters of no width': between(SECRET, '\u200b'),
  'with joiners and marks': between(SECRET, '\u2060\ufeff\u00ad'),
  'with characters that set directions': between(SECRET, '\u202d\u2066'),
  'with fillers': between(SECRET, '\u3164\uffa0'),
  'with tags': between(SECRET, '\u{e0001}'),
  'with variation selectors': between(SECRET, '\ufe0e\u{e0100}'),
  'with line separators': between(SECRET, '\u2028'),
  'with escaped tags': inJson(between(SECRET, '\\udb40\\udc01')),
  'in HTML numbers without an end': Array.from(SECRET, (sign) => `&#${sign.charCodeAt(0)}`).join(''),
  'with escaped NUL characters': inJson(between(SECRET, '\0')),
  'with escaped characters of no width': inJson(between(SECRET, '\\u200b')),
  'with NUL characters of an address': between(SECRET, '%00'),
  'in MIME lines': base64(SECRET).replace(/.{76}/g, '$&\r\n'),
  'in short lines of base64': base64(SECRET).replace(/.{20}/g, '$&\n'),
  'in MIME lines within JSON': inJson(base64(SECRET).replace(/.{76}/g, '$&\r\n')),
  'as a folded line': SECRET.replace(/^.{10}/, '$&\r\n '),
  'as quoted-printable text': SECRET.replace(/^.{10}/, '$&=\r\n'),
  'in base64 of base64': base64(base64(SECRET)),
  'in base64 of base64 of more': base64(`x${base64(`ab${SECRET}c`)}yz`),
  'in URL-safe base64 of base64': Buffer.from(base64(SECRET)).toString('base64url'),
  'in base64 of base64 of base64': times(3, base64, SECRET),
  'in base64 five times': times(5, base64, SECRET),
  'in base64 of base64 of base64 of more': base64(base64(`x ${base64(`ab${SECRET}c`)} yz`)),
  'as bytes in decimal': bytes(SECRET).join(','),
  'as bytes with indices': bytes(SECRET)
    .map((byte, at) => (at === 0 ? `${byte}` : `"${at}": ${byte}`))
    .join(', '),
  'as bytes in hex': bytes(SECRET).map(hex).join(':'),
  'as bytes in hex with spaces': bytes(SECRET).map(hex).join(' ').toUpperCase(),
  'as bytes of C': bytes(SECRET)
    .map((byte) => `0x${hex(byte)}`)
    .join(', '),
  'as escapes of bytes': bytes(SECRET)
    .map((byte) => `\\x${hex(byte)}`)
    .join(''),
  'as bytes of its base64': bytes(base64(SECRET)).join(', '),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((depth) => [
      `percent-encoded ${depth} times`,
      times(depth, encodeURIComponent, everyByte(SECRET)),
    ]),
  ),
  'in JSON four times, then in an address': encodeURIComponent(
    times(4, inJson, SECRET.replaceAll('/', '\\/')),
  ),
}

describe('a disguised secret', () => {
  const redaction = createRedaction()
  redaction.learn('token', SECRET)
  const folder = temporaryFolder('disguised')

  for (const [disguise, text] of Object.entries(DISGUISES)) {
    it(`is redacted ${disguise}`, () => {
      const redacted = redaction.redact(`before ${text} after`)

      assert.match(redacted, /^before .{0,8}«redacted:token».{0,8} after$/su)
    })

    for (const file of ['exchanges.jsonl', 'index.html'])
      it(`is found by the scan ${disguise} in ${file}`, () => {
        const written = file.endsWith('l') && file !== 'index.html' ? JSON.stringify({ body: text }) : text
        writeFileSync(join(folder, file), written)

        const leaks = leaksIn(folder, [['token', SECRET]], (path) => path.endsWith(file))

        assert.deepEqual(
          leaks.flatMap(({ names }) => names),
          ['token'],
        )
      })
  }
})

describe('a JSON body with the bytes of a secret', () => {
  const redaction = createRedaction()
  redaction.learn('token', SECRET)

  for (const [what, value, redacted] of [
    ['a buffer of Node', Buffer.from(SECRET), { type: 'Buffer', data: ['«redacted:token»'] }],
    ['a typed array', new Uint8Array(Buffer.from(SECRET)), { 0: '«redacted:token»' }],
    ['a list', [7000, ...bytes(SECRET)], [7000, '«redacted:token»']],
  ] as const)
    for (const space of [0, 2])
      it(`stays JSON: ${what}${space ? ', in lines' : ''}`, () => {
        const body = redaction.redact(JSON.stringify({ a: 1, value, z: [1, 2] }, null, space))

        assert.deepEqual(JSON.parse(body), { a: 1, value: redacted, z: [1, 2] })
      })
})

describe('text that only resembles a disguise', () => {
  const redaction = createRedaction()
  redaction.learn('token', 'ABCDEFGH12345678')
  redaction.learn('code', '482913')
  redaction.learn('scaCode', '48291')

  for (const text of [
    'line one\nline two',
    '{\n  "a": 1,\n  "b": 2\n}',
    'zero\u200bwidth',
    'abcdefgh-12345678',
    '4829\n14',
    '%25%32%35',
    '[1,2,3,4,5,6,7,8,999]',
    Buffer.from('{"after":"48291","limit":20}').toString('base64'),
    '72-65-6c-6c-6f-72-65',
    Buffer.from('a long text of a cursor without a secret').toString('base64'),
  ])
    it(`stays unchanged: ${JSON.stringify(text)}`, () => {
      assert.equal(redaction.redact(text), text)
    })
})
