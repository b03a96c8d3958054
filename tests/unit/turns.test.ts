import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTurns } from '../../fixtures/webhooks/turns.ts'
import { virtualTime } from './virtual-time.ts'

/** When each of some checks had its turn of a second, ms. */
async function turnsOf(...checks: readonly { readonly isAlone: boolean }[]) {
  const time = virtualTime()
  const turns = createTurns()
  const each = checks.map(async ({ isAlone }) => {
    const leave = await turns.enter(isAlone, time)
    const from = time.now()
    await time.sleep(1_000)
    leave()
    return { isAlone, from, to: time.now() }
  })
  await time.drain()
  return Promise.all(each)
}

const [beside, alone] = [{ isAlone: false }, { isAlone: true }]

describe('turns', () => {
  it('are taken in parallel by checks that need not be alone', async () => {
    const turns = await turnsOf(beside, beside, beside)

    assert.deepEqual(
      turns.map(({ from }) => from),
      [0, 0, 0],
    )
  })

  it('overlap with no turn of a check that must be alone', async () => {
    const turns = await turnsOf(beside, alone, beside, alone)

    const overlapping = turns.flatMap((one) =>
      turns.filter((other) => one.isAlone && other !== one && other.from < one.to && one.from < other.to),
    )
    assert.deepEqual(overlapping, [])
    assert.equal(turns[1]!.from >= 1_000 && turns[3]!.from >= turns[1]!.to, true)
  })
})
