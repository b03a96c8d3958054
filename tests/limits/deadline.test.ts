/**
 * One deadline for the whole run: checks that are not finished by then are blocked, and nothing keeps the process
 * alive.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { loadModule } from '../../fixtures/config/load-module.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, assayAsProcess, emptyFolder } from '../cli/assay.ts'
import { performed, type Performed } from '../cli/performed-commands.ts'
import { startSmallDeployment, type SmallDeployment } from '../cli/small-deployment.ts'

describe('the deadline of a run', () => {
  const RETRY_AFTER = ['1', '90', undefined]
  describe('ends a run that gets only 429', () => {
    const deployments: SmallDeployment[] = []
    const folders = RETRY_AFTER.map(emptyFolder)
    let all: Performed
    before(async () => {
      for (const [at, retryAfter] of RETRY_AFTER.entries()) {
        const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
        const small = await startSmallDeployment({
          operation: () => ({ status: 429, body: { code: 'RATE_LIMITED', reason: 'later' }, headers }),
        })
        deployments.push(small)
        writeFileSync(join(folders[at]!, 'deployment.yaml'), small.text)
      }
      all = await performed(
        folders.map((folder) => {
          const file = join(folder, 'deployment.yaml')
          return ['run', '-d', file, '--deadline', '0.05', '--out', folder]
        }),
        deployments[0]!.variables,
      )
    })
    after(() => Promise.all(deployments.map((small) => small.close())))

    for (const [at, retryAfter] of RETRY_AFTER.entries())
      it(`(${retryAfter})`, () => {
        const ended = all.results[at]

        assert.ok(ended, 'the run did not end')
        const conformance = JSON.parse(
          readFileSync(join(folders[at]!, 'conformance.json'), 'utf8'),
        ) as Conformance
        assert.equal(ended.code, 3, ended.stderr)
        assert.ok(ended.milliseconds < 20_000, `${ended.milliseconds} ms`)
        assert.equal(conformance.complete, false)
        assert.match(conformance.incompleteReason ?? '', /deadline of 0.05 minutes/)
        assert.equal(conformance.totals.fail, 0)
        const blocked = conformance.requirements.filter(({ verdict }) => verdict === 'blocked')
        assert.ok(blocked.some(({ next }) => next?.includes('--deadline')))
      })

    it('and nothing keeps its process alive', () => assert.ok(all.hasEnded))
  })

  const MODULES: readonly (readonly [what: string, source: string])[] = [
    ['never finishes loading', 'await new Promise(() => undefined)\nexport default {}'],
    ['exports a promise that never ends', 'export default new Promise(() => undefined)'],
  ]
  describe('ends a run whose deployment file', () => {
    let all: Performed
    before(async () => {
      const files = MODULES.map(([, source]) => {
        const file = join(emptyFolder(), 'deployment.mjs')
        writeFileSync(file, source)
        return file
      })
      all = await performed(files.map((file) => ['run', file, '--deadline', '0.02']))
    })

    for (const [at, [what]] of MODULES.entries())
      it(what, () => {
        const ended = all.results[at]

        assert.ok(ended, 'the run did not end')
        assert.equal(ended.code, 3, ended.stderr)
        assert.match(
          ended.stderr,
          /inconclusive: the run reached its deadline of 0.02 minutes before it began/,
        )
      })

    it('and nothing keeps its process alive', () => assert.ok(all.hasEnded))
  })

  it('ends a run whose deployment file keeps the process alive', { timeout: 60_000 }, async () => {
    const file = join(emptyFolder(), 'deployment.mjs')
    writeFileSync(
      file,
      'setInterval(() => undefined, 1000)\nawait new Promise(() => undefined)\nexport default {}',
    )

    const { code, stderr } = await assayAsProcess(['run', file, '--deadline', '0.02'])

    assert.equal(code, 3, stderr)
    assert.match(stderr, /inconclusive: the run reached its deadline of 0.02 minutes before it began/)
  })

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
