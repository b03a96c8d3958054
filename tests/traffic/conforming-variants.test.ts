/** Traffic of conforming variants has no failure, whether Assay or another tool recorded it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { startTrafficReference, VARIABLES, writeDeploymentFile } from './deployment-file.ts'
import { failedIn } from './verdicts-in.ts'

const VARIANTS = [
  'absent-as-null',
  'updates-return-text',
  'execution-returns-nothing',
  'no-total-count',
  'types-of-identifiers-with-digits',
  'invalid-fields-as-422',
  'lists-under-names-of-their-own',
]
const CHECKED = ['ACT-01', 'ACT-06', 'AGM-01', 'CRD-01', 'QUO-01', 'QUO-20', 'OWN-01', 'CUS-01']

const folder = temporaryFolder('variants-recorded')
let reference: Reference
before(async () => {
  reference = await startTrafficReference()
})
after(() => reference.close())

/** The archive as another recorder would have written it. */
function asForeign(archive: string): string {
  const { log } = JSON.parse(readFileSync(archive, 'utf8')) as { log: { entries: object[] } }
  const entries = log.entries.map((entry) => ({ ...entry, _assay: undefined }))
  const file = `${archive}.foreign.har`
  writeFileSync(file, JSON.stringify({ log: { ...log, entries } }))
  return file
}

describe('recorded traffic', () => {
  for (const variant of VARIANTS)
    it(`of the conforming variant ${variant} has no failure`, async () => {
      const file = writeDeploymentFile(folder, new URL(reference.url).origin, `/variants/${variant}`)
      const run = join(folder, variant)
      await assay(['run', '--deployment', file, '--out', run, '--only', ...CHECKED], VARIABLES)
      const archive = join(run, 'exchanges.har')

      for (const recording of [archive, asForeign(archive)]) {
        const out = `${run}-judged`
        const { code, stderr } = await assay(['judge', recording, '--deployment', file, '--out', out])
        assert.equal(code, 3, stderr)
        assert.deepEqual(failedIn(out), [])
      }
    })
})
