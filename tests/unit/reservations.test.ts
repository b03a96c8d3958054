import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { createReservations } from '../../fixtures/provisioning/reservations.ts'
import { virtualTime } from './virtual-time.ts'

const WHAT = 'the configuration'
/** Longer than half of the longest time that a check may hold a resource, which is 4 s here. */
const HELD_MS = 3_000

describe('a resource that the platform has only once', () => {
  it('is waited for through every check that holds it before', async () => {
    const { time, reservations } = ofOneRun()
    const hold = async () => {
      const { reserve, release } = reservations()
      await reserve(WHAT)
      await time.sleep(HELD_MS)
      release()
      return 'had it'
    }

    const holders = Promise.all([hold(), hold(), hold(), hold()])
    await time.drain()
    const had = await holders

    assert.deepEqual(had, ['had it', 'had it', 'had it', 'had it'])
  })

  it('is given up where a check never releases it', async () => {
    const { time, reservations } = ofOneRun()
    await reservations().reserve(WHAT)

    const waiting = assert.rejects(
      reservations().reserve(WHAT),
      (problem) => problem instanceof Blocked && /in use by another check/.test(problem.message),
    )
    await time.drain()
    await waiting
  })
})

function ofOneRun() {
  const time = virtualTime()
  const memory = createProvisioningMemory()
  const limits = { maxWaitSeconds: 1 } as Deployment['limits']
  return { time, reservations: () => createReservations(memory, { limits }, time) }
}
