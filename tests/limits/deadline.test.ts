/**
 * One deadline for the whole run: checks that are not finished by then are blocked, and nothing keeps the process
 * alive.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadModule } from '../../fixtures/config/load-module.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, assayAsProcess, emptyFolder } from '../cli/assay.ts'
import { startSmallDeployment } from '../cli/small-deployment.ts'

describe('the deadline of a run', () => {
  for (const retryAfter of ['1', '90', undefined]) {
    it(`ends a run that gets only 429 (${retryAfter})`, { timeout: 60_000 }, async () => {
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
      const small = await startSmallDeployment({
        operation: () => ({ status: 429, body: { code: 'RATE_LIMITED', reason: 'later' }, headers }),
      })
      const folder = emptyFolder()
      const file = join(folder, 'deployment.yaml')
      writeFileSync(file, small.text)

      const ended = await assayAsProcess(
        ['run', '-d', file, '--deadline', '0.05', '--out', folder],
        small.variables,
      )

      await small.close()
      const conformance = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
      assert.equal(ended.code, 3, ended.stderr)
      assert.ok(ended.milliseconds < 20_000, `${ended.milliseconds} ms`)
      assert.equal(conformance.complete, false)
      assert.match(conformance.incompleteReason ?? '', /deadline of 0.05 minutes/)
      assert.equal(conformance.totals.fail, 0)
      const blocked = conformance.requirements.filter(({ verdict }) => verdict === 'blocked')
      assert.ok(blocked.some(({ next }) => next?.includes('--deadline')))
    })
  }

  const MODULES: Readonly<Record<string, string>> = {
    'never finishes loading': 'await new Promise(() => undefined)\nexport default {}',
    'never finishes loading and keeps the process alive':
      'setInterval(() => undefined, 1000)\nawait new Promise(() => undefined)\nexport default {}',
    'exports a promise that never ends': 'export default new Promise(() => undefined)',
  }
  for (const [what, source] of Object.entries(MODULES)) {
    it(`ends a run whose deployment file ${what}`, { timeout: 60_000 }, async () => {
      const file = join(emptyFolder(), 'deployment.mjs')
      writeFileSync(file, source)

      const { code, stderr } = await assayAsProcess(['run', file, '--deadline', '0.02'])

      assert.equal(code, 3, stderr)
      assert.match(stderr, /inconclusive: the run reached its deadline of 0.02 minutes before it began/)
    })
  }

  for (const text of ['0', '-1', 'soon', '1h', '1e3', '9999999', '']) {
    it(`is not ${JSON.stringify(text)}`, async () => {
      const { code, stderr } = await assay(['run', '-d', 'none.yaml', `--deadline=${text}`])

      assert.equal(code, 2)
      assert.match(stderr, /--deadline/)
    })
  }
})

describe('a deployment file that is a module', () => {
  it('is given up where it does not finish loading', async () => {
    const file = join(emptyFolder(), 'deployment.mjs')
    writeFileSync(file, 'await new Promise(() => undefined)\nexport default {}')

    await assert.rejects(loadModule(file, 50), /did not finish loading within 0\.05 s/)
  })

  for (const code of [0, 1]) {
    it(`is not conformant or broken because it ends the process with ${code}`, async () => {
      const file = join(emptyFolder(), 'deployment.mjs')
      writeFileSync(file, `process.exit(${code})`)

      const ended = await assayAsProcess(['run', file])

      assert.equal(ended.code, 3, ended.stderr)
      assert.match(ended.stderr, /inconclusive: its process ended with/)
    })
  }
})
