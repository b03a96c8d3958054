/** A killed parent ends its children. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyFolder } from '../cli/assay.ts'
import { isJudging, launch, membersOf, until } from './launched.ts'

describe('a run', { skip: process.platform !== 'linux' && 'processes are found by /proc' }, () => {
  it('ends within a second when its parent is killed', { timeout: 60_000 }, async () => {
    const out = emptyFolder()
    const launcher = launch(['run', '--reference', '--out', out])
    assert.ok(await until(isJudging(out), 40_000))
    const group = launcher.pid!
    assert.ok(membersOf(group).length >= 2, 'the run and the deployment that it started')

    process.kill(group, 'SIGKILL')

    assert.ok(await until(() => membersOf(group).length === 0, 1_500), membersOf(group).join())
  })
})
