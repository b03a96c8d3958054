import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assert as holds, property, uint8Array } from 'fast-check'
import { bytesOf, DIGITS, textOf } from '../../reports/html/packed-text.ts'

describe('bytes as text', () => {
  it('is unpacked without change', () => {
    holds(
      property(uint8Array({ maxLength: 200 }), (bytes) => {
        assert.deepEqual(bytesOf(textOf(bytes)), bytes)
      }),
    )
  })

  it('are written with 91 characters that mean nothing in markup', () => {
    assert.equal(new Set(DIGITS).size, 91)
    assert.match(textOf(Uint8Array.from({ length: 9_000 }, (_, index) => index * 7)), /^9000 [!-~]+$/)
    assert.doesNotMatch(DIGITS, /[<&"\s]/)
  })
})
