import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assay } from './assay.ts'

it('assay self-test rejects --only where nothing heeds it', async () => {
  const { code, stderr } = await assay(['self-test', 'request-identifier-ignored', '--only', 'QUO-20'])

  assert.equal(code, 2)
  assert.match(stderr, /--only: the self-test uses it with --shells only/)
})
