import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseJson } from '../../fixtures/http/strict-json.ts'

it('hostile bodies of a megabyte are read within a second', () => {
  for (const text of ['"\\"', '"\\\\', '{"a":1,', '[1,', '""', '1', '\\', '{}', '"a":']) {
    const begun = performance.now()
    parseJson(Buffer.from(text.repeat(1_000_000 / text.length)))
    parseJson(Buffer.from(`[${text.repeat(1_000_000 / text.length)}`))
    assert.ok(performance.now() - begun < 1000, text)
  }
})
