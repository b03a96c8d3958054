/** A signal ends a run with a report, and a killed parent ends its children. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Conformance } from '../../reports/conformance.ts'
import { emptyFolder } from '../cli/assay.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = join(root, 'cli/with-dependencies.mjs')

/** Runs the command as a launcher's child, in a separate process group. */
function launch(parameters: readonly string[]): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawn(process.execPath, [LAUNCHER, 'cli/assay.ts', ...parameters], {
    cwd: root,
    env,
    stdio: 'ignore',
    detached: true,
  })
}

async function until(holds: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (holds()) return true
  return holds()
}

const isJudging = (out: string) => () => {
  const file = join(out, 'judgements.jsonl')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 10
}

/** Running processes of the launcher's group, without the launcher. */
const membersOf = (group: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== group && groupOf(pid) === group)

function groupOf(pid: number): number | undefined {
  try {
    // After the name in parentheses: state, parent, group.
    const [state, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' ? undefined : Number(group)
  } catch {
    return undefined
  }
}

describe('a run', { skip: process.platform !== 'linux' && 'processes are found by /proc' }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(
      `writes its report when ${signal} is sent to the whole process group`,
      { timeout: 60_000 },
      async () => {
        const out = emptyFolder()
        const launcher = launch(['run', '--reference', '--out', out])
        const ended = new Promise<number | null>((done) => launcher.on('exit', (code) => done(code)))
        assert.ok(await until(isJudging(out), 40_000))

        process.kill(-launcher.pid!, signal)

        assert.equal(await ended, 3)
        const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
        assert.equal(conformance.complete, false)
        assert.match(conformance.incompleteReason ?? '', /interrupted/)
      },
    )
  }

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
