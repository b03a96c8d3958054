/** The reference server, every area of it: from its certificate to another process that verifies it offline. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Statement } from '../../certificates/statement.ts'
import type { Reference } from '../../reference/serve.ts'
import { requirements } from '../../spec/index.ts'
import { assay } from '../cli/assay.ts'
import { certified, startDeployment, type Certified } from './certified.ts'

type Certificate = Statement['predicate']['assayCertificate']

describe('the certificate of the whole reference server', () => {
  let reference: Reference
  let made: Certified | undefined

  before(async () => {
    reference = await startDeployment()
    made = await certified(reference, undefined)
  })

  after(async () => {
    await reference.close().catch(() => undefined)
    if (made) rmSync(made.folder, { recursive: true, force: true })
  })

  it('verifies without the deployment: every verdict is reproduced', async () => {
    assert.ok(made)
    await reference.close()
    const { code, stdout } = await assay(['verify', made.bundle, '--key', made.publicKey, '--json'])

    assert.equal(code, 0, stdout)
    const { outcome, result, totals, areasLeftOut, notOffered, rejudged } = JSON.parse(
      stdout,
    ) as Certificate & {
      readonly outcome: string
      readonly result: string
      readonly rejudged: { readonly requirements: number; readonly sameSuites: boolean }
    }
    assert.equal(outcome, 'verified')
    assert.equal(result, 'PASSED')
    assert.deepEqual([areasLeftOut, notOffered], [[], []])
    const judged = requirements.filter(({ specified }) => specified).length
    assert.equal(totals.pass, judged)
    assert.deepEqual([rejudged.requirements, rejudged.sameSuites], [judged, true])
  })
})
