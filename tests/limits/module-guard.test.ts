/** A module that keeps the process from doing anything else ends the process: no timer of the process could. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { emptyFolder } from '../cli/assay.ts'

const GUARD = fileURLToPath(new URL('../../fixtures/config/module-guard.ts', import.meta.url))
const LOAD = fileURLToPath(new URL('../../fixtures/config/load-module.ts', import.meta.url))

/** Performs a program that is guarded, and kills it where the guard does not end it. */
async function performed(
  program: string,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const file = join(emptyFolder(), 'program.mjs')
  writeFileSync(file, program)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 20_000 })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { stderr: await text(child.stderr), code: await ended }
}

const guarded = (rest: string, longestMs = 400) => `
  import { guardAgainst } from '${GUARD}'
  guardAgainst('deployment.mjs', ${longestMs})
  ${rest}`

const WITHOUT_END: Readonly<Record<string, string>> = {
  'loops without end': 'for (;;) ;',
  'loops in promises without end': 'for (;;) await null',
  'catches whatever ends it': 'for (;;) try { for (;;) ; } finally { continue }',
  'matches a pattern without end': `void /^(a+)+$/.test('a'.repeat(60) + 'b')`,
  'waits without end': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  'loops without end in a function that is called later': 'setTimeout(() => { for (;;) ; }, 300)',
}

describe('a deployment file that is a module', () => {
  for (const [what, source] of Object.entries(WITHOUT_END)) {
    it(`ends the process where it ${what}`, async () => {
      const { code, stderr } = await performed(guarded(source))

      assert.equal(code, 3, stderr)
      assert.match(stderr, /^Running the deployment file deployment\.mjs: it kept the process busy/)
      assert.doesNotMatch(stderr, /debugger/)
    })
  }

  it('may keep the process busy for a while, again and again', async () => {
    const { code, stderr } = await performed(
      guarded(
        `
        const busy = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
        for (let time = 0; time < 10; time++) { busy(); await new Promise((done) => setTimeout(done, 60)) }
        process.exitCode = 7`,
        2_000,
      ),
    )

    assert.equal(code, 7, stderr)
    assert.equal(stderr, '')
  })

  it('is guarded before it loads', async () => {
    const module = join(emptyFolder(), 'deployment.mjs')
    writeFileSync(
      module,
      'await new Promise(setImmediate)\nprocess.exitCode = globalThis.threads\nexport default {}',
    )

    const { code, stderr } = await performed(`
      import { loadModule } from '${LOAD}'
      globalThis.threads = 0
      process.on('worker', () => globalThis.threads++)
      await loadModule(${JSON.stringify(module)})
      await loadModule(${JSON.stringify(module)})`)

    assert.equal(code, 1, stderr)
  })
})
