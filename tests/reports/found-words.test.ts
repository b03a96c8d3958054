/** A cause says what was found before what was expected, in words that need no second reading. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wrongValue } from '../../reports/causes/found-words.ts'
import { differenceOfLists } from '../../reports/causes/list-words.ts'

const ID = 'StablecoinOperation:62028870-2fa1-41d2-883f-0016d3cca427'
const OTHER = 'StablecoinOperation:1b4e28ba-2fa1-41d2-883f-0016d3cca427'

describe('a wrong value', () => {
  const cases: readonly (readonly [readonly [string, string, string], string])[] = [
    [['fees', '5', '0'], '`fees` of op is 0 instead of 5'],
    [['fees', '5', 'nothing'], '`fees` of op is missing'],
    [['status', 'not "PENDING"', '"PENDING"'], '`status` of op must not be "PENDING"'],
    [['a, b', 'a 1, b 2', 'a 2, b 1'], '`a`, `b` of op are wrong: a 2, b 1 instead of a 1, b 2'],
    [
      ['fields in details.errors', 'a list with "customerType"', 'an empty list'],
      'op, fields in details.errors: an empty list instead of a list with "customerType"',
    ],
    [['the resource in the list', 'a value', 'nothing'], 'op: the resource in the list is missing'],
    [
      ['whether the list omits the token', 'true', 'false'],
      'op: it is not true that the list omits the token',
    ],
    [['whether the list has the token', 'false', 'true'], 'op: the list has the token'],
    [['still PENDING', 'false', 'true'], 'op: still PENDING'],
    [
      ['whether each page has a cursor', '[true, false]', '[false, false]'],
      'op: it is not true that page 1 has a cursor',
    ],
    [
      ['hasMore of each page', '[true, false]', '[true, true]'],
      'op, hasMore of page 2: true instead of false',
    ],
    [['wrong pages', 'none', 'page 2 has 3 items'], 'op, wrong pages: page 2 has 3 items'],
    [
      ['wrong lists', 'none', 'a is wrong; b is wrong; c is wrong'],
      'op, wrong lists: a is wrong; b is wrong; and 1 more',
    ],
    [['', '0', '5'], 'op shows 5 instead of 0'],
    [['', '[1, 2]', '[1, 3]'], 'op: item 2 of 2 is 3 instead of 2'],
    [['', 'not text with "x"', 'a text with it'], 'op shows "x"'],
    [['', 'not "Token:1f"', '"Token:1f"'], 'op shows "Token:1f"'],
    [['the response', 'not text with "x"', 'a text with it'], 'op: the response must not contain "x"'],
    [
      ['enablement', 'not a list with "NOT_ENABLED"', '["NOT_ENABLED"]'],
      '`enablement` of op is ["NOT_ENABLED"], which must not contain "NOT_ENABLED"',
    ],
    [
      ['places with it', 'not the length 0', 'an empty list'],
      'op, places with it: an empty list, which must not be empty',
    ],
    [
      ['operations of the stablecoin', `["${ID}"]`, `["${ID}", "${OTHER}"]`],
      'op, operations of the stablecoin: unexpected "StablecoinOperation:1b4e28ba…"',
    ],
  ]
  for (const [[at, expected, actual], said] of cases)
    it(said, () => {
      assert.equal(wrongValue('op', { at, expected, actual }), said)
    })
})

describe('the difference of two lists', () => {
  const cases: readonly (readonly [readonly unknown[], readonly unknown[], string | undefined])[] = [
    [[true], [false], 'false instead of true'],
    [[200, 200, 200], [200, 401, 500], 'item 2 of 3 is 401 instead of 200 (and 1 other item)'],
    [['a', 'b'], ['a', 'c'], 'missing "b"; unexpected "c"'],
    [['a', 'b'], ['b', 'a'], 'item 1 of 2 is "b" instead of "a" (and 1 other item)'],
    [['a', 'b', 'c', 'd'], ['a'], 'missing "b", "c" and 1 more'],
    [['a'], ['a', 'a'], 'unexpected "a"'],
    [['a'], ['a'], undefined],
    [[{ a: 1 }], [{ a: 2 }], undefined],
  ]
  for (const [expected, actual, words] of cases)
    it(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`, () => {
      assert.equal(differenceOfLists(JSON.stringify(expected), JSON.stringify(actual))?.words, words)
    })

  it('is left to the whole texts if one is no list, or is cut', () => {
    assert.equal(differenceOfLists('an empty list', '["a"]'), undefined)
    assert.equal(differenceOfLists('["a", "b', '["a"]'), undefined)
  })
})
