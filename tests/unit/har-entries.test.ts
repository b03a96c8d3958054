import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { harEntries, MAX_ENTRY_BYTES } from '../../traffic/har-entries.ts'

async function* inChunks(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function entriesOf(text: string, size = 7) {
  const entries: { text: string; line: number }[] = []
  for await (const { bytes, line } of harEntries(inChunks(text, size), 'a.har'))
    entries.push({ text: Buffer.from(bytes).toString('utf8'), line })
  return entries
}

const refused = async (text: string, message: RegExp) =>
  assert.rejects(
    entriesOf(text),
    (error: Error) => error.name === 'AssayError' && message.test(error.message),
  )

describe('the entries of a HAR file', () => {
  const first = '{"a":"} ] \\" \\\\","b":[{"c":{}}]}'
  const har = `{"log": {"version":"1.2","creator":{"entries":[{"x":1}]},\n"entries": [\n${first},\n{"é":"‘"} ]}}\n`

  it('are the same however the file is cut into chunks', async () => {
    for (const size of [1, 2, 3, 5, 64, 4096])
      assert.deepEqual(await entriesOf(har, size), [
        { text: first, line: 3 },
        { text: '{"é":"‘"}', line: 4 },
      ])
  })

  it('are found behind a byte order mark, and there may be none', async () => {
    assert.deepEqual(await entriesOf('\uFEFF{"log":{"entries":[]}}'), [])
  })

  it('are rejected where they are not, with the place', async () => {
    await refused('', /the file is empty/)
    await refused('<html>', /line 1 \(byte 0\): the file does not begin with a HAR object/)
    await refused('[1]', /does not begin with a HAR object/)
    await refused('{"log":{}}', /no array at \$\.log\.entries/)
    await refused('{"log":{"entries":{"0":{}}}}', /no array at \$\.log\.entries/)
    await refused(
      '{"log":{"entries":[\n1]}}',
      /line 2 \(byte 20\): entry 0 is not an object: it begins with 1/,
    )
    await refused('{"log":{"entries":["a"]}}', /entry 0 is not an object: it begins with "/)
    await refused('{"log":{"entries":[{"a":1}', /ends within the HAR object/)
    await refused('{"log":{"entries":[{"a":1', /ends within entry 0/)
    await refused('{"log":[}', /\} closes nothing that is open/)
    await refused('['.repeat(300), /does not begin with a HAR object/)
    await refused(`{"a":${'['.repeat(300)}`, /nest deeper than 200 levels/)
  })

  it('are rejected where one is too large, before it is in memory', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"log":{"entries":[{"a":"')
      for (;;) {
        sent += 1024 * 1024
        yield Buffer.alloc(1024 * 1024, 'x')
      }
    }

    await assert.rejects(async () => {
      for await (const _ of harEntries(endless(), 'a.har')) assert.fail('an entry')
    }, /entry 0 \(line 1\): the entry is larger than 32 MB/)
    assert.ok(sent <= MAX_ENTRY_BYTES + 2 * 1024 * 1024)
  })
})
