/** The capabilities list the requirements whose checks need them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckOptions } from '../../fixtures/check.ts'
import { collectChecks } from '../../runner/collect-checks.ts'
import { capabilities } from '../../spec/index.ts'

describe('the checks that need a capability', () => {
  it('are those of the requirements that it lists as partly needing it', async () => {
    const checks = await collectChecks()
    for (const { id, requirements, partly } of capabilities) {
      const needing = checks.filter(({ needs }) => needs.includes(id)).flatMap((one) => one.requirements)

      assert.deepEqual(
        [...new Set(needing)].filter((one) => !requirements.includes(one)).sort(),
        [...partly].sort(),
        id,
      )
    }
  })

  it('belong to requirements that other checks judge too, or that need it as a whole', async () => {
    const checks = await collectChecks()
    for (const { id, partly } of capabilities) {
      const alone = partly.filter((one) =>
        checks
          .filter(({ requirements }) => requirements.includes(one))
          .every(({ needs }) => needs.includes(id)),
      )

      assert.deepEqual(alone, [], id)
    }
  })

  it('name one that there is', () => {
    // @ts-expect-error No capability has this id.
    const needs: CheckOptions['needs'] = 'wallets.dogecoin'

    assert.ok(!capabilities.some(({ id }) => id === needs))
  })
})
