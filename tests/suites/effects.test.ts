import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Effects } from '../../fixtures/sharing/sharing-keys.ts'
import { collectChecks } from '../../runner/collect-checks.ts'

const effects = JSON.parse(
  readFileSync(new URL('../../suites/effects.json', import.meta.url), 'utf8'),
) as Effects

describe('suites/effects.json', () => {
  it('names checks of the suite, each once; `npm run effects` writes it', async () => {
    const suiteOf = new Map((await collectChecks()).map(({ key, suite }) => [key, suite]))
    const named = Object.entries(effects).flatMap(([suite, groups]) =>
      groups.flat().map((check) => [check, suite] as const),
    )

    assert.deepEqual(
      named.filter(([check, suite]) => suiteOf.get(check) !== suite),
      [],
    )
    assert.equal(new Set(named.map(([check]) => check)).size, named.length)
  })

  it('gives no two groups one key', () => {
    const firsts = Object.values(effects).flatMap((groups) => groups.map(([first]) => first))

    assert.equal(new Set(firsts).size, firsts.length)
  })
})
