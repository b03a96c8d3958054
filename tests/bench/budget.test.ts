/** The stored budget: excesses are reported, and every figure is a real measurement. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { compareBudget, type Budget } from '../../bench/compare-budget.ts'
import { loadedModules } from '../../bench/loaded-modules.ts'

const budget = JSON.parse(readFileSync(new URL('../../bench/budget.json', import.meta.url), 'utf8')) as Budget

const problems = (measured: Readonly<Record<string, number>>, most: Readonly<Record<string, number>>) =>
  compareBudget(measured, { margin: 0.1, most }).map(({ problem }) => problem)

describe('a figure', () => {
  it('fails past its budget and the margin, and not before', () => {
    assert.deepEqual(problems({ a: 100 }, { a: 100 }), [undefined])
    assert.deepEqual(problems({ a: 110 }, { a: 100 }), [undefined])
    assert.deepEqual(problems({ a: 10 }, { a: 100 }), [undefined])
    assert.deepEqual(problems({ a: 125 }, { a: 100 }), ['is 25 % over its budget'])
  })

  it('fails without a budget, and a budget without its figure', () => {
    assert.deepEqual(problems({ a: 1 }, { b: 1 }), ['was not measured', 'has no budget'])
  })
})

describe('the start of the command', () => {
  it('loads what the budget allows, and few modules of the libraries', () => {
    const { count, bytes } = loadedModules(['--help'])
    const rows = compareBudget(
      {
        'files loaded by assay --help': count,
        'KiB of code loaded by assay --help': Math.ceil(bytes / 1024),
      },
      budget,
    )

    assert.ok(count >= 4 && bytes > 10_000, 'they are seen at all')
    assert.deepEqual(
      rows.filter(({ measured, problem }) => measured !== undefined && problem !== undefined),
      [],
    )
    assert.ok(loadedModules(['list', '--only', 'QUO-20']).count > count)
  })
})
