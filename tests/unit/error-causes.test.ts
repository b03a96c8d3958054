/** The table of requests that may cause an error: all that it names exists. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCause, PlainRequest } from '../../fixtures/provisioning/error-causes/cause.ts'
import { errorCauses } from '../../fixtures/provisioning/error-causes/index.ts'
import { fill, PLACEHOLDER } from '../../fixtures/provisioning/template.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { operations, stateValues } from '../../spec/index.ts'

const BUILT_IN = ['fixed', 'fixedName', 'word', 'uuid', 'name', 'unknownCode', 'otherKey', 'wrongCredentials']

const placeholdersIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value ?? null).matchAll(PLACEHOLDER)].map(([, path]) => path!)

/** Placeholders of a request that nothing fills. */
function unfilled(cause: ErrorCause, steps: readonly string[], request: unknown): readonly string[] {
  return placeholdersIn(request).filter((path) => {
    const [name = '', field] = path.split('.')
    if (BUILT_IN.includes(path) || (steps.includes(name) && field !== undefined)) return false
    const arranged = cause.given?.[name]
    return !arranged || field === undefined || !Object.hasOwn(stateValues[arranged.state], field)
  })
}

/** Names in a request's path that its operation does not have, and the reverse. */
function wrongPath({ operation, path = {} }: PlainRequest): readonly string[] {
  const expected = [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const names = Object.keys(path)
  return [
    ...expected.filter((name) => !names.includes(name)),
    ...names.filter((name) => !expected.includes(name)),
  ]
}

describe('the table of requests that may cause an error', () => {
  for (const [code, causes] of Object.entries(errorCauses)) {
    it(`knows a request for ${code}`, () => {
      for (const cause of causes) {
        const { given: states = {}, steps = {}, ...request } = cause
        const stepNames = Object.keys(steps)
        for (const { state, params } of Object.values(states)) {
          assert.ok(Object.hasOwn(stateValues, state))
          assert.deepEqual(unfilled(cause, [], params), [])
        }
        stepNames.forEach((name, index) => {
          assert.deepEqual(unfilled(cause, stepNames.slice(0, index), steps[name]), [])
        })
        assert.deepEqual(unfilled(cause, stepNames, request), [])
        for (const each of [...Object.values(steps), request]) {
          assert.ok(Object.hasOwn(operations, each.operation))
          assert.deepEqual(wrongPath(each), [])
        }
      }
    })
  }
})

describe('a template', () => {
  const scope = new Map<string, unknown>([
    ['card', { id: 'Card:1', limit: 5, absent: undefined }],
    ['uuid', () => 'drawn'],
  ])

  it('is filled with values of any type', () => {
    assert.deepEqual(fill({ a: '{card}', b: ['{card.limit}'], c: 'x-{card.id}-{uuid}', d: null }, scope), {
      a: { id: 'Card:1', limit: 5, absent: undefined },
      b: [5],
      c: 'x-Card:1-drawn',
      d: null,
    })
  })

  it('is blocked where a placeholder has no value', () => {
    for (const text of ['{card.absent}', '{card.id.deeper}', '{nothing}', 'x {card.constructor}'])
      assert.throws(() => fill(text, scope), Blocked)
  })
})
