/** Exploration finds what is broken and shows it in few steps, and nothing where nothing is broken. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { explore, type Exploration } from '../../exploration/explore.ts'
import { levelOf } from '../../exploration/perform.ts'
import { replaySequence } from '../../exploration/replay.ts'
import { writeSequence } from '../../exploration/sequence.ts'
import { variations } from '../../reference/variations/index.ts'
import { startHosts, type Hosts } from './hosted.ts'

let hosts: Hosts
const folder = mkdtempSync(join(tmpdir(), 'assay-explored-'))

before(async () => {
  hosts = await startHosts()
})
after(async () => {
  await hosts.close()
  rmSync(folder, { recursive: true, force: true })
})

const broken = ({ failures }: Exploration) =>
  failures.map(({ requirement, message }) => `${requirement}: ${message}`)
const stepsOf = ({ failures }: Exploration) => failures[0]?.steps.map(({ kind }) => kind.name)

describe('exploration', () => {
  for (const seed of [1, 2]) {
    it(`finds nothing on the reference with seed ${seed}`, async () => {
      const exploration = await explore(hosts.at(''), { seed, durationMs: 2_500 })

      assert.equal(exploration.broken, undefined)
      assert.deepEqual(broken(exploration), [])
      assert.ok(exploration.requests > 50, `${exploration.requests} requests`)
    })
  }

  for (const { id, warns = [], notOffered = [] } of variations.filter(({ id: one }) =>
    VARIATIONS.includes(one),
  )) {
    it(`raises no alarm where the deployment is ${id}`, async () => {
      const exploration = await explore(hosts.at(`/variations/${id}`, notOffered), {
        seed: 3,
        durationMs: 1_500,
      })

      assert.equal(exploration.broken, undefined)
      const alarms = exploration.failures.filter(({ requirement }) => !warns.includes(requirement))
      assert.deepEqual(broken({ ...exploration, failures: alarms }), [])
    })
  }

  for (const { fault, requirement, steps } of FOUND) {
    it(`finds ${fault}, and shows it in ${steps.length} steps`, async () => {
      const exploration = await explore(hosts.at(`/faults/${fault}`), {
        seed: 1,
        durationMs: 20_000,
        most: 1,
      })

      assert.equal(exploration.broken, undefined)
      assert.deepEqual(
        exploration.failures.map((failure) => failure.requirement),
        [requirement],
      )
      assert.equal(levelOf(requirement), 'MUST')
      assert.deepEqual(stepsOf(exploration), steps)
      assert.equal(exploration.failures[0]?.cameAgain, true)
    })
  }
})
