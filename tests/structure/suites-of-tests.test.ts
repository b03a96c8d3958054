/** The tests are registered while their file loads: afterwards, nothing finds the suite of a new one (tests/stop-promise-hook.cjs). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ASYNC_SUITE = /\bdescribe\([^\n]*async\b/

describe('the suites of the tests', () => {
  it('register their tests without waiting for anything', () => {
    const waiting = globSync('tests/**/*.test.ts', { cwd: root }).filter((file) =>
      ASYNC_SUITE.test(readFileSync(`${root}${file}`, 'utf8')),
    )

    assert.deepEqual(waiting, [])
  })
})
