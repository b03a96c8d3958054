import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unescapedJson } from '../../fixtures/http/unescaped-json.ts'

describe('JSON without unnecessary escapes', () => {
  const cases = [
    ['an escaped colon', String.raw`{"id":"Agent\u003a1"}`, '{"id":"Agent:1"}'],
    ['an escaped slash', String.raw`"https:\/\/a"`, '"https://a"'],
    ['capital digits', String.raw`"\u003A"`, '":"'],
    ['a backslash before the letter u', String.raw`"\\u003a"`, String.raw`"\\u003a"`],
    ['escapes that JSON requires', String.raw`"\u0022\u005c\u000a\n\""`, String.raw`"\"\\\n\n\""`],
    ['duplicate keys and white space', String.raw`{ "\u0061": 1, "a": 2 }`, '{ "a": 1, "a": 2 }'],
  ] as const

  for (const [name, text, expected] of cases) {
    it(`with ${name} has the same value`, () => {
      assert.equal(unescapedJson(text), expected)
      assert.deepEqual(JSON.parse(unescapedJson(text)), JSON.parse(text))
    })
  }

  it('joins an escaped surrogate pair', () => {
    assert.equal(JSON.parse(unescapedJson(String.raw`"\ud83d\ude00"`)), '😀')
  })
})
