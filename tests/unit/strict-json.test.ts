import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseJson } from '../../fixtures/http/strict-json.ts'

const parsed = (text: string) => parseJson(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

function valueOf(text: string): unknown {
  const result = parsed(text)
  assert.ok(result.ok)
  return result.value
}

function warningsOf(text: string) {
  const result = parsed(text)
  assert.ok(result.ok)
  return result.warnings
}

const duplicate = (at: string) => ({
  kind: 'duplicate-key',
  at,
  message: 'occurs more than once in its object; the last one counts',
})
const beyond = (at: string) => ({
  kind: 'unsafe-number',
  at,
  message: 'is beyond 2^53 - 1, so that readers which use doubles see another number',
})

function problemOf(bytes: Uint8Array): string {
  const result = parseJson(bytes)
  assert.ok(!result.ok)
  return result.problem
}

describe('valid JSON', () => {
  const VALUES = [
    'null',
    '0',
    '-1.5e-3',
    '"a"',
    '[]',
    '{}',
    ' \t\r\n{"a":[1,{"b":"\\u00e9\\"é😀"}]} ',
    '""',
    '{"":0}',
  ]
  for (const text of VALUES) {
    it(`reads as JSON.parse reads it, without a warning: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(valueOf(text), JSON.parse(text))
      assert.deepEqual(warningsOf(text), [])
    })
  }
})

describe('invalid JSON', () => {
  const TEXTS = [
    '',
    ' ',
    '{',
    '}',
    ']]]',
    '{"a":1',
    '{"a" 1}',
    'nope',
    '[1,]',
    '"a\nb"',
    '"abc',
    '[01]',
    '"\\x"',
    '\u0000',
    '1 2',
    '{"\\x":1}',
    '{"a',
    'NaN',
  ]
  for (const text of TEXTS) {
    it(`is a problem: ${JSON.stringify(text)}`, () => assert.notEqual(problemOf(Buffer.from(text)), ''))
  }

  it('is not quoted in the problem, since it may contain half a secret', () => {
    for (const text of [
      '<b>tok_secret',
      '{"t":tok_secret}',
      'undefined',
      'tok_secret'.repeat(50),
      '{"a":"tok_secret" x',
      '["tok_secret",]',
    ]) {
      assert.doesNotMatch(problemOf(Buffer.from(text)), /tok_|secret|undefined/)
    }
  })

  it('brings no control character into the problem', () => {
    for (const text of ['\u0000', '\u001b[31m', '[\u0007]', '💥']) {
      assert.doesNotMatch(problemOf(Buffer.from(text)), /[\p{Cc}\p{Cs}]/u)
    }
  })
})

describe('bytes', () => {
  it('that are not UTF-8 are a problem', () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0xff, 0xfe, 0x31, 0x00],
    ]) {
      assert.equal(problemOf(Uint8Array.from(bytes)), 'it is not well-formed UTF-8')
    }
  })

  it('after a byte order mark are read, with a warning', () => {
    assert.equal(valueOf('\uFEFF1'), 1)
    assert.match(warningsOf('\uFEFF1')[0]!.message, /byte order mark/)
    assert.ok(!parsed('\uFEFF\uFEFF1').ok)
  })
})

describe('depth', () => {
  it('of 200 is read, of 201 is a problem', () => {
    assert.deepEqual(valueOf(nested(200)), JSON.parse(nested(200)))
    assert.match(problemOf(Buffer.from(nested(201))), /deeper than 200/)
    assert.match(problemOf(Buffer.from('{"a":'.repeat(201))), /deeper than 200/)
  })

  it('counts the current depth, and no brackets in strings', () => {
    assert.ok(parsed(`[${'[],{},'.repeat(1000)}1]`).ok)
    assert.ok(parsed(JSON.stringify(`"\\${'['.repeat(1000)}`)).ok)
    assert.ok(parsed(JSON.stringify({ ['{'.repeat(1000)]: '\\"['.repeat(1000) })).ok)
  })

  it('of a million is rejected immediately', () => {
    const begun = performance.now()
    assert.ok(!parsed('['.repeat(1_000_000)).ok)
    assert.ok(!parsed('{"a":['.repeat(500_000)).ok)
    assert.ok(performance.now() - begun < 500)
  })
})

describe('__proto__', () => {
  it('is data, and changes no prototype', () => {
    const value = valueOf('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as object
    assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.equal((value as { admin?: unknown }).admin, undefined)
    assert.equal(({} as { admin?: unknown }).admin, undefined)
  })
})

describe('toString', () => {
  it('is data, and its object can still be written into a message', () => {
    for (const key of ['toString', String.raw`to\u0053tring`]) {
      const value = valueOf(`[{"id":{"${key}":1,"valueOf":2}}]`) as [{ readonly id: unknown }]

      assert.equal(String(value[0].id), '[object Object]')
      assert.deepEqual(Object.keys(value[0].id as object), ['toString', 'valueOf'])
      assert.equal(JSON.stringify(value), '[{"id":{"toString":1,"valueOf":2}}]')
    }
  })
})

describe('duplicate keys', () => {
  it('are warnings with their place', () => {
    assert.deepEqual(warningsOf('{"a":1,"b":[0,{"c":1,"c":2}],"a":3}'), [
      duplicate('/b/1/c'),
      duplicate('/a'),
    ])
    assert.deepEqual(warningsOf('{"a/b":{"~":{},"~":1}}'), [duplicate('/a~1b/~0')])
  })

  it('are the same when they read the same', () => {
    assert.deepEqual(warningsOf('{"a":1,"\\u0061":2}'), [duplicate('/a')])
    assert.deepEqual(warningsOf('{"__proto__":1,"__proto__":2}'), [duplicate('/__proto__')])
  })

  it('are not keys of different objects, nor values', () => {
    assert.deepEqual(warningsOf('[{"a":"a"},{"a":"a","b":{"a":["a","a"]}}]'), [])
  })
})

describe('numbers', () => {
  it('beyond 2^53 - 1 are warnings with their place', () => {
    const text =
      '{"a":[9007199254740991,9007199254740992,-9007199254740993],"b":1e400,"c":9007199254740993.0}'
    assert.deepEqual(warningsOf(text), [beyond('/a/1'), beyond('/a/2'), beyond('/b'), beyond('/c')])
    assert.deepEqual(warningsOf('123456789012345678901234567890'), [beyond('')])
  })

  it('within it are invalid, in any spelling', () => {
    assert.deepEqual(
      warningsOf('[-9007199254740991,0.12345678901234567890,1e15,1E-400,"9007199254740993",-0]'),
      [],
    )
  })
})

describe('hostile bodies', () => {
  it('give a bounded number of warnings, with pointers of bounded length', () => {
    const warnings = warningsOf(`{"${'k'.repeat(5000)}":[${'1e999,'.repeat(5000)}0]}`)
    assert.equal(warnings.length, 1_000)
    assert.ok(warnings.every(({ at }) => at.startsWith('/…/')))
    assert.equal(warningsOf(`${'{"k":'.repeat(50)}1e999${'}'.repeat(50)}`)[0]!.at, `${'/k'.repeat(12)}/…`)
  })

  it('of one kind do not hide another kind', () => {
    const warnings = warningsOf(`[${'1e999,'.repeat(5000)}{"a":1,"a":2}]`)
    assert.deepEqual(warnings.at(-1), duplicate('/5000/a'))
  })

  it('of more values than any response has are rejected before they take memory', () => {
    assert.ok(parsed(`[${'[],'.repeat(24_000)}1]`).ok)
    assert.match(problemOf(Buffer.from(`[${'[],'.repeat(26_000)}1]`)), /more than 50000 values/)
    assert.match(problemOf(Buffer.from(`[${'1,'.repeat(50_001)}1]`)), /more than 50000 values/)
  })
})
