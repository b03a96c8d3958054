/** A violation names values that a person knows from the exchanges, and no pattern. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import { Mismatch } from '../../fixtures/mismatch.ts'
import { withRedaction } from '../../fixtures/redaction/redaction-under-way.ts'
import { any, arrayContaining } from '../../fixtures/patterns.ts'
import { violationOf } from '../../fixtures/violation.ts'
import { textsOfPattern } from '../../fixtures/pattern-words.ts'

describe('the texts of a pattern', () => {
  const cases: readonly (readonly [RegExp, readonly string[] | undefined])[] = [
    [/^(PENDING_AUTHORIZATION|EXPIRED|FAILED)$/, ['PENDING_AUTHORIZATION', 'EXPIRED', 'FAILED']],
    [/^PENDING(_AUTHORIZATION)?$/, ['PENDING', 'PENDING_AUTHORIZATION']],
    [/^(4(00|03) .*|404 (A|B))$/, ['400', '403', '404 A', '404 B']],
    [/^(40[03]|422) |^404 (A|B)$/, ['400', '403', '422', '404 A', '404 B']],
    [/^(40[04] \w+|401 C)$/, ['400', '404', '401 C']],
    [/^Customer:/, undefined],
    [/cancell?ed/i, undefined],
    [/\S/, undefined],
    [/^(A|B|C|D)(A|B|C|D)$/, undefined],
  ]
  for (const [pattern, texts] of cases)
    it(String(pattern), () => {
      assert.deepEqual(textsOfPattern(pattern), texts)
    })
})

describe('a violation in plain words', () => {
  const violation = (matcher: string, actual: unknown, ...expected: readonly unknown[]) =>
    violationOf({ matcher, isNot: false, subject: 'it', actual, expected })

  it('lists the texts that a pattern matches', () => {
    assert.deepEqual(violation('toMatch', 'accepted', /^409 (A|B)$|^400 /), {
      at: 'it',
      expected: 'one of 409 A, 409 B, 400',
      actual: '"accepted"',
    })
  })

  it('shows that a list is empty, and what it should have', () => {
    assert.deepEqual(violation('toContain', [], 'email'), {
      at: 'it',
      expected: 'a list with "email"',
      actual: 'an empty list',
    })
  })

  it('names types in words', () => {
    const wanted = (pattern: unknown) => violation('toEqual', null, pattern).expected
    assert.equal(wanted(any(String)), 'a text')
    assert.equal(wanted(arrayContaining([any(Object)])), 'a list with an object')
    assert.equal(wanted(arrayContaining(['a', 'b', 'c'])), 'a list with "a", "b" and "c"')
  })

  it('shows the items of sets', () => {
    assert.deepEqual(violation('toEqual', new Set(['b']), new Set(['b', 'a'])), {
      at: 'it',
      expected: '["a", "b"]',
      actual: '["b"]',
    })
  })

  it('names both values of fields that differ, of the first resource', () => {
    const one = 'AgentAction:1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    const mismatch = (id: string, at: string, expected: unknown, actual: unknown, as?: string) =>
      new Mismatch({ at, expected, actual, of: { id }, ...(as !== undefined && { as }) })
    const found = (...all: readonly Mismatch[]) =>
      violationOf({ matcher: 'toEqual', isNot: false, subject: undefined, actual: all, expected: [[]] })

    assert.deepEqual(found(mismatch(one, 'quote.amount', 100, 200, 'without the filter')), {
      at: 'quote.amount',
      expected: '100 (as without the filter)',
      actual: '200',
      resource: one,
    })
    assert.deepEqual(
      found(
        mismatch(one, 'a', 1, 2),
        mismatch(one, 'b', 'x', 'y'),
        mismatch(`${one.slice(0, -1)}8`, 'c', 1, 2),
      ),
      { at: 'a, b', expected: 'a 1, b "x"', actual: 'a 2, b "y"', resource: one },
    )
    assert.deepEqual(found(mismatch('secret-of-the-deployment', 'a', 1, 2)), {
      at: 'a',
      expected: '1',
      actual: '2',
    })
  })

  it('names the status of an error alone, unless only its body is wrong', () => {
    const wrong = (status: number, body: unknown) =>
      violation('toBeError', { exchange: 'x', status, body }, 404).expected
    assert.equal(wrong(400, {}), '404')
    assert.equal(wrong(404, 'no such card'), '404 with an object as its body')
  })

  it('shows no part of a word at the end of a cut text: redaction finds whole secrets only', () => {
    const secret = 'token-of-an-agent-9f31ab77'
    const shown = (body: object) => violation('toBeError', { exchange: 'x', status: 500, body }, 401).actual
    const word = `${'a'.repeat(40)}:${secret}`

    assert.equal(shown({ code: word, reason: 'no' }), '500 …: "no"')
    assert.equal(shown({ code: 'BAD', reason: `${'b'.repeat(100)}${word}` }), '500 BAD: "…"')
    assert.equal(shown({ code: 'BAD', reason: `no ${'b'.repeat(100)}${word}` }), '500 BAD: "no …"')
    assert.equal(violation('toEqual', `${'b'.repeat(140)}${word}`, 'x').actual, '"…')
  })

  const secret = 'Canary9 client "secret".77-xyz'
  const spellings: Readonly<Record<string, string>> = {
    'with separators in it': secret,
    'in escapes of HTML': Array.from(secret, (sign) => `&#${sign.charCodeAt(0)};`).join(''),
    'as a list of its bytes': JSON.stringify([...Buffer.from(secret)]),
  }
  for (const [how, spelled] of Object.entries(spellings))
    it(`shows no part of a secret at the end of a cut text: ${how}`, () => {
      const redaction = createRedaction()
      redaction.learn('clientSecret', secret)
      const text = `${'- '.repeat(60)}${spelled}${' -'.repeat(60)}`

      const { actual } = withRedaction(redaction, () => violation('toEqual', text, 'x'))

      assert.match(actual, /^"(?:- )+\[?«redacted:clientSecret»\]? [- ]*…$/)
    })

  it('counts the items of a list once', () => {
    assert.deepEqual(violation('toHaveLength', [{}, {}], 1), {
      at: 'it',
      expected: '1 item',
      actual: '2 items',
    })
    assert.equal(violation('toHaveLength', [{}], 2).actual, '1 item')
    assert.equal(violation('toHaveLength', ['a'], 2).actual, '1: ["a"]')
    assert.equal(violation('toHaveLength', [], 2).actual, '0 items')
  })

  it('shows a moment as in the exchanges, and names the fields of a resource', () => {
    const later = violation(
      'toBeGreaterThan',
      Date.parse('2026-11-21T10:00:00Z'),
      Date.parse('2026-11-21T10:00:05Z'),
    )
    assert.deepEqual(later, {
      at: 'it',
      expected: 'more than 2026-11-21T10:00:05.000Z',
      actual: '2026-11-21T10:00:00.000Z',
    })
    const quote = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`field${index}`, 'x'.repeat(50)]),
    )
    assert.match(violation('toBe', quote, 1).actual, /^an object with field0, field1, [^x]*$/)
  })
})
