/** `assay self-test --only`: the chosen requirements alone, on every fault or variant that may affect them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../selftest/run/self-test.ts', import.meta.url))

const selfTest = (...parameters: readonly string[]) =>
  spawnSync(process.execPath, [program, ...parameters], { encoding: 'utf8' })

it('judges one requirement on the faults that name it, and on others of its flow', () => {
  const { status, stdout } = selfTest('faults', 'document-', '--only', 'DOC-13')

  assert.match(stdout, /^caught {2}document-many-of-a-type \(1 check\) by DOC-13$/m)
  assert.match(stdout, /^(\d+) of \1 faults caught that name what is judged$/m)
  assert.match(stdout, /^no alarm: ([1-9]\d*) of \1 other faults$/m)
  assert.equal(status, 0)
})

it('fails for a requirement that no fault names', () => {
  const { status, stdout } = selfTest('faults', 'document-many-of-a-type', '--only', 'DOC-13', 'DOC-01')

  assert.match(stdout, /^named by none of these faults: DOC-01$/m)
  assert.equal(status, 1)
})

it('judges one requirement on variants', () => {
  const { status, stdout } = selfTest('variants', 'documents', '--only', 'DOC-13')

  assert.match(stdout, /^quiet {2}documents\S* \([1-9]\d* checks?\)$/m)
  assert.match(stdout, /^no alarm: ([1-9]\d*) of \1 variants?$/m)
  assert.equal(status, 0)
})
