/** A signal ends a run with a report. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { emptyFolder } from '../cli/assay.ts'
import { isJudging, launch, until } from './launched.ts'

/** RAT-06 waits for more than five seconds, so that the run is under way when the signal arrives. */
const AREAS = ['exchange-rates', 'error-catalogue']

describe('a run', { skip: process.platform !== 'linux' && 'processes are found by /proc' }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(
      `writes its report when ${signal} is sent to the whole process group`,
      { timeout: 60_000 },
      async () => {
        const out = emptyFolder()
        const launcher = launch(['run', '--reference', '--out', out, '--only', ...AREAS])
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

  const hasTerminals = spawnSync('script', ['--version']).status === 0
  it(
    'writes its report when its terminal is closed',
    { timeout: 60_000, skip: !hasTerminals && 'script(1) opens the terminal' },
    async () => {
      const out = emptyFolder()
      const command = `'${process.execPath}' cli/assay.ts run --reference --out '${out}' --only ${AREAS.join(' ')}`
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: 'ignore' })
      const ended = new Promise((done) => terminal.on('exit', done))
      assert.ok(await until(isJudging(out), 40_000))
      const { pid } = JSON.parse(readFileSync(join(out, '.under-way'), 'utf8')) as { pid: number }

      process.kill(pid, 'SIGHUP')

      await ended
      const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
      assert.match(conformance.incompleteReason ?? '', /interrupted/)
    },
  )
})
